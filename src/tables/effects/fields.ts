/**
 * The fields of the details of effects, by type: what the writers of this folder write. Amounts in JSON are texts of seven decimals.
 * What `from` names and the table has not, and what of an object is in a column, the view puts together first.
 */
import {
  amountField,
  assetNameFields,
  byTypeName,
  field,
  from,
  partyFields,
  same,
  storedField,
  typed,
  type FieldSpecs,
} from '../details/detail-fields.ts';
import type { effectType } from './types.ts';

/** What has more digits than a column of stroops is a text; of 39 digits it is null. */
const movedAmount =
  'case when wide_amount is not null then try_cast(wide_amount as decimal(38, 7)) else bronze.wide_units(amount_stroops) end';

const moved: FieldSpecs = {
  amount: from(movedAmount, { doc: 'How much.', unit: 'units' }),
  ...assetNameFields('', 'the asset'),
  ...same('contract_event_type', field('Of a contract call: transfer, mint, burn or clawback; else absent.')),
};

const movedByContract: FieldSpecs = {
  ...moved,
  ...same('contract', field('Contract, balance or pool that gave or got it.')),
};

const asset = field('Asset: native or CODE:ISSUER.');
const ownAsset = 'asset_key';

const shareLine: FieldSpecs = {
  ...same('liquidity_pool_id', field('Pool, of a trust line to shares.', 'hex')),
  liquidity_pool_id_strkey: field('Id of the pool as strkey (L…).'),
};

const trustLine: FieldSpecs = {
  limit: storedField('limit_stroops', 'The most that may be held.'),
  ...assetNameFields('', 'the asset trusted (liquidity_pool_shares for those of a pool)'),
  ...shareLine,
};

const trade: FieldSpecs = {
  ...same('offer_id', field('Offer that was taken.')),
  ...partyFields('seller', 'The other side: for the taker the maker of the offer, for the maker the taker.', 'seller'),
  bought_amount: storedField('bought_amount_stroops', 'What the account got.'),
  ...assetNameFields('bought_', 'what it got'),
  sold_amount: storedField('sold_amount_stroops', 'What the account gave.'),
  ...assetNameFields('sold_', 'what it gave'),
};

const pool: FieldSpecs = {
  'liquidity_pool.id': from('liquidity_pool_id', field('Id of the pool.', 'hex')),
  'liquidity_pool.fee_bp': typed('INTEGER', 'Fee of a trade.', 'basis points'),
  'liquidity_pool.type': field('constant_product.'),
  'liquidity_pool.total_trustlines': typed('BIGINT', 'Trust lines to the shares, after the operation.'),
  'liquidity_pool.total_shares': amountField('Shares issued, after the operation.'),
  'liquidity_pool.reserves[].asset': asset,
  'liquidity_pool.reserves[].amount': amountField('What the pool has of it, after the operation.'),
};

/** Of each reserve of a pool. */
function reserves(name: string, doc: string): FieldSpecs {
  return { [`${name}[].asset`]: asset, [`${name}[].amount`]: amountField(doc) };
}

/** What a pool gave or got of one of its reserves. */
function poolSide(name: 'sold' | 'bought', doc: string): FieldSpecs {
  return {
    [`${name}[].asset`]: from(`${name}_asset_key`, asset),
    [`${name}[].amount`]: storedField(`${name}_amount_stroops`, doc),
  };
}

const balanceId = same('balance_id', field('Id of the claimable balance with the four bytes of its type.', 'hex'));

const clawbackEnabled = {
  claimable_balance_clawback_enabled_flag: typed('BOOLEAN', 'True when it may be clawed back; else absent.'),
};

const balance: FieldSpecs = {
  ...balanceId,
  amount: from(movedAmount, { doc: 'What it holds.', unit: 'units' }),
  asset: from(ownAsset, asset),
  ...clawbackEnabled,
};

const signer: FieldSpecs = {
  public_key: from('signer', field('The signer, a G, T, X or P address.')),
  weight: typed('BIGINT', 'Its weight.'),
};

const data: FieldSpecs = { name: field('Name of the entry.'), value: field('Its value.', 'base64') };

type Sponsorships<Sponsored extends string> = Record<
  `${Sponsored}Sponsorship${'Created' | 'Updated' | 'Removed'}`,
  FieldSpecs
>;

/** Returns the fields of each effect on the sponsorship of an entry or a signer, which `names` names. */
function sponsorships<Sponsored extends string>(sponsored: Sponsored, names: FieldSpecs): Sponsorships<Sponsored> {
  const begun = field('Who pays from now on.');
  const ended = same('former_sponsor', field('Who paid until now.'));
  return {
    [`${sponsored}SponsorshipCreated`]: { ...same('sponsor', begun), ...names },
    [`${sponsored}SponsorshipUpdated`]: { new_sponsor: from('sponsor', begun), ...ended, ...names },
    [`${sponsored}SponsorshipRemoved`]: { ...ended, ...names },
  } as Sponsorships<Sponsored>;
}

