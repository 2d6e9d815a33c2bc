-- One row per operation of every transaction, failed ones included, with its transaction and its ledger; key op_id.
-- Hubble's columns, then those of Obsrvr's lake that have other names. Amounts are units, those of Obsrvr stroops.
select
    -- op_id: TOID of the operation.
    operations.id as op_id,
    operations.source_account as op_source_account,
    operations.source_account_muxed as op_source_account_muxed,
    transaction_id,
    type,
    type_string,
    -- account: Account that is created or merged.
    details.account as account,
    -- op_account_muxed: M address of a merged account; null when it is not muxed.
    details.account_muxed as op_account_muxed,
    -- op_account_muxed_id: Id in op_account_muxed.
    details.account_muxed_id as op_account_muxed_id,
    -- op_account_id: Account whose sponsorship is revoked.
    details.account_id as op_account_id,
    -- amount [units]: What is paid, offered, locked, clawed back or merged; of a path payment what arrives.
    case when type != 0 then bronze.units(amount_stroops) end as amount,
    -- asset: Of a claimable balance that is created, or of a contract made from an asset: native or CODE:ISSUER. For joins take asset_key.
    details.asset as asset,
    -- asset_code: Code of the asset that is paid, arrives, is trusted or clawed back; null of lumens, and where a balance is created.
    details.asset_code as asset_code,
    -- asset_issuer: Its issuer.
    details.asset_issuer as asset_issuer,
    -- asset_type: Type of that asset; null where a claimable balance is created.
    details.asset_type as asset_type,
    -- authorize: Whether a trust line is authorized.
    details.authorize as authorize,
    -- balance_id [hex]: Claimable balance that is made, claimed, clawed back or no longer sponsored, with the four bytes of its type.
    coalesce(details.balance_id, details.claimable_balance_id) as balance_id,
    -- claimant: Who claims a balance.
    details.claimant as claimant,
    -- claimant_muxed: M address of claimant; null when it is not muxed.
    details.claimant_muxed as claimant_muxed,
    -- claimant_muxed_id: Id in claimant_muxed.
    details.claimant_muxed_id as claimant_muxed_id,
    -- claimants: Who may claim a balance that is made, and under which condition.
    details.claimants as claimants,
    -- data_account_id: Account of a data entry that is no longer sponsored.
    details.data_account_id as data_account_id,
    -- data_name: Name of that data entry; of one that is written see name.
    details.data_name as data_name,
    -- buying_asset_code: Code of the asset that an offer buys; null of lumens.
    details.buying_asset_code as buying_asset_code,
    -- buying_asset_issuer: Its issuer.
    details.buying_asset_issuer as buying_asset_issuer,
    -- buying_asset_type: Its type.
    details.buying_asset_type as buying_asset_type,
    -- from: Who pays or loses what is clawed back; of a contract that is made what its id comes from.
    details."from" as "from",
    -- from_muxed: M address of from; null when it is not muxed.
    details.from_muxed as from_muxed,
    -- from_muxed_id: Id in from_muxed.
    details.from_muxed_id as from_muxed_id,
    -- funder: Who pays for an account that is created.
    details.funder as funder,
    -- funder_muxed: M address of funder; null when it is not muxed.
    details.funder_muxed as funder_muxed,
    -- funder_muxed_id: Id in funder_muxed.
    details.funder_muxed_id as funder_muxed_id,
    -- high_threshold: Weight that high operations need.
    details.high_threshold as high_threshold,
    -- home_domain: Domain that an account sets.
    details.home_domain as home_domain,
    -- inflation_dest: Account that inflation is voted to.
    details.inflation_dest as inflation_dest,
    -- into: Who gets the lumens of a merged account.
    details."into" as "into",
    -- into_muxed: M address of into; null when it is not muxed.
    details.into_muxed as into_muxed,
    -- into_muxed_id: Id in into_muxed.
    details.into_muxed_id as into_muxed_id,
    -- limit [units]: The most that a trust line may hold; 0 removes it.
    details."limit" as "limit",
    -- low_threshold: Weight that low operations need.
    details.low_threshold as low_threshold,
    -- master_key_weight: Weight of an account's own key.
    details.master_key_weight as master_key_weight,
    -- med_threshold: Weight that medium operations need.
    details.med_threshold as med_threshold,
    -- name: Name of a data entry.
    details.name as name,
    -- offer_id: Offer that is changed, removed or no longer sponsored; 0 makes a new one.
    details.offer_id as offer_id,
    -- path: Assets on the way of a path payment.
    details.path as path,
    -- price: Price of an offer, rounded to seven digits; exact in price_n and price_d.
    details.price as price,
    -- d: Denominator of the price.
    details.price_r.d as d,
    -- n: Numerator of the price.
    details.price_r.n as n,
    -- selling_asset_code: Code of the asset that an offer sells; null of lumens.
    details.selling_asset_code as selling_asset_code,
    -- selling_asset_issuer: Its issuer.
    details.selling_asset_issuer as selling_asset_issuer,
    -- selling_asset_type: Its type: native, credit_alphanum4 or credit_alphanum12.
    details.selling_asset_type as selling_asset_type,
    -- set_flags: Flags to set, of an account or a trust line.
    details.set_flags as set_flags,
    -- set_flags_s: The same as words.
    details.set_flags_s as set_flags_s,
    -- signer_account_id: Account of a signer that is no longer sponsored.
    details.signer_account_id as signer_account_id,
    -- signer_key: Signer that is added, changed, removed or no longer sponsored.
    details.signer_key as signer_key,
    -- signer_weight: Its weight; 0 removes it.
    details.signer_weight as signer_weight,
    -- source_amount [units]: What the sender of a path payment gives.
    details.source_amount as source_amount,
    -- source_asset_code: Code of the asset that the sender of a path payment gives; null of lumens.
    details.source_asset_code as source_asset_code,
    -- source_asset_issuer: Its issuer.
    details.source_asset_issuer as source_asset_issuer,
    -- source_asset_type: Its type.
    details.source_asset_type as source_asset_type,
    -- source_max [units]: The most that a strict receive may give.
    details.source_max as source_max,
    -- starting_balance [units]: Lumens of an account that is created.
    details.starting_balance as starting_balance,
    -- to: Who is paid.
    details."to" as "to",
    -- to_muxed: M address of to; null when it is not muxed.
    details.to_muxed as to_muxed,
    -- to_muxed_id: Id in to_muxed.
    details.to_muxed_id as to_muxed_id,
    -- trustee: Issuer of the asset of a trust line.
    details.trustee as trustee,
    -- trustee_muxed: M address of trustee; null when it is not muxed.
    details.trustee_muxed as trustee_muxed,
    -- trustee_muxed_id: Id in trustee_muxed.
    details.trustee_muxed_id as trustee_muxed_id,
    -- trustor: Whose trust line it is.
    details.trustor as trustor,
    -- trustor_muxed: M address of trustor; null when it is not muxed.
    details.trustor_muxed as trustor_muxed,
    -- trustor_muxed_id: Id in trustor_muxed.
    details.trustor_muxed_id as trustor_muxed_id,
    -- trustline_account_id: Account of a trust line that is no longer sponsored.
    details.trustline_account_id as trustline_account_id,
    -- trustline_asset: Its asset: native or CODE:ISSUER.
    details.trustline_asset as trustline_asset,
    -- value [base64]: Value of a data entry; null removes it.
    details.value as value,
    -- clear_flags: Flags to clear, of an account or a trust line.
    details.clear_flags as clear_flags,
    -- clear_flags_s: The same as words.
    details.clear_flags_s as clear_flags_s,
    -- destination_min [units]: The least that must arrive of a strict send, as text.
    details.destination_min as destination_min,
    -- bump_to: Sequence number that is wanted, as text.
    details.bump_to as bump_to,
    -- sponsor: Who pays the reserve of what the operation created, if another account does.
    details.sponsor as sponsor,
    -- sponsored_id: Account whose reserves are paid from here on.
    details.sponsored_id as sponsored_id,
    -- begin_sponsor: Who began the sponsorship that ends.
    details.begin_sponsor as begin_sponsor,
    -- begin_sponsor_muxed: M address of begin_sponsor; null when it is not muxed.
    details.begin_sponsor_muxed as begin_sponsor_muxed,
    -- begin_sponsor_muxed_id: Id in begin_sponsor_muxed.
    details.begin_sponsor_muxed_id as begin_sponsor_muxed_id,
    -- authorize_to_maintain_liabilities: True when a trust line may only keep its offers; else null.
    details.authorize_to_maintain_liabilities as authorize_to_maintain_liabilities,
    -- clawback_enabled: True when clawback of a trust line is enabled; else null.
    details.clawback_enabled as clawback_enabled,
    -- liquidity_pool_id [hex]: Pool.
    details.liquidity_pool_id as liquidity_pool_id,
    -- reserve_a_asset_type: Type of reserve A of the pool (native when the transaction failed).
    details.reserve_a_asset_type as reserve_a_asset_type,
    -- reserve_a_asset_code: Its code; null of lumens.
    details.reserve_a_asset_code as reserve_a_asset_code,
    -- reserve_a_asset_issuer: Its issuer.
    details.reserve_a_asset_issuer as reserve_a_asset_issuer,
    -- reserve_a_max_amount [units]: The most of A that may be given.
    details.reserve_a_max_amount as reserve_a_max_amount,
    -- reserve_a_deposit_amount [units]: What was given of A.
    details.reserve_a_deposit_amount as reserve_a_deposit_amount,
    -- reserve_b_asset_type: Type of reserve B of the pool (native when the transaction failed).
    details.reserve_b_asset_type as reserve_b_asset_type,
    -- reserve_b_asset_code: Its code; null of lumens.
    details.reserve_b_asset_code as reserve_b_asset_code,
    -- reserve_b_asset_issuer: Its issuer.
    details.reserve_b_asset_issuer as reserve_b_asset_issuer,
    -- reserve_b_max_amount [units]: The most of B that may be given.
    details.reserve_b_max_amount as reserve_b_max_amount,
    -- reserve_b_deposit_amount [units]: What was given of B.
    details.reserve_b_deposit_amount as reserve_b_deposit_amount,
    -- min_price: Lowest price of B in A at which a deposit is wanted, rounded to seven digits.
    details.min_price as min_price,
    -- min_price_r: The same as an exact fraction.
    details.min_price_r as min_price_r,
    -- max_price: Highest price of B in A at which a deposit is wanted, rounded to seven digits.
    details.max_price as max_price,
    -- max_price_r: The same as an exact fraction.
    details.max_price_r as max_price_r,
    -- shares_received [units]: Shares that the depositor got.
    details.shares_received as shares_received,
    -- reserve_a_min_amount [units]: The least of A that must come back.
    details.reserve_a_min_amount as reserve_a_min_amount,
    -- reserve_b_min_amount [units]: The least of B that must come back.
    details.reserve_b_min_amount as reserve_b_min_amount,
    -- shares [units]: Shares that are given back.
    details.shares as shares,
    -- reserve_a_withdraw_amount [units]: What came back of A.
    details.reserve_a_withdraw_amount as reserve_a_withdraw_amount,
    -- reserve_b_withdraw_amount [units]: What came back of B.
    details.reserve_b_withdraw_amount as reserve_b_withdraw_amount,
    -- asset_balance_changes: What asset contracts moved in a call, read from diagnostic events as in Hubble.
    details.asset_balance_changes as asset_balance_changes,
    -- parameters: Parameters of a call as base64 XDR; the first two are its contract and its function.
    details.parameters as parameters,
    -- parameters_decoded: The same with the values as text.
    details.parameters_decoded as parameters_decoded,
    -- function: Host function, as Go's name of the enum.
    details."function" as "function",
    -- address: Address that the id of a created contract comes from.
    details.address as address,
    -- soroban_operation_type: invoke_contract, create_contract, create_contract_v2, upload_wasm, extend_footprint_ttl or restore_footprint.
    details.type as soroban_operation_type,
    -- extend_to [ledgers]: Life that entries have at least, from this ledger.
    details.extend_to as extend_to,
    soroban_contract_id as contract_id,
    -- contract_code_hash: Null, as in Hubble.
    details.contract_code_hash as contract_code_hash,
    operation_result_code,
    operation_trace_code,
    -- transaction_hash [hex]: Hash of the transaction; of a fee bump the outer one.
    operations.transaction_hash,
    -- ledger_sequence: Ledger of the transaction.
    operations.ledger_sequence,
    transactions.account as txn_account,
    account_sequence,
    max_fee,
    -- txn_operation_count: Operations of the transaction.
    transactions.operation_count as txn_operation_count,
    transactions.created_at as txn_created_at,
    memo_type,
    memo,
    time_bounds,
    successful,
    fee_charged,
    fee_account,
    new_max_fee,
    transactions.account_muxed,
    fee_account_muxed,
    ledger_bounds,
    min_account_sequence,
    min_account_sequence_age::decimal(20, 0) as min_account_sequence_age,
    min_account_sequence_ledger_gap,
    -- extra_signers: Further signatures that the transaction asks for.
    transactions.extra_signers_json::json::varchar[] as extra_signers,
    resource_fee,
    soroban_resources_instructions,
    soroban_resources_read_bytes,
    soroban_resources_write_bytes,
    transaction_result_code,
    inclusion_fee_bid,
    inclusion_fee_charged,
    resource_fee_refund,
    ledger_hash,
    previous_ledger_hash,
    ledgers.transaction_count,
    -- ledger_operation_count: Operations of successful transactions of the ledger.
    ledgers.operation_count as ledger_operation_count,
    operations.closed_at,
    -- ledger_id: TOID of the ledger.
    ledgers.id as ledger_id,
    total_coins,
    fee_pool,
    base_fee,
    base_reserve,
    max_tx_set_size,
    protocol_version,
    successful_transaction_count,
    failed_transaction_count,
    details_json,
    operations.batch_id,
    cast(operations.closed_at as date) as batch_run_date,
    soroban_fee_write_1kb,
    node_id,
    ledgers.signature,
    total_byte_size_of_bucket_list,
    non_refundable_resource_fee_charged,
    refundable_resource_fee_charged,
    rent_fee_charged,
    -- tx_signers: The signatures in the form of account keys, as in Hubble: these are no addresses.
    bronze.signature_strkeys(signatures_json) as tx_signers,
    -- refundable_fee [stroops]: Null; a column of Hubble for a preview of protocol 20.
    cast(null as bigint) as refundable_fee,
    operation_index,
    -- operation_id: TOID of the operation.
    operations.id as operation_id,
    operations.source_account,
    operations.source_account_muxed,
    -- destination: Who is created, paid, or gets the lumens of a merge; whose trust line changes; who is clawed back from.
    coalesce(destination, case when type in (7, 21) then details.trustor when type = 19 then details."from" end) as destination,
    -- from_account: The same as from.
    details."from" as from_account,
    -- to_address: The same as to.
    case when type not in (0, 8) then destination end as to_address,
    -- into_account: The same as into.
    case when type = 8 then destination end as into_account,
    amount_stroops,
    source_amount_stroops,
    -- limit_amount [stroops]: The most that a trust line may hold; 0 removes it.
    cast(details."limit" * 10000000 as bigint) as limit_amount,
    -- price_n: The same as n.
    details.price_r.n as price_n,
    -- price_d: The same as d.
    details.price_r.d as price_d,
    -- host_function_type: The same as function.
    details."function" as host_function_type,
    soroban_function as function_name,
    successful as tx_successful,
    fee_charged as tx_fee_charged,
    -- tx_max_fee [stroops]: Most that may be charged; of a fee bump the outer bid.
    coalesce(new_max_fee, max_fee) as tx_max_fee,
    -- tx_operation_count: Operations of the transaction.
    transactions.operation_count as tx_operation_count,
    -- tx_memo_type: none, text, id, hash or return.
    lower(replace(memo_type, 'MemoTypeMemo', '')) as tx_memo_type,
    -- tx_memo: Text as it is, id in decimal, hash and return in hex; null when there is none.
    case
        when memo_type in ('MemoTypeMemoHash', 'MemoTypeMemoReturn') then lower(hex(from_base64(memo)))
        when memo_type != 'MemoTypeMemoNone' then memo
    end as tx_memo,
    operations.closed_at as ledger_closed_at,
    total_coins as ledger_total_coins,
    fee_pool as ledger_fee_pool,
    base_fee as ledger_base_fee,
    base_reserve as ledger_base_reserve,
    -- ledger_transaction_count: Transactions of the ledger, failed ones included; Hubble's transaction_count has the successful ones.
    successful_transaction_count + failed_transaction_count as ledger_transaction_count,
    successful_transaction_count as ledger_successful_tx_count,
    failed_transaction_count as ledger_failed_tx_count,
    -- is_payment_op: Whether it is a payment or a path payment.
    bronze.is_payment(type) as is_payment_op,
    -- is_soroban_op: Whether it calls, extends or restores: types 24, 25, 26.
    type in (24, 25, 26) as is_soroban_op,
    asset_key,
    source_asset_key,
    selling_asset_key,
    buying_asset_key,
    reserve_a_asset_key,
    reserve_b_asset_key,
    memo_bytes,
    inner_transaction_result_code
from bronze.history_operations as operations
inner join bronze.history_transactions_raw_v1 as transactions
    on transactions.ledger_sequence = operations.ledger_sequence and transactions.id = transaction_id
inner join bronze.history_ledgers_raw_v1 as ledgers on sequence = operations.ledger_sequence
