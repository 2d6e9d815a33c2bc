-- One row per function of a contract that operations called, failed ones included; key contract_id, function_name.
from semantic.contract_functions_since(null, false)
