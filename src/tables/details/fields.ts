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

const sponsor = same(
  'sponsor',
  field('Account that pays the reserve of what the operation created, if not the owner.'),
);
const poolId = storedIdFields('liquidity_pool_id', 'Id of the liquidity pool.', 'L');
const balanceId = storedIdFields('balance_id', 'Id of the claimable balance with the four bytes of its type.', 'B');

function asset(prefix: string, what: string): FieldSpecs {
  const id = field(`FarmHash of code, issuer and type of ${what}, as in history_assets.`);
  return { ...assetNameFields(prefix, what), ...same(`${prefix}asset_id`, id) };
}

function priceFields(unit: string, other: string): FieldSpecs {
  return {
    price: from(
      'bronze.price_sevenths(price_n, price_d) / 1e7',
      field(`Price of one unit ${unit}, in units ${other}, rounded to seven digits.`),
    ),
    'price_r.n': from('price_n', field(`Numerator of the exact price of one unit ${unit}.`)),
    'price_r.d': from('price_d', field(`Denominator of the exact price of one unit ${unit}.`)),
  };
}

function priceLimit(prefix: 'min' | 'max', price: string): FieldSpecs {
  return {
    [`${prefix}_price`]: typed('DOUBLE', `${price} of B in A at which the deposit is wanted, rounded to seven digits.`),
    [`${prefix}_price_r.n`]: typed('INTEGER', `Numerator of the exact ${price.toLowerCase()} of B in A.`),
    [`${prefix}_price_r.d`]: typed('INTEGER', `Denominator of the exact ${price.toLowerCase()} of B in A.`),
  };
}

const offer: FieldSpecs = {
  ...asset('selling_', 'the asset sold'),
  ...asset('buying_', 'the asset bought'),
  amount: storedField('amount_stroops', 'Amount of the sold asset on offer.'),
  ...priceFields('sold', 'bought'),
};

const offerId = same('offer_id', field('Offer that is changed or removed; 0 creates a new one.'));

const pathPayment: FieldSpecs = {
  ...partyFields('from', 'Account that pays.', 'source_account'),
  ...partyFields('to', 'Account that is paid.', 'destination'),
  ...asset('source_', 'the asset given'),
  ...asset('', 'the asset that arrives'),
  amount: storedField('amount_stroops', 'Amount that arrives; 0 for a failed strict send.'),
  source_amount: storedField('source_amount_stroops', 'Amount that is given; 0 for a failed strict receive.'),
  'path[].asset_type': field('Type of an asset on the path between source and destination asset.'),
  'path[].asset_code': field('Code of an asset on the path; empty for lumens.'),
  'path[].asset_issuer': field('Issuer of an asset on the path; empty for lumens.'),
};

function flags(prefix: string, words: string): FieldSpecs {
  return {
    [`${prefix}_flags[]`]: typed('INTEGER', `Flags to ${prefix}: ${words}.`),
    [`${prefix}_flags_s[]`]: field(`Names of the flags to ${prefix}.`),
  };
}

const accountFlags = '1 auth_required, 2 auth_revocable, 4 auth_immutable, 8 auth_clawback_enabled';
const trustFlags = '1 authorized, 2 authorized_to_maintain_liabilities, 4 clawback_enabled';

function reserve(side: 'a' | 'b'): FieldSpecs {
  return asset(`reserve_${side}_`, `reserve ${side.toUpperCase()} (native if the transaction failed)`);
}

/** The amounts of a pool in these columns, in units. */
function amounts(...columns: (keyof typeof detailColumns)[]): FieldSpecs {
  return Object.fromEntries(columns.map((c) => [c.replace('_stroops', ''), storedField(c, detailColumns[c].doc)]));
}

const footprint: FieldSpecs = {
  type: field(
    'Type of call: invoke_contract, create_contract, create_contract_v2, upload_wasm, or the type of the operation.',
  ),
  'ledger_key_hash[]': field('SHA-256 of a LedgerKey of the footprint, read-only ones first.', 'hex'),
  contract_code_hash: field('Always null, as in Hubble.'),
  ...same(
    'contract_id',
    field('Contract that is called, else the first contract of the footprint; empty if there is none.'),
  ),
};

