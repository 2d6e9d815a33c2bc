/** Every change of a balance that a ledger's entry changes list, in the order in which the ledger applied them. */
import type { Utf8Column } from '../arrow/columns.ts';
import { column, defineTable, nullable, type ColumnsOf } from '../arrow/table.ts';
import { Piece } from '../core/bytes.ts';
import { endOfKey, entryBefore, keyOfEntry, sameSpans } from '../ledger/compact.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { AssetType, ContractDataDurability, LedgerEntryChangeType, LedgerEntryType } from '../xdr/generated/enums.ts';
import {
  atClaimableBalanceEntry,
  atContractDataEntry,
  atLiquidityPoolEntryConstantProduct,
  locateClaimableBalanceEntry,
  locateContractDataEntry,
  locateLiquidityPoolEntryConstantProduct,
} from '../xdr/generated/locate.ts';
import { skipLedgerKey, skipScAddress } from '../xdr/generated/skip.ts';
import { strkeyVersion } from '../xdr/strkey.ts';
import { assetBytes, LUMENS as lumens } from './asset/assets.ts';
import { writeDifference } from './asset/sac.ts';
import { balanceAmount, balanceHolder } from './asset/token-balance.ts';
import { BalanceReasons, reasons } from './balances/reason.ts';
import { LUMENS_KEY } from './transfers/movement.ts';
import { fillLedger, pushAddress, pushKey, pushToid, type Context } from './context.ts';

