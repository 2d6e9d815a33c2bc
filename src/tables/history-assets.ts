/** Assets, where they were first seen. */
import { column, defineTable, type ColumnsOf } from '../arrow/table.ts';
import type { ChangedEntry } from '../ledger/compact.ts';
import { AssetType, LedgerEntryType } from '../xdr/generated/enums.ts';
import { atClaimableBalanceEntry, locateClaimableBalanceEntry } from '../xdr/generated/locate.ts';
import { strkeyVersion } from '../xdr/strkey.ts';
import { assetBytes, assetColumns, assetFrom, pushAsset } from './asset/assets.ts';
import { pushClosedAt, type Context } from './context.ts';
import { shownEntry } from './entry/entry.ts';
import { visitOperationAssets, type AssetVisitor } from './operation/assets.ts';
import { OperationAt } from './operation/operation-at.ts';

export const historyAssets = defineTable({
  name: 'history_assets',
  grain:
    'One row per asset and segment that was loaded, for the first operation (failed or not) or entry that names the asset.',
  key: ['asset_id', 'contract_id', 'ledger_sequence'],
  columns: {
    ...assetColumns('asset', 'itself'),
    contract_id: column('utf8', 'Asset contract (SAC), whether it was deployed or not.'),
    ledger_sequence: column('int32', 'First ledger that names the asset.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

type Out = ColumnsOf<typeof historyAssets>;

/** Rows of a builder that name an asset each, and the XDR of those assets, a character a byte. */
interface Seen {
  rows: number;
  assets: Set<string>;
}

/** A segment needs no asset twice: what the builder holds is left out, and of all segments the view takes the first sight. */
const seenIn = new WeakMap<Out, Seen>();

export function extractHistoryAssets(context: Context, out: Out): void {
  const { decoder, keys } = context;
  const seen = rowsOf(out);
  const columns = assetFrom(out, 'asset');
  const visit: AssetVisitor = (view, bytes, p) => {
    const asset = decoder.assets.at(view, p);
    // The mark spares a look-up at all sights but the first; an asset that is no longer kept comes as another object.
    if (asset.seenBy === seen) return;
    asset.seenBy = seen;
    const { size } = seen.assets;
    seen.assets.add(Buffer.from(bytes.buffer, bytes.byteOffset + p, assetBytes(view, p)).toString('latin1'));
    if (seen.assets.size === size) return;
    const { id } = decoder.contracts.of(view, p);
    pushAsset(columns, asset);
    keys.write(out.contract_id.writer, strkeyVersion.contract, id, 0);
    out.contract_id.end();
    out.ledger_sequence.push(context.ledger.sequence);
    pushClosedAt(out.closed_at, context);
  };
  visitOperations(context, visit);
  visitEntries(context, visit);
  seen.rows = out.ledger_sequence.length;
}

/** When the builder has other rows than were written last, it was emptied, or a ledger failed half way. */
function rowsOf(out: Out): Seen {
  const kept = seenIn.get(out);
  const seen = kept?.rows === out.ledger_sequence.length ? kept : { rows: 0, assets: new Set<string>() };
  // Until the ledger is done: if it fails, its rows are taken back, and what it has seen with them.
  seen.rows = -1;
  seenIn.set(out, seen);
  return seen;
}

function visitOperations(context: Context, visit: AssetVisitor): void {
  const at = new OperationAt(context);
  for (const transaction of context.ledger.transactions) {
    for (let index = 0; index < transaction.envelope.operations.length; index++) {
      at.move(transaction, index);
      visitOperationAssets(at, visit);
    }
  }
}

const ACCOUNT = 36;
const OFFER_ID = 8;
const POOL_ID = 32;
const balance = atClaimableBalanceEntry();

function visitEntries({ view, bytes, entries }: Context, visit: AssetVisitor): void {
  for (const entry of entries[LedgerEntryType.trustline]) {
    const asset = dataOf(entry) + ACCOUNT;
    if (view.getInt32(asset) !== AssetType.assetTypePoolShare) visit(view, bytes, asset);
  }
  for (const entry of entries[LedgerEntryType.offer]) {
    visitTwo(view, bytes, dataOf(entry) + ACCOUNT + OFFER_ID, visit);
  }
  for (const entry of entries[LedgerEntryType.liquidityPool]) {
    visitTwo(view, bytes, dataOf(entry) + POOL_ID + 4, visit);
  }
  for (const entry of entries[LedgerEntryType.claimableBalance]) {
    locateClaimableBalanceEntry(view, dataOf(entry), balance);
    visit(view, bytes, balance.asset);
  }
}

/** Past the ledger of its last change and its type. */
function dataOf(entry: ChangedEntry): number {
  return shownEntry(entry) + 8;
}

function visitTwo(view: DataView, bytes: Uint8Array, p: number, visit: AssetVisitor): void {
  visit(view, bytes, p);
  visit(view, bytes, p + assetBytes(view, p));
}