const parameters: FieldSpecs = {
  'parameters[].type': field(
    'ScVal type of a parameter; for a contract call, the first is the contract, the second the function.',
  ),
  'parameters[].value': field('ScVal of a parameter.', 'base64 XDR'),
  'parameters_decoded[].type': field('ScVal type of a parameter.'),
  'parameters_decoded[].value': field('Value of a parameter as text.'),
  'parameters_json[]': field('ScVal of a parameter.', 'base64 XDR'),
  'parameters_json_decoded[]': typed('JSON', 'Value of a parameter in SEP-51 JSON.', 'JSON'),
};

const balanceChange: FieldSpecs = {
  'asset_balance_changes[].type': field('Kind of movement by an asset contract: transfer, mint, burn or clawback.'),
  'asset_balance_changes[].from': field('Sender of the movement; absent for a mint.'),
  'asset_balance_changes[].to': field('Receiver of the movement; absent for a burn or clawback.'),
  'asset_balance_changes[].amount': field('Amount moved, as text; 0 if it came with a memo, as in Hubble.', 'units'),
  'asset_balance_changes[].asset_type': field('Type of the asset moved.'),
  'asset_balance_changes[].asset_code': field('Code of the asset moved; absent for lumens.'),
  'asset_balance_changes[].asset_issuer': field('Issuer of the asset moved; absent for lumens.'),
};

