-- One row per made-up payment; key id.
select * from bronze.payments_raw_v1
