/** The rows of one operation's effects: who is concerned, the type, and the details, in columns and as a JSON object. */
import type { ColumnsOf } from '../../arrow/table.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { ValueWriter } from '../json/value-writer.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { assetBytes, type AssetText } from '../asset/assets.ts';
import { pushKey, pushMuxed, pushToid, type Context } from '../context.ts';
import { EffectDetails } from './columns.ts';
import { ChangesByKey } from './changes-by-key.ts';
import type { historyEffects } from './declaration.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { effectNames, type EffectType } from './types.ts';

const OPEN = 123;
const CLOSE = 125;
const DASH = 45;

/**
 * Writes effects in their order. The details are given first, those of columns and the others as members of JSON, each with
 * a comma before it, and serve every row that follows:
 *
 *     rows.open().amount.at(view, p); writeString(rows.w, name.homeDomain, q); rows.close();
 *     rows.muxed(effectType.accountCredited, destination);
 *     rows.source(effectType.accountDebited);
 */
export class EffectRows {
  /** Where details without a column are written. */
  readonly w: ValueWriter;
  /** The details with columns. */
  readonly details = new EffectDetails();
  /** Those of the other side of a trade. */
  readonly opposite = new EffectDetails();
  readonly #context: Context;
  readonly #out: ColumnsOf<typeof historyEffects>;
  readonly #at: OperationAt;
  #index = 0;
  /** Changes of the operation in hand that have effects of their own. */
  readonly sponsored = new ChangesByKey();
  readonly pools = new ChangesByKey();

  constructor(context: Context, out: ColumnsOf<typeof historyEffects>, at: OperationAt) {
    this.w = new ValueWriter(context.decoder).from(context.bytes);
    this.#context = context;
    this.#out = out;
    this.#at = at;
  }

  /** Begins the effects of the operation at which the cursor stands. */
  begin(): void {
    this.#index = 0;
  }

  /** Begins new details, and returns those with columns. */
  open(): EffectDetails {
    this.w.length = 0;
    this.details.clear();
    return this.details;
  }

  /** Begins details of an amount of the Asset at `p`, which follows it unless it stands elsewhere, and nothing else. */
  openAmount(p: number, amount = p + assetBytes(this.w.view, p)): EffectDetails {
    const details = this.open();
    details.asset = this.asset(p);
    details.amount.at(this.w.view, amount);
    this.close();
    return details;
  }

  /** Returns the Asset at `p`. */
  asset(p: number): AssetText {
    return this.w.assets.at(this.w.view, p);
  }

  /** Ends the JSON that was begun at `start` and returns where it ends; others may follow there. */
  close(start = 0): number {
    const { w } = this;
    if (w.length === start) w.byte(OPEN);
    else w.buffer[start] = OPEN;
    w.byte(CLOSE);
    return w.length;
  }

  /** Writes an effect on the account whose 32-byte key is at `key`. */
  account(type: EffectType, key: number, start = 0, end = this.w.length, details = this.details): void {
    this.#push(type, key, ABSENT, details);
    this.#out.other_details_json.text(this.w, start, end);
  }

  /** Writes an effect on the MuxedAccount at `p`. */
  muxed(type: EffectType, p: number): void {
    const isMuxed = this.w.view.getInt32(p) !== 0;
    // The id comes before the key.
    this.#push(type, isMuxed ? p + 12 : p + 4, isMuxed ? p + 4 : ABSENT, this.details);
    this.#out.other_details_json.text(this.w);
  }

  /** Writes an effect on the operation's source. */
  source(type: EffectType, start = 0, end = this.w.length): void {
    this.#push(type, this.#at.sourceKey, this.#at.sourceId, this.details);
    this.#out.other_details_json.text(this.w, start, end);
  }

  /** Ends the JSON and writes an effect on the operation's source. */
  closeForSource(type: EffectType): void {
    this.close();
    this.source(type);
  }

  #push(type: EffectType, key: number, id: number, details: EffectDetails): void {
    const out = this.#out;
    const context = this.#context;
    const { transaction, index } = this.#at;
    const { sequence } = context.ledger;
    pushKey(out.address, strkeyVersion.account, context, key);
    const row = out.type.length;
    if (id !== ABSENT) pushMuxed(out.address_muxed, row, context, id - 4);
    pushToid(out.operation_id, context, transaction.order, index + 1);
    details.write(out, context, row);
    out.type.push(type);
    out.type_string.writer.piece(effectNames[type]!);
    out.type_string.end();
    out.index.push(this.#index);
    const { writer } = out.id;
    writer.unsigned64(sequence, ((transaction.order << 12) | (index + 1)) >>> 0);
    writer.byte(DASH);
    writer.integer(this.#index++);
    out.id.end();
  }
}