export const balanceEntryChanges = defineTable({
  name: 'balance_entry_changes',
  grain:
    'One row per change of a balance in a ledger entry; changes in one ledger stay apart, and a pool has a row per reserve.',
  key: ['ledger_sequence', 'change_index'],
  columns: {
    change_index: column('int32', 'Position among the balance changes of the ledger in order of application, from 0.'),
    transaction_id: nullable('int64', 'TOID of the transaction; null for upgrades and evictions.'),
    operation_id: nullable('int64', 'TOID of the operation; null outside operations, as for fees and refunds.'),
    holder: column(
      'utf8',
      'Holder of the balance: account (`G`), contract (`C`), claimable balance (`B`) or pool (`L`).',
    ),
    asset_key: column(
      'utf8',
      'The asset: native or CODE:ISSUER; liquidity_pool:ID for pool shares; the contract (`C`) for contract storage.',
    ),
    before_stroops: nullable(
      'int64',
      'Balance before the change, 0 without an entry; null for contract storage, and if the meta does not list it.',
      'stroops',
    ),
    after_stroops: nullable(
      'int64',
      'Balance after the change, 0 without an entry; null for contract storage.',
      'stroops',
    ),
    before_wide: nullable(
      'utf8',
      "Balance in contract storage before the change, 0 without an entry, in the token's smallest unit, as text; null if the meta does not list it.",
    ),
    after_wide: nullable(
      'utf8',
      "Balance in contract storage after the change, 0 without an entry, in the token's smallest unit, as text; null if the entry no longer holds an i128.",
    ),
    reason: column(
      'utf8',
      'Reason of the change: `transfer`, `mint`, `burn`, `clawback`, `fee`, `refund`, `trade`, `claim`, `pool`, `merge`, `inflation` or `other`.',
    ),
    ledger_sequence: column('int32', 'Ledger of the change.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

type Out = ColumnsOf<typeof balanceEntryChanges>;

/** The offset of what the meta does not list. */
const UNKNOWN = -2;
const KEY = 32;
/** Bytes of the type before a PublicKey's key, and of a LedgerEntry before its data. */
const KEY_TYPE = 4;
const HEAD = 8;
const WIDE = 16;

/** The types of entries with balances, a bit each. */
const HOLDING =
  (1 << LedgerEntryType.account) |
  (1 << LedgerEntryType.trustline) |
  (1 << LedgerEntryType.claimableBalance) |
  (1 << LedgerEntryType.liquidityPool) |
  (1 << LedgerEntryType.contractData);
const sharesOf = new Piece('liquidity_pool:');
const claimable = atClaimableBalanceEntry();
const pool = atLiquidityPoolEntryConstantProduct();
const stored = atContractDataEntry();

/** Writes a row for each balance that a change made another, then for evicted ones. */
export function extractBalanceEntryChanges(context: Context, out: Out): void {
  const rows = new BalanceRows(context, out);
  for (const index of context.ledger.changes.inOrder()) rows.addChange(index);
  rows.addEvictions();
  fillLedger(out, context, out.change_index.length);
}

/** The rows of a ledger while they are written. */
class BalanceRows {
  readonly #context: Context;
  readonly #view: DataView;
  readonly #out: Out;
  readonly #reasons: BalanceReasons;
  #count = 0;
  /** The change that is read, and where its LedgerEntry stands before and after it: ABSENT, or before it UNKNOWN. */
  #index = 0;
  #pre = 0;
  #post = 0;
  /** Where the amount stands before and after the change. */
  #before = 0;
  #after = 0;

  constructor(context: Context, out: Out) {
    this.#context = context;
    this.#view = context.view;
    this.#out = out;
    this.#reasons = new BalanceReasons(context);
  }

  /** Writes what the change did. What is restored had its balance all the time, out of reach. */
  addChange(index: number): void {
    const { changes } = this.#context.ledger;
    const kind = changes.kind(index);
    if (kind === LedgerEntryChangeType.ledgerEntryState || kind === LedgerEntryChangeType.ledgerEntryRestored) return;
    const type = changes.type(index);
    if ((HOLDING & (1 << type)) === 0) return;
    this.#index = index;
    this.#post = kind === LedgerEntryChangeType.ledgerEntryRemoved ? ABSENT : changes.start(index) + 4;
    this.#pre = kind === LedgerEntryChangeType.ledgerEntryCreated ? ABSENT : this.#stateBefore();
    const data = HEAD + (this.#post === ABSENT ? this.#pre : this.#post);
    if (type === LedgerEntryType.account) this.#addAccount(data);
    else if (type === LedgerEntryType.trustline) this.#addTrustLine(data);
    else if (type === LedgerEntryType.claimableBalance) this.#addClaimableBalance(data);
    else if (type === LedgerEntryType.liquidityPool) this.#addPool(data);
    else this.#addStored(data);
  }

  /** Writes the balances that left the state for good, in temporary storage; what is archived is still its holder's. */
  addEvictions(): void {
    const { evictedKeys } = this.#context.ledger;
    const view = this.#view;
    if (evictedKeys === ABSENT) return;
    let p = evictedKeys + 4;
    for (let i = view.getUint32(evictedKeys); i > 0; i--) {
      const end = skipLedgerKey(view, p);
      if (view.getInt32(p) === LedgerEntryType.contractData) this.#addEviction(p + 4, end - 4);
      p = end;
    }
  }

  /** Where the state stands that is listed before an update or a removal; a restored entry there may be another. */
  #stateBefore(): number {
    const { ledger, view } = this.#context;
    const pre = entryBefore(ledger, this.#index);
    if (pre === ABSENT) return UNKNOWN;
    const isState = ledger.changes.kind(this.#index - 1) === LedgerEntryChangeType.ledgerEntryState;
    return isState || this.#post === ABSENT || sameEntry(view, pre, this.#post) ? pre : UNKNOWN;
  }

  #addAccount(data: number): void {
    const key = data + KEY_TYPE;
    if (!this.#locate(key + KEY)) return;
    this.#pushChange(key, LUMENS_KEY);
    pushKey(this.#out.holder, strkeyVersion.account, this.#context, key);
    this.#out.asset_key.piece(lumens.keyPiece);
  }

  #addTrustLine(data: number): void {
    const view = this.#view;
    const key = data + KEY_TYPE;
    const asset = key + KEY;
    if (!this.#locate(endOfKey(view, LedgerEntryType.trustline, data))) return;
    this.#pushChange(key, asset);
    pushKey(this.#out.holder, strkeyVersion.account, this.#context, key);
    if (view.getInt32(asset) !== AssetType.assetTypePoolShare) this.#pushAsset(asset);
    else this.#pushShares(asset + 4);
  }

  #addClaimableBalance(data: number): void {
    const { holder } = this.#out;
    locateClaimableBalanceEntry(this.#view, data, claimable);
    const { balanceId, asset, amount } = claimable;
    if (!this.#locate(amount)) return;
    this.#pushChange(balanceId + KEY_TYPE, asset);
    this.#context.keys.writeBalance(holder.writer, this.#view, balanceId);
    holder.end();
    this.#pushAsset(asset);
  }

  #addPool(data: number): void {
    const view = this.#view;
    locateLiquidityPoolEntryConstantProduct(view, data + KEY + KEY_TYPE, pool);
    const { params, reserveA, reserveB } = pool;
    this.#addReserve(data, params, reserveA);
    this.#addReserve(data, params + assetBytes(view, params), reserveB);
  }

  #addReserve(id: number, asset: number, reserve: number): void {
    if (!this.#locate(reserve)) return;
    this.#pushChange(id, asset);
    pushKey(this.#out.holder, strkeyVersion.liquidityPool, this.#context, id);
    this.#pushAsset(asset);
  }

  #addStored(data: number): void {
    const view = this.#view;
    const holder = balanceHolder(view, skipScAddress(view, data + 4));
    if (holder === undefined) return;
    this.#before = this.#storedAmount(this.#pre);
    this.#after = this.#storedAmount(this.#post);
    // A value without an i128 is no balance, whatever its key.
    if (this.#before < 0 && this.#after < 0) return;
    if (sameAmount(view, this.#before, this.#after, WIDE)) return;
    const row = this.#out.change_index.length;
    this.#pushPlace(row);
    this.#out.reason.piece(this.#reasons.of(this.#index, holder, LUMENS_KEY));
    this.#pushStored(row, holder, data + 4);
  }

  #addEviction(contract: number, durability: number): void {
    const view = this.#view;
    if (view.getInt32(durability) !== ContractDataDurability.temporary) return;
    const holder = balanceHolder(view, skipScAddress(view, contract));
    if (holder === undefined) return;
    const row = this.#out.change_index.length;
    this.#before = UNKNOWN;
    this.#after = ABSENT;
    this.#out.change_index.push(this.#count++);
    this.#out.reason.piece(reasons.other);
    this.#pushStored(row, holder, contract);
  }

  /** Finds the int64 that stands at `p` in the later state, else in the former; returns whether it changed. */
  #locate(p: number): boolean {
    const offset = p - (this.#post === ABSENT ? this.#pre : this.#post);
    this.#before = this.#pre < 0 ? this.#pre : this.#pre + offset;
    this.#after = this.#post < 0 ? this.#post : this.#post + offset;
    return !sameAmount(this.#view, this.#before, this.#after, 8);
  }

  /** Where the i128 of the ContractDataEntry in the LedgerEntry at `p` stands. */
  #storedAmount(p: number): number {
    if (p < 0) return p;
    locateContractDataEntry(this.#view, p + HEAD, stored);
    return balanceAmount(this.#view, stored.val) ?? UNKNOWN;
  }

  #pushChange(holder: number, asset: number): void {
    const { change_index: changeIndex, before_stroops: before, after_stroops: after } = this.#out;
    const row = changeIndex.length;
    this.#pushPlace(row);
    this.#out.reason.piece(this.#reasons.of(this.#index, holder, asset));
    if (this.#before !== UNKNOWN) before.at(row).pushOptionalAt(this.#view, this.#before);
    after.at(row).pushOptionalAt(this.#view, this.#after);
  }

  #pushPlace(row: number): void {
    const { changes, transactions } = this.#context.ledger;
    const { transaction_id: transactionId, operation_id: operationId } = this.#out;
    const transaction = changes.transaction(this.#index);
    const operation = changes.operation(this.#index);
    this.#out.change_index.push(this.#count++);
    if (transaction === ABSENT) return;
    const { order } = transactions[transaction];
    pushToid(transactionId.at(row), this.#context, order, 0);
    if (operation !== ABSENT) pushToid(operationId.at(row), this.#context, order, operation + 1);
  }

  #pushAsset(asset: number): void {
    this.#out.asset_key.piece(this.#context.decoder.assets.at(this.#view, asset).keyPiece);
  }

  #pushShares(pool: number): void {
    const { asset_key: key } = this.#out;
    key.writer.piece(sharesOf);
    key.hex(this.#view, pool, pool + KEY);
  }

  #pushStored(row: number, holder: number, contract: number): void {
    const view = this.#view;
    pushAddress(this.#out.holder, this.#context, holder);
    pushAddress(this.#out.asset_key, this.#context, contract);
    pushWide(this.#out.before_wide, row, view, this.#before);
    pushWide(this.#out.after_wide, row, view, this.#after);
  }
}

function sameEntry(view: DataView, a: number, b: number): boolean {
  const key = keyOfEntry(view, a);
  const other = keyOfEntry(view, b);
  return key.type === other.type && sameSpans(view, key.keyStart, key.keyEnd, other.keyStart, other.keyEnd);
}

/** Whether the integers of so many bytes at two places are the same; one that is absent is 0. */
function sameAmount(view: DataView, a: number, b: number, bytes: number): boolean {
  if (a === UNKNOWN || b === UNKNOWN) return a === b;
  for (let i = 0; i < bytes; i += 4) {
    if ((a === ABSENT ? 0 : view.getInt32(a + i)) !== (b === ABSENT ? 0 : view.getInt32(b + i))) return false;
  }
  return true;
}

function pushWide(column: Utf8Column, row: number, view: DataView, p: number): void {
  if (p === UNKNOWN) return;
  writeDifference(column.at(row).writer, view, p, ABSENT);
  column.end();
}
