/** The fields of the details of operations, by type: what the writers of this folder write. */
import type { OperationType } from '../../xdr/generated/enums.ts';
import {
  amount,
  assetNameFields,
  byTypeName,
  field,
  idFields,
  partyFields,
  type FieldSpecs,
} from '../detail-fields.ts';

const sponsor = { sponsor: field('Who pays the reserve of what the operation created, if another account does.') };
const poolId = idFields('liquidity_pool_id', 'Id of the pool.', 'L');
const balanceId = idFields('balance_id', 'Id of the claimable balance with the four bytes of its type.', 'B');

function asset(prefix: string, what: string): FieldSpecs {
  const id = field(`FarmHash of code, issuer and type of ${what}, as in history_assets.`);
  return { ...assetNameFields(prefix, what), [`${prefix}asset_id`]: id };
}

function price(prefix: string, doc: string): FieldSpecs {
  return {
    [`${prefix}price`]: field(`${doc}, rounded to seven digits.`),
    [`${prefix}price_r.n`]: field('Its exact numerator.'),
    [`${prefix}price_r.d`]: field('Its exact denominator.'),
  };
}

const offer: FieldSpecs = {
  ...asset('selling_', 'the asset sold'),
  ...asset('buying_', 'the asset bought'),
  amount: amount('What is offered, of the asset sold.'),
  ...price('', 'Price of one unit sold, in units bought'),
};

const offerId = field('Offer that is changed or removed; 0 makes a new one.');

const pathPayment: FieldSpecs = {
  ...partyFields('from', 'Who pays.'),
  ...partyFields('to', 'Who is paid.'),
  ...asset('source_', 'the asset given'),
  ...asset('', 'the asset that arrives'),
  amount: amount('What arrives; of a failed strict send 0.'),
  source_amount: amount('What is given; of a failed strict receive 0.'),
  'path[].asset_type': field('Type of an asset on the way.'),
  'path[].asset_code': field('Its code; empty of lumens.'),
  'path[].asset_issuer': field('Its issuer; empty of lumens.'),
};

function flags(prefix: string, words: string): FieldSpecs {
  return {
    [`${prefix}_flags[]`]: field(`Flags to ${prefix}: ${words}.`),
    [`${prefix}_flags_s[]`]: field('The same as words.'),
  };
}

const accountFlags = '1 auth_required, 2 auth_revocable, 4 auth_immutable, 8 auth_clawback_enabled';
const trustFlags = '1 authorized, 2 authorized_to_maintain_liabilities, 4 clawback_enabled';

function reserve(side: 'a' | 'b'): FieldSpecs {
  return asset(`reserve_${side}_`, `reserve ${side.toUpperCase()} (native when the transaction failed)`);
}

const footprint: FieldSpecs = {
  type: field('invoke_contract, create_contract, create_contract_v2, upload_wasm, or the type of the operation.'),
  'ledger_key_hash[]': field('SHA-256 of each LedgerKey of the footprint, read-only ones first.', 'hex'),
  contract_code_hash: field('Null, as in Hubble.'),
  contract_id: field('Contract called; else the first one of the footprint, empty when there is none.'),
};

const parameters: FieldSpecs = {
  'parameters[].type': field('Type of a parameter; of a call the first is the contract, the second the function.'),
  'parameters[].value': field('Its ScVal.', 'base64 XDR'),
  'parameters_decoded[].type': field('Type of a parameter.'),
  'parameters_decoded[].value': field('Its value as text.'),
  'parameters_json[]': field('ScVal of a parameter.', 'base64 XDR'),
  'parameters_json_decoded[]': field('The same as SEP-51 JSON.', 'JSON'),
};

const balanceChange: FieldSpecs = {
  'asset_balance_changes[].type': field('What an asset contract did: transfer, mint, burn or clawback.'),
  'asset_balance_changes[].from': field('Who gave; absent of a mint.'),
  'asset_balance_changes[].to': field('Who got; absent of burn and clawback.'),
  'asset_balance_changes[].amount': amount('How much, as text; 0 when it came with a memo, as in Hubble.'),
  'asset_balance_changes[].asset_type': field('Type of the asset.'),
  'asset_balance_changes[].asset_code': field('Code of the asset; absent of lumens.'),
  'asset_balance_changes[].asset_issuer': field('Issuer of the asset; absent of lumens.'),
};

