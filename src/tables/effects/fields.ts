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
  amount: from(movedAmount, { doc: 'Amount that was moved.', unit: 'units' }),
  ...assetNameFields('', 'the asset'),
  ...same(
    'contract_event_type',
    field('Kind of movement by a contract call: transfer, mint, burn or clawback; else absent.'),
  ),
};

const movedByContract: FieldSpecs = {
  ...moved,
  ...same('contract', field('Contract, claimable balance or pool that sent or received the amount.')),
};

const asset = field('Asset: native or CODE:ISSUER.');
const ownAsset = 'asset_key';

const shareLine: FieldSpecs = {
  ...same('liquidity_pool_id', field('Pool whose shares the trust line holds; absent for assets.', 'hex')),
  liquidity_pool_id_strkey: field('Id of the pool as strkey (L…).'),
};

const trustLine: FieldSpecs = {
  limit: storedField('limit_stroops', 'Most that the trust line may hold.'),
  ...assetNameFields('', 'the asset trusted (liquidity_pool_shares for pool shares)'),
  ...shareLine,
};

const trade: FieldSpecs = {
  ...same('offer_id', field('Offer that was taken in the trade.')),
  ...partyFields('seller', 'Other side of the trade: the maker for the taker, the taker for the maker.', 'seller'),
  bought_amount: storedField('bought_amount_stroops', 'Amount that the account bought.'),
  ...assetNameFields('bought_', 'what the account bought'),
  sold_amount: storedField('sold_amount_stroops', 'Amount that the account sold.'),
  ...assetNameFields('sold_', 'what the account sold'),
};

const pool: FieldSpecs = {
  'liquidity_pool.id': from('liquidity_pool_id', field('Id of the pool.', 'hex')),
  'liquidity_pool.fee_bp': typed('INTEGER', 'Fee that the pool takes of a trade.', 'basis points'),
  'liquidity_pool.type': field('Type of the pool: constant_product.'),
  'liquidity_pool.total_trustlines': typed('BIGINT', 'Number of trust lines to the pool shares, after the operation.'),
  'liquidity_pool.total_shares': amountField('Shares that the pool has issued, after the operation.'),
  'liquidity_pool.reserves[].asset': asset,
  'liquidity_pool.reserves[].amount': amountField('Reserve of the asset in the pool, after the operation.'),
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
  claimable_balance_clawback_enabled_flag: typed(
    'BOOLEAN',
    'True if the claimable balance may be clawed back; else absent.',
  ),
};

const balance: FieldSpecs = {
  ...balanceId,
  amount: from(movedAmount, { doc: 'Amount of the claimable balance.', unit: 'units' }),
  asset: from(ownAsset, asset),
  ...clawbackEnabled,
};

const signer: FieldSpecs = {
  public_key: from('signer', field('Signer, a G, T, X or P address.')),
  weight: typed('BIGINT', 'Weight of the signer.'),
};

const data: FieldSpecs = { name: field('Name of the data entry.'), value: field('Value of the data entry.', 'base64') };

type Sponsorships<Sponsored extends string> = Record<
  `${Sponsored}Sponsorship${'Created' | 'Updated' | 'Removed'}`,
  FieldSpecs
>;

/** Returns the fields of each effect on the sponsorship of an entry or a signer, which `names` names. */
function sponsorships<Sponsored extends string>(sponsored: Sponsored, names: FieldSpecs): Sponsorships<Sponsored> {
  const begun = field('Account that pays the reserve from now on.');
  const ended = same('former_sponsor', field('Account that paid the reserve until now.'));
  return {
    [`${sponsored}SponsorshipCreated`]: { ...same('sponsor', begun), ...names },
    [`${sponsored}SponsorshipUpdated`]: { new_sponsor: from('sponsor', begun), ...ended, ...names },
    [`${sponsored}SponsorshipRemoved`]: { ...ended, ...names },
  } as Sponsorships<Sponsored>;
}

const lives = { 'entries[]': field('LedgerKey of a ttl entry that changed.', 'base64 XDR') };

function flag(doc: string) {
  return typed('BOOLEAN', `${doc}: true when set, false when cleared; else absent.`);
}

