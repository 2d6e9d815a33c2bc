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
    -- account: Account that is created or merged away.
    details.account as account,
    -- op_account_muxed: M address of the merged account; null if it is not muxed.
    details.account_muxed as op_account_muxed,
    -- op_account_muxed_id: Id in op_account_muxed.
    details.account_muxed_id as op_account_muxed_id,
    -- op_account_id: Account whose own sponsorship is revoked.
    details.account_id as op_account_id,
    -- amount [units]: Amount paid, offered, locked, clawed back or merged; for a path payment what arrives.
    case when type != 0 then bronze.units(amount_stroops) end as amount,
    -- asset: Asset of the claimable balance, or of the asset contract, that is created: native or CODE:ISSUER. For joins take asset_key.
    details.asset as asset,
    -- asset_code: Code of the asset that is paid, arrives, is trusted or clawed back; null for lumens.
    details.asset_code as asset_code,
    -- asset_issuer: Issuer of the asset that is paid, arrives, is trusted or clawed back; null for lumens.
    details.asset_issuer as asset_issuer,
    -- asset_type: Type of the asset that is paid, arrives, is trusted or clawed back: native, credit_alphanum4, credit_alphanum12 or liquidity_pool_shares.
    details.asset_type as asset_type,
    -- authorize: Whether allow_trust authorizes the trust line.
    details.authorize as authorize,
    -- balance_id [hex]: Claimable balance that is created, claimed, clawed back, or whose sponsorship is revoked, with the four bytes of its type.
    coalesce(details.balance_id, details.claimable_balance_id) as balance_id,
    -- claimant: Account that claims a claimable balance.
    details.claimant as claimant,
    -- claimant_muxed: M address of claimant; null if it is not muxed.
    details.claimant_muxed as claimant_muxed,
    -- claimant_muxed_id: Id in claimant_muxed.
    details.claimant_muxed_id as claimant_muxed_id,
    -- claimants: Claimants of a claimable balance that is created, with their predicates.
    details.claimants as claimants,
    -- data_account_id: Account of the data entry whose sponsorship is revoked.
    details.data_account_id as data_account_id,
    -- data_name: Name of the data entry whose sponsorship is revoked; one that is written is in name.
    details.data_name as data_name,
    -- buying_asset_code: Code of the asset that an offer buys; null for lumens.
    details.buying_asset_code as buying_asset_code,
    -- buying_asset_issuer: Issuer of the asset that an offer buys; null for lumens.
    details.buying_asset_issuer as buying_asset_issuer,
    -- buying_asset_type: Type of the asset that an offer buys: native, credit_alphanum4 or credit_alphanum12.
    details.buying_asset_type as buying_asset_type,
    -- from: Account that pays, or whose balance is clawed back; for a contract that is created, what its id derives from (address or asset).
    details."from" as "from",
    -- from_muxed: M address of from; null if it is not muxed.
    details.from_muxed as from_muxed,
    -- from_muxed_id: Id in from_muxed.
    details.from_muxed_id as from_muxed_id,
    -- funder: Account that creates another and pays the starting balance.
    details.funder as funder,
    -- funder_muxed: M address of funder; null if it is not muxed.
    details.funder_muxed as funder_muxed,
    -- funder_muxed_id: Id in funder_muxed.
    details.funder_muxed_id as funder_muxed_id,
    -- high_threshold: Weight for high-threshold operations that set_options sets.
    details.high_threshold as high_threshold,
    -- home_domain: Home domain that set_options sets.
    details.home_domain as home_domain,
    -- inflation_dest: Account that gets the inflation vote.
    details.inflation_dest as inflation_dest,
    -- into: Account that gets the lumens of the merged account.
    details."into" as "into",
    -- into_muxed: M address of into; null if it is not muxed.
    details.into_muxed as into_muxed,
    -- into_muxed_id: Id in into_muxed.
    details.into_muxed_id as into_muxed_id,
    -- limit [units]: Most that the trust line may hold; 0 removes it.
    details."limit" as "limit",
    -- low_threshold: Weight for low-threshold operations that set_options sets.
    details.low_threshold as low_threshold,
    -- master_key_weight: Weight of the account's own key that set_options sets.
    details.master_key_weight as master_key_weight,
    -- med_threshold: Weight for medium-threshold operations that set_options sets.
    details.med_threshold as med_threshold,
    -- name: Name of the data entry that manage_data writes or removes.
    details.name as name,
    -- offer_id: Offer that is changed, removed, or whose sponsorship is revoked; 0 creates a new one.
    details.offer_id as offer_id,
    -- path: Assets between source asset and destination asset of a path payment.
    details.path as path,
    -- price: Price of an offer, rounded to seven digits; exact in price_n and price_d.
    details.price as price,
    -- d: Denominator of the price of an offer.
    details.price_r.d as d,
    -- n: Numerator of the price of an offer.
    details.price_r.n as n,
    -- selling_asset_code: Code of the asset that an offer sells; null for lumens.
    details.selling_asset_code as selling_asset_code,
    -- selling_asset_issuer: Issuer of the asset that an offer sells; null for lumens.
    details.selling_asset_issuer as selling_asset_issuer,
    -- selling_asset_type: Type of the asset that an offer sells: native, credit_alphanum4 or credit_alphanum12.
    details.selling_asset_type as selling_asset_type,
    -- set_flags: Account or trust line flags that the operation sets.
    details.set_flags as set_flags,
    -- set_flags_s: Names of the account or trust line flags that the operation sets.
    details.set_flags_s as set_flags_s,
    -- signer_account_id: Account of the signer whose sponsorship is revoked.
    details.signer_account_id as signer_account_id,
    -- signer_key: Signer that is added, changed, removed, or whose sponsorship is revoked.
    details.signer_key as signer_key,
    -- signer_weight: Weight of the signer; 0 removes it.
    details.signer_weight as signer_weight,
    -- source_amount [units]: Amount that the sender of a path payment gives.
    details.source_amount as source_amount,
    -- source_asset_code: Code of the asset that the sender of a path payment gives; null for lumens.
    details.source_asset_code as source_asset_code,
    -- source_asset_issuer: Issuer of the asset that the sender of a path payment gives; null for lumens.
    details.source_asset_issuer as source_asset_issuer,
    -- source_asset_type: Type of the asset that the sender of a path payment gives: native, credit_alphanum4 or credit_alphanum12.
    details.source_asset_type as source_asset_type,
    -- source_max [units]: Most that a strict receive path payment may give.
    details.source_max as source_max,
    -- starting_balance [units]: Lumens that the created account gets.
    details.starting_balance as starting_balance,
    -- to: Account that is paid.
    details."to" as "to",
    -- to_muxed: M address of to; null if it is not muxed.
    details.to_muxed as to_muxed,
    -- to_muxed_id: Id in to_muxed.
    details.to_muxed_id as to_muxed_id,
    -- trustee: Issuer of the asset of a trust line.
    details.trustee as trustee,
    -- trustee_muxed: M address of trustee; null if it is not muxed.
    details.trustee_muxed as trustee_muxed,
    -- trustee_muxed_id: Id in trustee_muxed.
    details.trustee_muxed_id as trustee_muxed_id,
    -- trustor: Account whose trust line the operation changes.
    details.trustor as trustor,
    -- trustor_muxed: M address of trustor; null if it is not muxed.
    details.trustor_muxed as trustor_muxed,
    -- trustor_muxed_id: Id in trustor_muxed.
    details.trustor_muxed_id as trustor_muxed_id,
    -- trustline_account_id: Account of the trust line whose sponsorship is revoked.
    details.trustline_account_id as trustline_account_id,
    -- trustline_asset: Asset of the trust line whose sponsorship is revoked: native or CODE:ISSUER.
    details.trustline_asset as trustline_asset,
    -- value [base64]: Value of the data entry; null removes the entry.
    details.value as value,
    -- clear_flags: Account or trust line flags that the operation clears.
    details.clear_flags as clear_flags,
    -- clear_flags_s: Names of the account or trust line flags that the operation clears.
    details.clear_flags_s as clear_flags_s,
    -- destination_min [units]: Least that must arrive with a strict send path payment, as text.
    details.destination_min as destination_min,
    -- bump_to: Sequence number that bump_sequence wants, as text.
    details.bump_to as bump_to,
    -- sponsor: Account that pays the reserve of what the operation created, if another than the owner does.
    details.sponsor as sponsor,
    -- sponsored_id: Account whose future reserves the source pays.
    details.sponsored_id as sponsored_id,
    -- begin_sponsor: Account that began the sponsorship that ends.
    details.begin_sponsor as begin_sponsor,
    -- begin_sponsor_muxed: M address of begin_sponsor; null if it is not muxed.
    details.begin_sponsor_muxed as begin_sponsor_muxed,
    -- begin_sponsor_muxed_id: Id in begin_sponsor_muxed.
    details.begin_sponsor_muxed_id as begin_sponsor_muxed_id,
    -- authorize_to_maintain_liabilities: True if the trust line may only keep its offers; else null.
    details.authorize_to_maintain_liabilities as authorize_to_maintain_liabilities,
    -- clawback_enabled: True if allow_trust enables clawback of the trust line; else null.
    details.clawback_enabled as clawback_enabled,
    -- liquidity_pool_id [hex]: Liquidity pool that the operation is about.
    details.liquidity_pool_id as liquidity_pool_id,
    -- reserve_a_asset_type: Type of the pool's reserve A: native, credit_alphanum4 or credit_alphanum12; native if the transaction failed.
    details.reserve_a_asset_type as reserve_a_asset_type,
    -- reserve_a_asset_code: Code of the pool's reserve A; null for lumens.
    details.reserve_a_asset_code as reserve_a_asset_code,
    -- reserve_a_asset_issuer: Issuer of the pool's reserve A; null for lumens.
    details.reserve_a_asset_issuer as reserve_a_asset_issuer,
    -- reserve_a_max_amount [units]: Most of reserve A that a deposit may give.
    details.reserve_a_max_amount as reserve_a_max_amount,
    -- reserve_a_deposit_amount [units]: Amount of reserve A that the deposit gave; 0 if the transaction failed.
    details.reserve_a_deposit_amount as reserve_a_deposit_amount,
    -- reserve_b_asset_type: Type of the pool's reserve B: native, credit_alphanum4 or credit_alphanum12; native if the transaction failed.
    details.reserve_b_asset_type as reserve_b_asset_type,
    -- reserve_b_asset_code: Code of the pool's reserve B; null for lumens.
    details.reserve_b_asset_code as reserve_b_asset_code,
    -- reserve_b_asset_issuer: Issuer of the pool's reserve B; null for lumens.
    details.reserve_b_asset_issuer as reserve_b_asset_issuer,
    -- reserve_b_max_amount [units]: Most of reserve B that a deposit may give.
    details.reserve_b_max_amount as reserve_b_max_amount,
    -- reserve_b_deposit_amount [units]: Amount of reserve B that the deposit gave; 0 if the transaction failed.
    details.reserve_b_deposit_amount as reserve_b_deposit_amount,
    -- min_price: Lowest price of B in A at which a deposit is wanted, rounded to seven digits.
    details.min_price as min_price,
    -- min_price_r: Lowest price of B in A at which a deposit is wanted, as an exact fraction.
    details.min_price_r as min_price_r,
    -- max_price: Highest price of B in A at which a deposit is wanted, rounded to seven digits.
    details.max_price as max_price,
    -- max_price_r: Highest price of B in A at which a deposit is wanted, as an exact fraction.
    details.max_price_r as max_price_r,
    -- shares_received [units]: Pool shares that the depositor got.
    details.shares_received as shares_received,
    -- reserve_a_min_amount [units]: Least of reserve A that a withdrawal must return.
    details.reserve_a_min_amount as reserve_a_min_amount,
    -- reserve_b_min_amount [units]: Least of reserve B that a withdrawal must return.
    details.reserve_b_min_amount as reserve_b_min_amount,
    -- shares [units]: Pool shares that a withdrawal gives back.
    details.shares as shares,
    -- reserve_a_withdraw_amount [units]: Amount of reserve A that the withdrawal returned; 0 if the transaction failed.
    details.reserve_a_withdraw_amount as reserve_a_withdraw_amount,
    -- reserve_b_withdraw_amount [units]: Amount of reserve B that the withdrawal returned; 0 if the transaction failed.
    details.reserve_b_withdraw_amount as reserve_b_withdraw_amount,
    -- asset_balance_changes: Movements of asset contracts in a call, read from diagnostic events as in Hubble.
    details.asset_balance_changes as asset_balance_changes,
    -- parameters: Parameters of a host function call in base64 XDR; of a contract call the first two are contract and function.
    details.parameters as parameters,
    -- parameters_decoded: Parameters of a host function call, with the values as text.
    details.parameters_decoded as parameters_decoded,
    -- function: Type of the host function, by its Go name.
    details."function" as "function",
    -- address: Address that the id of a created contract derives from.
    details.address as address,
    -- soroban_operation_type: invoke_contract, create_contract, create_contract_v2, upload_wasm, extend_footprint_ttl or restore_footprint.
    details.type as soroban_operation_type,
    -- extend_to [ledgers]: Ledgers that the entries stay live at least, from this ledger on.
    details.extend_to as extend_to,
    soroban_contract_id as contract_id,
    -- contract_code_hash: Always null, as in Hubble.
    details.contract_code_hash as contract_code_hash,
    operation_result_code,
    operation_trace_code,
    -- transaction_hash [hex]: Hash of the transaction; for a fee bump, of the outer one.
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
    -- extra_signers: Keys that must sign the transaction too.
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
    -- tx_signers: Signatures in the form of account keys, as in Hubble; they are no addresses.
    bronze.signature_strkeys(signatures_json) as tx_signers,
    -- refundable_fee [stroops]: Always null; a column of Hubble for a preview of protocol 20.
    cast(null as bigint) as refundable_fee,
    operation_index,
    -- operation_id: TOID of the operation.
    operations.id as operation_id,
    operations.source_account,
    operations.source_account_muxed,
    -- destination: Account that is created, paid or merged into, whose trust line changes, or whose balance is clawed back.
    coalesce(destination, case when type in (7, 21) then details.trustor when type = 19 then details."from" end) as destination,
    -- from_account: Account that pays, or whose balance is clawed back; equals from.
    details."from" as from_account,
    -- to_address: Account that is paid; equals to.
    case when type not in (0, 8) then destination end as to_address,
    -- into_account: Account that gets the lumens of the merged account; equals into.
    case when type = 8 then destination end as into_account,
    amount_stroops,
    source_amount_stroops,
    -- limit_amount [stroops]: Most that the trust line may hold; 0 removes it.
    cast(details."limit" * 10000000 as bigint) as limit_amount,
    -- price_n: Numerator of the price of an offer; equals n.
    details.price_r.n as price_n,
    -- price_d: Denominator of the price of an offer; equals d.
    details.price_r.d as price_d,
    -- host_function_type: Type of the host function, by its Go name; equals function.
    details."function" as host_function_type,
    soroban_function as function_name,
    successful as tx_successful,
    fee_charged as tx_fee_charged,
    -- tx_max_fee [stroops]: Maximum fee that may be charged; for a fee bump, the outer bid.
    coalesce(new_max_fee, max_fee) as tx_max_fee,
    -- tx_operation_count: Operations of the transaction.
    transactions.operation_count as tx_operation_count,
    -- tx_memo_type: Type of the memo: none, text, id, hash or return.
    lower(replace(memo_type, 'MemoTypeMemo', '')) as tx_memo_type,
    -- tx_memo: Memo: text as it is, id in decimal, hash and return in hex; null if there is none.
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
    -- is_payment_op: Whether the operation is a payment or a path payment.
    bronze.is_payment(type) as is_payment_op,
    -- is_soroban_op: Whether it is a Soroban operation (types 24, 25, 26).
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