const fields: Record<keyof typeof OperationType, FieldSpecs> = {
  createAccount: {
    ...partyFields('funder', 'Account that pays the starting balance.', 'source_account'),
    account: from('destination', field('Account that is created.')),
    starting_balance: storedField('amount_stroops', 'Lumens that the new account gets.'),
    ...sponsor,
  },
  payment: {
    ...partyFields('from', 'Account that pays.', 'source_account'),
    ...partyFields('to', 'Account that is paid.', 'destination'),
    ...asset('', 'the asset paid'),
    amount: storedField('amount_stroops', 'Amount that is paid.'),
  },
  pathPaymentStrictReceive: {
    ...pathPayment,
    source_max: storedField('source_max_stroops', 'Most that the sender may give.'),
  },
  pathPaymentStrictSend: {
    ...pathPayment,
    destination_min: from(
      'bronze.fixed_units(destination_min_stroops)',
      field('Least that must arrive, as text.', 'units'),
    ),
  },
  manageSellOffer: { ...offer, ...offerId, ...sponsor },
  manageBuyOffer: {
    ...offer,
    amount: storedField('amount_stroops', 'Amount of the bought asset that is wanted.'),
    ...priceFields('bought', 'sold'),
    ...offerId,
    ...sponsor,
  },
  createPassiveSellOffer: { ...offer, ...sponsor },
  setOptions: {
    inflation_dest: field('Account that gets the inflation vote.'),
    ...flags('clear', accountFlags),
    ...flags('set', accountFlags),
    master_key_weight: typed('BIGINT', "Weight of the account's own key."),
    low_threshold: typed('BIGINT', 'Weight of signatures that low-threshold operations need.'),
    med_threshold: typed('BIGINT', 'Weight of signatures that medium-threshold operations need.'),
    high_threshold: typed('BIGINT', 'Weight of signatures that high-threshold operations need.'),
    home_domain: field('Home domain of the account.'),
    signer_key: field('Signer that is added, changed or removed.'),
    signer_weight: typed('BIGINT', 'Weight of the signer; 0 removes it.'),
    ...sponsor,
  },
  changeTrust: {
    ...asset('', 'the asset trusted (liquidity_pool_shares for pool shares)'),
    ...poolId,
    trustee: from('asset_issuer', field('Issuer of the asset trusted.')),
    ...partyFields('trustor', 'Account that has the trust line.', 'source_account'),
    limit: storedField('limit_stroops', 'Most that the trust line may hold; 0 removes it.'),
    ...sponsor,
  },
  allowTrust: {
    ...asset('', 'the asset'),
    ...partyFields('trustee', 'Issuer of the asset, which authorizes the trust line or not.', 'source_account'),
    ...same('trustor', field('Account that has the trust line.')),
    authorize: typed('BOOLEAN', 'Whether the trust line is authorized.'),
    authorize_to_maintain_liabilities: typed(
      'BOOLEAN',
      'True if the trust line may only keep its offers; else absent.',
    ),
    clawback_enabled: typed('BOOLEAN', 'True if clawback of the trust line is enabled; else absent.'),
    ...sponsor,
  },
  accountMerge: {
    ...partyFields('account', 'Account that is merged and removed.', 'source_account'),
    ...partyFields('into', 'Account that gets the lumens of the merged account.', 'destination'),
    amount: storedField('amount_stroops', 'Lumens moved; absent if the operation failed. Not in Hubble.'),
  },
  inflation: {},
  manageData: {
    name: field('Name of the data entry.'),
    value: field('Value of the data entry; null removes the entry.', 'base64'),
    ...sponsor,
  },
  bumpSequence: { bump_to: field('Sequence number to bump to, as text.') },
  createClaimableBalance: {
    asset: from(
      'bronze.asset_key(asset_type, asset_code, asset_issuer)',
      field('Asset that is locked: native or CODE:ISSUER.'),
    ),
    amount: storedField('amount_stroops', 'Amount that is locked.'),
    'claimants[].destination': field('Account that may claim.'),
    'claimants[].predicate': typed('JSON', 'Predicate under which the account may claim.', 'JSON'),
    ...storedIdFields('balance_id', 'Id of the claimable balance; absent if the operation failed. Not in Hubble.', 'B'),
    ...sponsor,
  },
  claimClaimableBalance: { ...balanceId, ...partyFields('claimant', 'Account that claims.', 'source_account') },
  beginSponsoringFutureReserves: same('sponsored_id', field('Account whose future reserves the source pays.')),
  endSponsoringFutureReserves: partyFields(
    'begin_sponsor',
    'Account that began the sponsorship; absent if the transaction failed.',
  ),
  revokeSponsorship: {
    account_id: field('Account whose own sponsorship is revoked.'),
    trustline_account_id: field('Account of the trust line whose sponsorship is revoked.'),
    trustline_asset: field('Asset of the trust line whose sponsorship is revoked: native or CODE:ISSUER.'),
    ...idFields(
      'trustline_liquidity_pool_id',
      'Pool of the trust line to pool shares whose sponsorship is revoked.',
      'L',
    ),
    ...same('offer_id', field('Offer whose sponsorship is revoked.')),
    data_account_id: field('Account of the data entry whose sponsorship is revoked.'),
    data_name: field('Name of the data entry whose sponsorship is revoked.'),
    ...idFields('claimable_balance_id', 'Claimable balance whose sponsorship is revoked.', 'B'),
    ...storedIdFields('liquidity_pool_id', 'Liquidity pool whose sponsorship is revoked.', 'L'),
    signer_account_id: field('Account of the signer whose sponsorship is revoked.'),
    signer_key: field('Signer whose sponsorship is revoked.'),
    ...sponsor,
  },
  clawback: {
    ...asset('', 'the asset'),
    ...partyFields('from', 'Account whose balance is clawed back.', 'details_from'),
    amount: storedField('amount_stroops', 'Amount that is clawed back.'),
  },
  clawbackClaimableBalance: balanceId,
  setTrustLineFlags: {
    ...same('trustor', field('Account that has the trust line.')),
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
    ...priceLimit('min', 'Lowest price'),
    ...priceLimit('max', 'Highest price'),
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
    function: from('host_function', field('Type of the host function, by its Go name.')),
    ...footprint,
    ...parameters,
    ...balanceChange,
    from: from('details_from', field('What the id of a created contract derives from: address or asset.')),
    address: field('Address that the id of a created contract derives from.'),
    asset: from(
      'contract_asset',
      field('Asset that the id of a created contract derives from: native or CODE:ISSUER.'),
    ),
  },
  extendFootprintTtl: {
    ...footprint,
    extend_to: typed('BIGINT', 'Ledgers that the entries stay live at least, from this ledger on.', 'ledgers'),
  },
  restoreFootprint: footprint,
};

/** The fields of the details of each type of operation, by `type_string`. */
export const operationFields = byTypeName(fields);
