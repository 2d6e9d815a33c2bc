/** The fields of the details of effects, by type: what the writers of this folder write. Amounts are texts of seven decimals. */
import { amount, assetNameFields, byTypeName, field, partyFields, type FieldSpecs } from '../detail-fields.ts';
import type { effectType } from './types.ts';

const moved: FieldSpecs = {
  amount: amount('How much.'),
  ...assetNameFields('', 'the asset'),
  contract_event_type: field('Of a contract call: transfer, mint, burn or clawback; else absent.'),
};

const movedByContract: FieldSpecs = { ...moved, contract: field('Contract, balance or pool that gave or got it.') };

const asset = field('Asset: native or CODE:ISSUER.');

const shareLine: FieldSpecs = {
  liquidity_pool_id: field('Pool, of a trust line to shares.', 'hex'),
  liquidity_pool_id_strkey: field('The same as L address.'),
};

const trustLine: FieldSpecs = {
  limit: amount('The most that may be held.'),
  ...assetNameFields('', 'the asset trusted (liquidity_pool_shares for those of a pool)'),
  ...shareLine,
};

const trade: FieldSpecs = {
  offer_id: field('Offer that was taken.'),
  ...partyFields('seller', 'The other side: for the taker the maker of the offer, for the maker the taker.'),
  bought_amount: amount('What the account got.'),
  ...assetNameFields('bought_', 'what it got'),
  sold_amount: amount('What the account gave.'),
  ...assetNameFields('sold_', 'what it gave'),
};

const pool: FieldSpecs = {
  'liquidity_pool.id': field('Id of the pool.', 'hex'),
  'liquidity_pool.fee_bp': field('Fee of a trade.', 'basis points'),
  'liquidity_pool.type': field('constant_product.'),
  'liquidity_pool.total_trustlines': field('Trust lines to the shares, after the operation.'),
  'liquidity_pool.total_shares': amount('Shares issued, after the operation.'),
  'liquidity_pool.reserves[].asset': asset,
  'liquidity_pool.reserves[].amount': amount('What the pool has of it, after the operation.'),
};

/** Of each reserve of a pool. */
function reserves(name: string, doc: string): FieldSpecs {
  return { [`${name}[].asset`]: asset, [`${name}[].amount`]: amount(doc) };
}

const balanceId = field('Id of the claimable balance with the four bytes of its type.', 'hex');

const clawbackEnabled = {
  claimable_balance_clawback_enabled_flag: field('True when it may be clawed back; else absent.'),
};

const balance: FieldSpecs = { balance_id: balanceId, amount: amount('What it holds.'), asset, ...clawbackEnabled };

const signer: FieldSpecs = {
  public_key: field('The signer, a G, T, X or P address.'),
  weight: field('Its weight.'),
};

const data: FieldSpecs = { name: field('Name of the entry.'), value: field('Its value.', 'base64') };

const begun = { sponsor: field('Who pays from now on.') };
const ended = { former_sponsor: field('Who paid until now.') };
const passed = { new_sponsor: field('Who pays from now on.'), ...ended };

/** What names an entry of each kind that can be sponsored. */
const sponsored = {
  account: {},
  trustline: {
    asset: field('Asset of the trust line: native or CODE:ISSUER; absent for shares of a pool.'),
    asset_type: field('liquidity_pool for shares of a pool; else absent.'),
    liquidity_pool_id: shareLine['liquidity_pool_id'],
  },
  data: { data_name: field('Name of the entry.') },
  claimableBalance: { balance_id: balanceId },
  signer: { signer: field('The signer.') },
};

const lives = { 'entries[]': field('LedgerKeys of the lives that changed.', 'base64 XDR') };

function flag(doc: string) {
  return field(`${doc}: true when set, false when cleared; else absent.`);
}

const fields: Record<keyof typeof effectType, FieldSpecs> = {
  accountCreated: { starting_balance: amount('Lumens that it got.') },
  accountRemoved: {},
  accountCredited: moved,
  accountDebited: moved,
  accountThresholdsUpdated: {
    low_threshold: field('Weight that low operations need; absent when not set.'),
    med_threshold: field('Weight that medium operations need; absent when not set.'),
    high_threshold: field('Weight that high operations need; absent when not set.'),
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
    trustor: field('Whose trust line it is.'),
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
  sequenceBumped: { new_seq: field('Sequence number of the account afterwards.') },
  claimableBalanceCreated: balance,
  claimableBalanceClaimantCreated: { ...balance, predicate: field('Under which condition it may be claimed.', 'JSON') },
  claimableBalanceClaimed: balance,
  accountSponsorshipCreated: { ...begun, ...sponsored.account },
  accountSponsorshipUpdated: { ...passed, ...sponsored.account },
  accountSponsorshipRemoved: { ...ended, ...sponsored.account },
  trustlineSponsorshipCreated: { ...begun, ...sponsored.trustline },
  trustlineSponsorshipUpdated: { ...passed, ...sponsored.trustline },
  trustlineSponsorshipRemoved: { ...ended, ...sponsored.trustline },
  dataSponsorshipCreated: { ...begun, ...sponsored.data },
  dataSponsorshipUpdated: { ...passed, ...sponsored.data },
  dataSponsorshipRemoved: { ...ended, ...sponsored.data },
  claimableBalanceSponsorshipCreated: { ...begun, ...sponsored.claimableBalance },
  claimableBalanceSponsorshipUpdated: { ...passed, ...sponsored.claimableBalance },
  claimableBalanceSponsorshipRemoved: { ...ended, ...sponsored.claimableBalance },
  signerSponsorshipCreated: { ...begun, ...sponsored.signer },
  signerSponsorshipUpdated: { ...passed, ...sponsored.signer },
  signerSponsorshipRemoved: { ...ended, ...sponsored.signer },
  claimableBalanceClawedBack: { balance_id: balanceId },
  liquidityPoolDeposited: {
    ...pool,
    ...reserves('reserves_deposited', 'What the pool got of it.'),
    shares_received: amount('Shares that the account got.'),
  },
  liquidityPoolWithdrew: {
    ...pool,
    ...reserves('reserves_received', 'What the account got of it.'),
    shares_redeemed: amount('Shares that it gave back.'),
  },
  liquidityPoolTrade: {
    ...pool,
    ...reserves('sold', 'What the pool gave; in details_json an object, in details a list of one.'),
    ...reserves('bought', 'What the pool got; in details_json an object, in details a list of one.'),
  },
  liquidityPoolCreated: pool,
  liquidityPoolRemoved: { liquidity_pool_id: field('Id of the pool.', 'hex') },
  liquidityPoolRevoked: {
    ...pool,
    ...reserves('reserves_revoked', 'What left the pool.'),
    'reserves_revoked[].claimable_balance_id': field('Claimable balance that it became.', 'hex'),
    shares_revoked: amount('Shares that were redeemed.'),
  },
  contractCredited: movedByContract,
  contractDebited: movedByContract,
  extendFootprintTtl: { ...lives, extend_to: field('Life that was asked for, from this ledger.', 'ledgers') },
  restoreFootprint: lives,
};

/** The fields of the details of each type of effect, by `type_string`. */
export const effectFields = byTypeName(fields);
