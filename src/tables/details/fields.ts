/**
 * The fields of the details of operations, by type: what the writers of this folder write. What `from` names and the table has
 * not, the view makes first.
 */
import type { OperationType } from '../../xdr/generated/enums.ts';
import { detailColumns } from './columns.ts';
import {
  assetNameFields,
  byTypeName,
  field,
  from,
  idFields,
  partyFields,
  same,
  storedField,
  storedIdFields,
  typed,
  type FieldSpecs,
} from './detail-fields.ts';

const sponsor = same('sponsor', field('Who pays the reserve of what the operation created, if another account does.'));
const poolId = storedIdFields('liquidity_pool_id', 'Id of the pool.', 'L');
const balanceId = storedIdFields('balance_id', 'Id of the claimable balance with the four bytes of its type.', 'B');

function asset(prefix: string, what: string): FieldSpecs {
  const id = field(`FarmHash of code, issuer and type of ${what}, as in history_assets.`);
  return { ...assetNameFields(prefix, what), ...same(`${prefix}asset_id`, id) };
}

function priceFields(doc: string): FieldSpecs {
  return {
    price: from('bronze.price_sevenths(price_n, price_d) / 1e7', field(`${doc}, rounded to seven digits.`)),
    'price_r.n': from('price_n', field('Its exact numerator.')),
    'price_r.d': from('price_d', field('Its exact denominator.')),
  };
}

function priceLimit(prefix: 'min' | 'max', doc: string): FieldSpecs {
  return {
    [`${prefix}_price`]: typed('DOUBLE', `${doc}, rounded to seven digits.`),
    [`${prefix}_price_r.n`]: typed('INTEGER', 'Its exact numerator.'),
    [`${prefix}_price_r.d`]: typed('INTEGER', 'Its exact denominator.'),
  };
}

const offer: FieldSpecs = {
  ...asset('selling_', 'the asset sold'),
  ...asset('buying_', 'the asset bought'),
  amount: storedField('amount_stroops', 'What is offered, of the asset sold.'),
  ...priceFields('Price of one unit sold, in units bought'),
};

const offerId = same('offer_id', field('Offer that is changed or removed; 0 makes a new one.'));

const pathPayment: FieldSpecs = {
  ...partyFields('from', 'Who pays.', 'source_account'),
  ...partyFields('to', 'Who is paid.', 'destination'),
  ...asset('source_', 'the asset given'),
  ...asset('', 'the asset that arrives'),
  amount: storedField('amount_stroops', 'What arrives; of a failed strict send 0.'),
  source_amount: storedField('source_amount_stroops', 'What is given; of a failed strict receive 0.'),
  'path[].asset_type': field('Type of an asset on the way.'),
  'path[].asset_code': field('Its code; empty of lumens.'),
  'path[].asset_issuer': field('Its issuer; empty of lumens.'),
};

function flags(prefix: string, words: string): FieldSpecs {
  return {
    [`${prefix}_flags[]`]: typed('INTEGER', `Flags to ${prefix}: ${words}.`),
    [`${prefix}_flags_s[]`]: field('The same as words.'),
  };
}

const accountFlags = '1 auth_required, 2 auth_revocable, 4 auth_immutable, 8 auth_clawback_enabled';
const trustFlags = '1 authorized, 2 authorized_to_maintain_liabilities, 4 clawback_enabled';

function reserve(side: 'a' | 'b'): FieldSpecs {
  return asset(`reserve_${side}_`, `reserve ${side.toUpperCase()} (native when the transaction failed)`);
}

/** The amounts of a pool in these columns, in units. */
function amounts(...columns: (keyof typeof detailColumns)[]): FieldSpecs {
  return Object.fromEntries(columns.map((c) => [c.replace('_stroops', ''), storedField(c, detailColumns[c].doc)]));
}

const footprint: FieldSpecs = {
  type: field('invoke_contract, create_contract, create_contract_v2, upload_wasm, or the type of the operation.'),
  'ledger_key_hash[]': field('SHA-256 of each LedgerKey of the footprint, read-only ones first.', 'hex'),
  contract_code_hash: field('Null, as in Hubble.'),
  ...same('contract_id', field('Contract called; else the first one of the footprint, empty when there is none.')),
};

