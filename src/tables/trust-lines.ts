/** Trust lines. */
import { column, defineTable, type ColumnsOf } from '../arrow/table.ts';
import { AssetType, LedgerEntryType } from '../xdr/generated/enums.ts';
import { atTrustLineEntry, locateTrustLineEntry } from '../xdr/generated/locate.ts';
import { strkeyVersion } from '../xdr/strkey.ts';
import { POOL_SHARE, pushAssetNames } from './asset/assets.ts';
import { pushAccount, pushKey, type Context } from './context.ts';
import {
  changeColumn,
  checkAmount,
  commonColumns,
  eachEntry,
  pushChange,
  pushSponsor,
  sponsorColumn,
} from './entry/entry.ts';

export const trustLines = defineTable({
  name: 'trust_lines',
  grain: 'One row per trust line and ledger in which it changed.',
  key: ['ledger_key', 'ledger_sequence'],
  columns: {
    ledger_key: column('utf8', 'LedgerKey of the trust line.', 'base64 XDR'),
    account_id: column('utf8', 'Account that has the trust line.'),
    asset_type: column('utf8', 'Type of the asset: credit_alphanum4, credit_alphanum12 or pool_share.'),
    asset_code: column('utf8', 'Code of the asset; empty for pool shares.'),
    asset_issuer: column('utf8', 'Issuer of the asset; empty for pool shares.'),
    asset_id: column('int64', 'FarmHash of code, issuer and type of the asset, as in history_assets.'),
    liquidity_pool_id: column('utf8', 'Pool whose shares the trust line holds; empty for assets.', 'hex'),
    liquidity_pool_id_strkey: column('utf8', 'Id of the pool as strkey (L…).'),
    balance_stroops: column('int64', 'Amount held.', 'stroops'),
    balance_change_stroops: changeColumn('the amount held'),
    trust_line_limit: column('int64', 'Most that the trust line may hold, in stroops as in Hubble.', 'stroops'),
    buying_liabilities_stroops: column('int64', 'Amount that open offers may buy.', 'stroops'),
    selling_liabilities_stroops: column('int64', 'Amount that open offers may sell.', 'stroops'),
    flags: column('int32', 'Sum of flags: 1 authorized, 2 authorized to maintain liabilities, 4 clawback enabled.'),
    sponsor: sponsorColumn,
    ...commonColumns,
  },
});

const at = atTrustLineEntry();

export function extractTrustLines(context: Context, out: ColumnsOf<typeof trustLines>): void {
  const { view } = context;
  eachEntry(context, LedgerEntryType.trustline, out, (data, entry) => {
    locateTrustLineEntry(view, data, at);
    out.ledger_key.base64(view, entry.keyStart - 4, entry.keyEnd);
    pushAccount(out.account_id, context, at.accountId);
    pushTrusted(context, out, at.asset);
    checkAmount(context, entry, at.balance - data, 'the balance of a trust line');
    out.balance_stroops.pushAt(view, at.balance);
    pushChange(out.balance_change_stroops, view, entry, at.balance - data);
    out.trust_line_limit.pushAt(view, at.limit);
    const liabilities = view.getInt32(at.ext) === 1;
    out.buying_liabilities_stroops.pushOptionalAt(view, liabilities ? at.ext + 4 : -1);
    out.selling_liabilities_stroops.pushOptionalAt(view, liabilities ? at.ext + 12 : -1);
    out.flags.push(view.getUint32(at.flags));
    pushSponsor(out.sponsor, context, at.end);
  });
}

/** Writes the asset or the pool that the TrustLineAsset at `p` names. */
function pushTrusted(context: Context, out: ColumnsOf<typeof trustLines>, p: number): void {
  const { view } = context;
  const isPool = view.getInt32(p) === AssetType.assetTypePoolShare;
  const asset = isPool ? POOL_SHARE : context.decoder.assets.at(view, p);
  pushAssetNames(out.asset_type, out.asset_code, out.asset_issuer, asset);
  out.asset_id.push(asset.idHigh, asset.idLow);
  if (isPool) {
    out.liquidity_pool_id.hex(view, p + 4, p + 36);
    pushKey(out.liquidity_pool_id_strkey, strkeyVersion.liquidityPool, context, p + 4);
  } else {
    out.liquidity_pool_id.ascii('');
    out.liquidity_pool_id_strkey.ascii('');
  }
}
