/** Claimable balances. */
import { column, defineTable, type ColumnsOf } from '../arrow/table.ts';
import { LedgerEntryType } from '../xdr/generated/enums.ts';
import { atClaimableBalanceEntry, locateClaimableBalanceEntry } from '../xdr/generated/locate.ts';
import { jsonPublicKey } from '../xdr/json-values.ts';
import { assetColumns, assetFrom, pushAsset } from './asset/assets.ts';
import type { Context } from './context.ts';
import { checkAmount, commonColumns, eachEntry, pushSponsor, sponsorColumn } from './entry/entry.ts';
import { writeClaimants } from './json/predicate.ts';

export const claimableBalances = defineTable({
  name: 'claimable_balances',
  grain: 'One row per claimable balance and ledger in which it changed.',
  key: ['balance_id', 'ledger_sequence'],
  columns: {
    balance_id: column('utf8', 'Id of the claimable balance with the four bytes of its type.', 'hex'),
    balance_id_strkey: column('utf8', 'Id of the claimable balance as strkey (B…).'),
    claimants_json: column('utf8', 'Claimants, each with the predicate under which it may claim.', 'JSON'),
    ...assetColumns('asset', 'held'),
    asset_amount_stroops: column('int64', 'Amount held.', 'stroops'),
    sponsor: sponsorColumn,
    flags: column('int32', '1 if clawback is enabled, else 0.'),
    ...commonColumns,
  },
});

const at = atClaimableBalanceEntry();

export function extractClaimableBalances(context: Context, out: ColumnsOf<typeof claimableBalances>): void {
  const { view, json } = context;
  const asset = assetFrom(out, 'asset');
  eachEntry(context, LedgerEntryType.claimableBalance, out, (data, entry) => {
    locateClaimableBalanceEntry(view, data, at);
    out.balance_id.hex(view, at.balanceId, at.balanceId + 36);
    context.keys.writeBalance(out.balance_id_strkey.writer, view, at.balanceId);
    out.balance_id_strkey.end();
    json.length = 0;
    writeClaimants(json, at.claimants, jsonPublicKey);
    out.claimants_json.text(json);
    pushAsset(asset, context.decoder.assets.at(view, at.asset));
    checkAmount(context, entry, at.amount - data, 'the amount of a claimable balance');
    out.asset_amount_stroops.pushAt(view, at.amount);
    pushSponsor(out.sponsor, context, at.end);
    // Version 1 of the extension: an extension point, then the flags.
    out.flags.push(view.getInt32(at.ext) === 1 ? view.getUint32(at.ext + 8) : 0);
  });
}