const fields: Record<keyof typeof effectType, FieldSpecs> = {
  accountCreated: { starting_balance: storedField('amount_stroops', 'Lumens that the account got.') },
  accountRemoved: {},
  accountCredited: moved,
  accountDebited: moved,
  accountThresholdsUpdated: {
    low_threshold: typed('BIGINT', 'Weight that low-threshold operations need; absent if not set.'),
    med_threshold: typed('BIGINT', 'Weight that medium-threshold operations need; absent if not set.'),
    high_threshold: typed('BIGINT', 'Weight that high-threshold operations need; absent if not set.'),
  },
  accountHomeDomainUpdated: { home_domain: field('Home domain of the account.') },
  accountFlagsUpdated: {
    auth_required_flag: flag('Whether trust lines need authorization'),
    auth_revocable_flag: flag('Whether authorization can be revoked'),
    auth_immutable_flag: flag('Whether the flags cannot be changed'),
    auth_clawback_enabled_flag: flag('Whether new trust lines and claimable balances can be clawed back'),
  },
  accountInflationDestinationUpdated: { inflation_destination: field('Account that gets the inflation vote.') },
  signerCreated: signer,
  signerRemoved: { public_key: signer['public_key'] },
  signerUpdated: signer,
  trustlineCreated: trustLine,
  trustlineRemoved: trustLine,
  trustlineUpdated: trustLine,
  trustlineFlagsUpdated: {
    ...same('trustor', field('Account that has the trust line.')),
    ...assetNameFields('', 'the asset'),
    authorized_flag: flag('Whether the trust line is authorized'),
    authorized_to_maintain_liabilites: flag('Whether the trust line may keep its offers (spelt as in Horizon)'),
    clawback_enabled_flag: flag('Whether the trust line can be clawed back'),
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
    predicate: typed('JSON', 'Predicate under which the claimant may claim.', 'JSON'),
  },
  claimableBalanceClaimed: balance,
  ...sponsorships('account', {}),
  ...sponsorships('trustline', {
    asset: from(ownAsset, field('Asset of the trust line: native or CODE:ISSUER; absent for shares of a pool.')),
    ...same('asset_type', field('liquidity_pool for shares of a pool; else absent.')),
    ...same('liquidity_pool_id', shareLine['liquidity_pool_id']),
  }),
  ...sponsorships('data', { data_name: field('Name of the data entry.') }),
  ...sponsorships('claimableBalance', balanceId),
  ...sponsorships('signer', same('signer', field('Signer that is sponsored or no longer is.'))),
  claimableBalanceClawedBack: balanceId,
  liquidityPoolDeposited: {
    ...pool,
    ...reserves('reserves_deposited', 'Amount of the asset that the pool got.'),
    shares_received: storedField('shares_stroops', 'Pool shares that the account got.'),
  },
  liquidityPoolWithdrew: {
    ...pool,
    ...reserves('reserves_received', 'Amount of the asset that the account got.'),
    shares_redeemed: storedField('shares_stroops', 'Pool shares that the account gave back.'),
  },
  liquidityPoolTrade: {
    ...pool,
    ...poolSide('sold', 'Amount that the pool gave; in details_json an object, in details a list of one.'),
    ...poolSide('bought', 'Amount that the pool got; in details_json an object, in details a list of one.'),
  },
  liquidityPoolCreated: pool,
  liquidityPoolRemoved: same('liquidity_pool_id', field('Id of the pool.', 'hex')),
  liquidityPoolRevoked: {
    ...pool,
    ...reserves('reserves_revoked', 'Amount of the asset that left the pool.'),
    'reserves_revoked[].claimable_balance_id': field('Claimable balance that the amount became.', 'hex'),
    shares_revoked: storedField('shares_stroops', 'Pool shares that were redeemed.'),
  },
  contractCredited: movedByContract,
  contractDebited: movedByContract,
  extendFootprintTtl: {
    ...lives,
    extend_to: typed('BIGINT', 'Requested lifetime of the entries, from this ledger on.', 'ledgers'),
  },
  restoreFootprint: lives,
};

/** The fields of the details of each type of effect, by `type_string`. */
export const effectFields = byTypeName(fields);