const parameters: FieldSpecs = {
  'parameters[].type': field('Type of a parameter; of a call the first is the contract, the second the function.'),
  'parameters[].value': field('Its ScVal.', 'base64 XDR'),
  'parameters_decoded[].type': field('Type of a parameter.'),
  'parameters_decoded[].value': field('Its value as text.'),
  'parameters_json[]': field('ScVal of a parameter.', 'base64 XDR'),
  'parameters_json_decoded[]': typed('JSON', 'The same as SEP-51 JSON.', 'JSON'),
};

const balanceChange: FieldSpecs = {
  'asset_balance_changes[].type': field('What an asset contract did: transfer, mint, burn or clawback.'),
  'asset_balance_changes[].from': field('Who gave; absent of a mint.'),
  'asset_balance_changes[].to': field('Who got; absent of burn and clawback.'),
  'asset_balance_changes[].amount': field('How much, as text; 0 when it came with a memo, as in Hubble.', 'units'),
  'asset_balance_changes[].asset_type': field('Type of the asset.'),
  'asset_balance_changes[].asset_code': field('Code of the asset; absent of lumens.'),
  'asset_balance_changes[].asset_issuer': field('Issuer of the asset; absent of lumens.'),
};

const fields: Record<keyof typeof OperationType, FieldSpecs> = {
  createAccount: {
    ...partyFields('funder', 'Who pays.', 'source_account'),
    account: from('destination', field('Account that is created.')),
    starting_balance: storedField('amount_stroops', 'Lumens that it gets.'),
    ...sponsor,
  },
  payment: {
    ...partyFields('from', 'Who pays.', 'source_account'),
    ...partyFields('to', 'Who is paid.', 'destination'),
    ...asset('', 'the asset paid'),
    amount: storedField('amount_stroops', 'What is paid.'),
  },
  pathPaymentStrictReceive: {
    ...pathPayment,
    source_max: storedField('source_max_stroops', 'The most that may be given.'),
  },
  pathPaymentStrictSend: {
    ...pathPayment,
    destination_min: from(
      'bronze.fixed_units(destination_min_stroops)',
      field('The least that must arrive, as text.', 'units'),
    ),
  },
  manageSellOffer: { ...offer, ...offerId, ...sponsor },
  manageBuyOffer: {
    ...offer,
    amount: storedField('amount_stroops', 'What is wanted, of the asset bought.'),
    ...priceFields('Price of one unit bought, in units sold'),
    ...offerId,
    ...sponsor,
  },
  createPassiveSellOffer: { ...offer, ...sponsor },
  setOptions: {
    inflation_dest: field('Account that inflation is voted to.'),
    ...flags('clear', accountFlags),
    ...flags('set', accountFlags),
    master_key_weight: typed('BIGINT', "Weight of the account's own key."),
    low_threshold: typed('BIGINT', 'Weight that low operations need.'),
    med_threshold: typed('BIGINT', 'Weight that medium operations need.'),
    high_threshold: typed('BIGINT', 'Weight that high operations need.'),
    home_domain: field('Domain of the account.'),
    signer_key: field('Signer that is added, changed or removed.'),
    signer_weight: typed('BIGINT', 'Its weight; 0 removes it.'),
    ...sponsor,
  },
  changeTrust: {
    ...asset('', 'the asset trusted (liquidity_pool_shares for those of a pool)'),
    ...poolId,
    trustee: from('asset_issuer', field('Issuer of the asset.')),
    ...partyFields('trustor', 'Who trusts.', 'source_account'),
    limit: storedField('limit_stroops', 'The most that may be held; 0 removes the trust line.'),
    ...sponsor,
  },
  allowTrust: {
    ...asset('', 'the asset'),
    ...partyFields('trustee', 'Issuer of the asset, who allows.', 'source_account'),
    ...same('trustor', field('Whose trust line it is.')),
    authorize: typed('BOOLEAN', 'Whether it is authorized.'),
    authorize_to_maintain_liabilities: typed('BOOLEAN', 'True when it may only keep its offers; else absent.'),
    clawback_enabled: typed('BOOLEAN', 'True when clawback is enabled; else absent.'),
    ...sponsor,
  },
  accountMerge: {
    ...partyFields('account', 'Account that is removed.', 'source_account'),
    ...partyFields('into', 'Who gets its lumens.', 'destination'),
    amount: storedField('amount_stroops', 'Lumens moved; absent when it failed. Not in Hubble.'),
  },
  inflation: {},
  manageData: {
    name: field('Name of the entry.'),
    value: field('Its value; null removes it.', 'base64'),
    ...sponsor,
  },
  bumpSequence: { bump_to: field('Sequence number that is wanted, as text.') },
  createClaimableBalance: {
    asset: from(
      'bronze.asset_key(asset_type, asset_code, asset_issuer)',
      field('Asset that is locked: native or CODE:ISSUER.'),
    ),
    amount: storedField('amount_stroops', 'What is locked.'),
    'claimants[].destination': field('Who may claim.'),
    'claimants[].predicate': typed('JSON', 'Under which condition.', 'JSON'),
    ...storedIdFields('balance_id', 'Id of the balance; absent when it failed. Not in Hubble.', 'B'),
    ...sponsor,
  },
  claimClaimableBalance: { ...balanceId, ...partyFields('claimant', 'Who claims.', 'source_account') },
  beginSponsoringFutureReserves: same('sponsored_id', field('Account whose reserves are paid from here on.')),
  endSponsoringFutureReserves: partyFields('begin_sponsor', 'Who began to pay; absent when the transaction failed.'),
  revokeSponsorship: {
    account_id: field('Account, when its own reserve is meant.'),
    trustline_account_id: field('Account of the trust line that is meant.'),
    trustline_asset: field('Its asset: native or CODE:ISSUER.'),
    ...idFields('trustline_liquidity_pool_id', 'Its pool, of a trust line to shares.', 'L'),
    ...same('offer_id', field('Offer that is meant.')),
    data_account_id: field('Account of the data entry that is meant.'),
    data_name: field('Name of the data entry.'),
    ...idFields('claimable_balance_id', 'Claimable balance that is meant.', 'B'),
    ...storedIdFields('liquidity_pool_id', 'Pool that is meant.', 'L'),
    signer_account_id: field('Account of the signer that is meant.'),
    signer_key: field('The signer.'),
    ...sponsor,
  },
  clawback: {
    ...asset('', 'the asset'),
    ...partyFields('from', 'Who loses it.', 'details_from'),
    amount: storedField('amount_stroops', 'How much is taken.'),
  },
  clawbackClaimableBalance: balanceId,
  setTrustLineFlags: {
    ...same('trustor', field('Whose trust line it is.')),
    ...asset('', 'the asset'),
    ...flags('clear', trustFlags),
    ...flags('set', trustFlags),
    ...sponsor,
  },
  liquidityPoolDeposit: {
    ...poolId,
    ...reserve('a'),
    ...reserve('b'),
    ...amounts(
      'reserve_a_max_amount_stroops',
      'reserve_a_deposit_amount_stroops',
      'reserve_b_max_amount_stroops',
      'reserve_b_deposit_amount_stroops',
    ),
    ...priceLimit('min', 'Lowest price of B in A'),
    ...priceLimit('max', 'Highest price of B in A'),
    ...amounts('shares_received_stroops'),
  },
  liquidityPoolWithdraw: {
    ...poolId,
    ...reserve('a'),
    ...reserve('b'),
    ...amounts(
      'shares_stroops',
      'reserve_a_min_amount_stroops',
      'reserve_a_withdraw_amount_stroops',
      'reserve_b_min_amount_stroops',
      'reserve_b_withdraw_amount_stroops',
    ),
  },
  invokeHostFunction: {
    function: from('host_function', field("Host function, as Go's name of the enum.")),
    ...footprint,
    ...parameters,
    ...balanceChange,
    from: from('details_from', field('What the id of a created contract comes from: address or asset.')),
    address: field('That address.'),
    asset: from('contract_asset', field('That asset: native or CODE:ISSUER.')),
  },
  extendFootprintTtl: {
    ...footprint,
    extend_to: typed('BIGINT', 'Life that the entries have at least, from this ledger.', 'ledgers'),
  },
  restoreFootprint: footprint,
};

/** The fields of the details of each type of operation, by `type_string`. */
export const operationFields = byTypeName(fields);