const fields: Record<keyof typeof OperationType, FieldSpecs> = {
  createAccount: {
    ...partyFields('funder', 'Who pays.'),
    account: field('Account that is created.'),
    starting_balance: amount('Lumens that it gets.'),
    ...sponsor,
  },
  payment: {
    ...partyFields('from', 'Who pays.'),
    ...partyFields('to', 'Who is paid.'),
    ...asset('', 'the asset paid'),
    amount: amount('What is paid.'),
  },
  pathPaymentStrictReceive: { ...pathPayment, source_max: amount('The most that may be given.') },
  pathPaymentStrictSend: { ...pathPayment, destination_min: amount('The least that must arrive, as text.') },
  manageSellOffer: { ...offer, offer_id: offerId, ...sponsor },
  manageBuyOffer: {
    ...offer,
    amount: amount('What is wanted, of the asset bought.'),
    ...price('', 'Price of one unit bought, in units sold'),
    offer_id: offerId,
    ...sponsor,
  },
  createPassiveSellOffer: { ...offer, ...sponsor },
  setOptions: {
    inflation_dest: field('Account that inflation is voted to.'),
    ...flags('clear', accountFlags),
    ...flags('set', accountFlags),
    master_key_weight: field("Weight of the account's own key."),
    low_threshold: field('Weight that low operations need.'),
    med_threshold: field('Weight that medium operations need.'),
    high_threshold: field('Weight that high operations need.'),
    home_domain: field('Domain of the account.'),
    signer_key: field('Signer that is added, changed or removed.'),
    signer_weight: field('Its weight; 0 removes it.'),
    ...sponsor,
  },
  changeTrust: {
    ...asset('', 'the asset trusted (liquidity_pool_shares for those of a pool)'),
    ...poolId,
    trustee: field('Issuer of the asset.'),
    ...partyFields('trustor', 'Who trusts.'),
    limit: amount('The most that may be held; 0 removes the trust line.'),
    ...sponsor,
  },
  allowTrust: {
    ...asset('', 'the asset'),
    ...partyFields('trustee', 'Issuer of the asset, who allows.'),
    trustor: field('Whose trust line it is.'),
    authorize: field('Whether it is authorized.'),
    authorize_to_maintain_liabilities: field('True when it may only keep its offers; else absent.'),
    clawback_enabled: field('True when clawback is enabled; else absent.'),
    ...sponsor,
  },
  accountMerge: {
    ...partyFields('account', 'Account that is removed.'),
    ...partyFields('into', 'Who gets its lumens.'),
    amount: amount('Lumens moved; absent when it failed. Not in Hubble.'),
  },
  inflation: {},
  manageData: {
    name: field('Name of the entry.'),
    value: field('Its value; null removes it.', 'base64'),
    ...sponsor,
  },
  bumpSequence: { bump_to: field('Sequence number that is wanted, as text.') },
  createClaimableBalance: {
    asset: field('Asset that is locked: native or CODE:ISSUER.'),
    amount: amount('What is locked.'),
    'claimants[].destination': field('Who may claim.'),
    'claimants[].predicate': field('Under which condition.', 'JSON'),
    balance_id: field('Id of the balance; absent when it failed. Not in Hubble.', 'hex'),
    balance_id_strkey: field('The same as B address.'),
    ...sponsor,
  },
  claimClaimableBalance: { ...balanceId, ...partyFields('claimant', 'Who claims.') },
  beginSponsoringFutureReserves: { sponsored_id: field('Account whose reserves are paid from here on.') },
  endSponsoringFutureReserves: partyFields('begin_sponsor', 'Who began to pay; absent when the transaction failed.'),
  revokeSponsorship: {
    account_id: field('Account, when its own reserve is meant.'),
    trustline_account_id: field('Account of the trust line that is meant.'),
    trustline_asset: field('Its asset: native or CODE:ISSUER.'),
    ...idFields('trustline_liquidity_pool_id', 'Its pool, of a trust line to shares.', 'L'),
    offer_id: field('Offer that is meant.'),
    data_account_id: field('Account of the data entry that is meant.'),
    data_name: field('Name of the data entry.'),
    ...idFields('claimable_balance_id', 'Claimable balance that is meant.', 'B'),
    ...idFields('liquidity_pool_id', 'Pool that is meant.', 'L'),
    signer_account_id: field('Account of the signer that is meant.'),
    signer_key: field('The signer.'),
    ...sponsor,
  },
  clawback: {
    ...asset('', 'the asset'),
    ...partyFields('from', 'Who loses it.'),
    amount: amount('How much is taken.'),
  },
  clawbackClaimableBalance: balanceId,
  setTrustLineFlags: {
    trustor: field('Whose trust line it is.'),
    ...asset('', 'the asset'),
    ...flags('clear', trustFlags),
    ...flags('set', trustFlags),
    ...sponsor,
  },
  liquidityPoolDeposit: {
    ...poolId,
    ...reserve('a'),
    ...reserve('b'),
    reserve_a_max_amount: amount('The most of A that may be given.'),
    reserve_a_deposit_amount: amount('What was given of A; 0 when the transaction failed.'),
    reserve_b_max_amount: amount('The most of B that may be given.'),
    reserve_b_deposit_amount: amount('What was given of B; 0 when the transaction failed.'),
    ...price('min_', 'Lowest price of B in A'),
    ...price('max_', 'Highest price of B in A'),
    shares_received: amount('Shares that the depositor got.'),
  },
  liquidityPoolWithdraw: {
    ...poolId,
    ...reserve('a'),
    ...reserve('b'),
    shares: amount('Shares that are given back.'),
    reserve_a_min_amount: amount('The least of A that must come back.'),
    reserve_a_withdraw_amount: amount('What came back of A; 0 when the transaction failed.'),
    reserve_b_min_amount: amount('The least of B that must come back.'),
    reserve_b_withdraw_amount: amount('What came back of B; 0 when the transaction failed.'),
  },
  invokeHostFunction: {
    function: field("Host function, as Go's name of the enum."),
    ...footprint,
    ...parameters,
    ...balanceChange,
    from: field('What the id of a created contract comes from: address or asset.'),
    address: field('That address.'),
    asset: field('That asset: native or CODE:ISSUER.'),
  },
  extendFootprintTtl: {
    ...footprint,
    extend_to: field('Life that the entries have at least, from this ledger.', 'ledgers'),
  },
  restoreFootprint: footprint,
};

/** The fields of the details of each type of operation, by `type_string`. */
export const operationFields = byTypeName(fields);