const lives = { 'entries[]': field('LedgerKeys of the lives that changed.', 'base64 XDR') };

function flag(doc: string) {
  return typed('BOOLEAN', `${doc}: true when set, false when cleared; else absent.`);
}

const fields: Record<keyof typeof effectType, FieldSpecs> = {
  accountCreated: { starting_balance: storedField('amount_stroops', 'Lumens that it got.') },
  accountRemoved: {},
  accountCredited: moved,
  accountDebited: moved,
  accountThresholdsUpdated: {
    low_threshold: typed('BIGINT', 'Weight that low operations need; absent when not set.'),
    med_threshold: typed('BIGINT', 'Weight that medium operations need; absent when not set.'),
    high_threshold: typed('BIGINT', 'Weight that high operations need; absent when not set.'),
  },
  accountHomeDomainUpdated: { home_domain: field('Domain of the account.') },
  accountFlagsUpdated: {
    auth_required_flag: flag('Trust lines need authorization'),
    auth_revocable_flag: flag('Authorization can be revoked'),
    auth_immutable_flag: flag('Flags cannot be changed'),
    auth_clawback_enabled_flag: flag('New trust lines and balances can be clawed back'),
  },
  accountInflationDestinationUpdated: { inflation_destination: field('Account that inflation is voted to.') },
  signerCreated: signer,
  signerRemoved: { public_key: signer['public_key'] },
  signerUpdated: signer,
  trustlineCreated: trustLine,
  trustlineRemoved: trustLine,
  trustlineUpdated: trustLine,
  trustlineFlagsUpdated: {
    ...same('trustor', field('Whose trust line it is.')),
    ...assetNameFields('', 'the asset'),
    authorized_flag: flag('Authorized'),
    authorized_to_maintain_liabilites: flag('May keep its offers (spelt as in Horizon)'),
    clawback_enabled_flag: flag('Can be clawed back'),
  },
  offerCreated: trade,
  offerRemoved: trade,
  offerUpdated: trade,
  trade,
  dataCreated: data,
  dataRemoved: { name: data['name'] },
  dataUpdated: data,
  sequenceBumped: { new_seq: typed('BIGINT', 'Sequence number of the account afterwards.') },
  claimableBalanceCreated: balance,
  claimableBalanceClaimantCreated: {
    ...balance,
    predicate: typed('JSON', 'Under which condition it may be claimed.', 'JSON'),
  },
  claimableBalanceClaimed: balance,
  ...sponsorships('account', {}),
  ...sponsorships('trustline', {
    asset: from(ownAsset, field('Asset of the trust line: native or CODE:ISSUER; absent for shares of a pool.')),
    ...same('asset_type', field('liquidity_pool for shares of a pool; else absent.')),
    ...same('liquidity_pool_id', shareLine['liquidity_pool_id']),
  }),
  ...sponsorships('data', { data_name: field('Name of the entry.') }),
  ...sponsorships('claimableBalance', balanceId),
  ...sponsorships('signer', same('signer', field('The signer.'))),
  claimableBalanceClawedBack: balanceId,
  liquidityPoolDeposited: {
    ...pool,
    ...reserves('reserves_deposited', 'What the pool got of it.'),
    shares_received: storedField('shares_stroops', 'Shares that the account got.'),
  },
  liquidityPoolWithdrew: {
    ...pool,
    ...reserves('reserves_received', 'What the account got of it.'),
    shares_redeemed: storedField('shares_stroops', 'Shares that it gave back.'),
  },
  liquidityPoolTrade: {
    ...pool,
    ...poolSide('sold', 'What the pool gave; in details_json an object, in details a list of one.'),
    ...poolSide('bought', 'What the pool got; in details_json an object, in details a list of one.'),
  },
  liquidityPoolCreated: pool,
  liquidityPoolRemoved: same('liquidity_pool_id', field('Id of the pool.', 'hex')),
  liquidityPoolRevoked: {
    ...pool,
    ...reserves('reserves_revoked', 'What left the pool.'),
    'reserves_revoked[].claimable_balance_id': field('Claimable balance that it became.', 'hex'),
    shares_revoked: storedField('shares_stroops', 'Shares that were redeemed.'),
  },
  contractCredited: movedByContract,
  contractDebited: movedByContract,
  extendFootprintTtl: {
    ...lives,
    extend_to: typed('BIGINT', 'Requested lifetime in ledgers, from this ledger.', 'ledgers'),
  },
  restoreFootprint: lives,
};

/** The fields of the details of each type of effect, by `type_string`. */
export const effectFields = byTypeName(fields);
