-- Macros: payments. Whether an operation of the type is a payment or a path payment.
create or replace macro bronze.is_payment(type) as (type in (1, 2, 13))
