/** The rows of one operation's effects: who is concerned, the type, and the details as a JSON object. */
import type { ColumnsOf } from '../../arrow/table.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { JsonWriter } from '../../xdr/json-writer.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { pushKey, pushMuxed, pushToid, type Context } from '../context.ts';
import type { historyEffects } from './declaration.ts';
import type { OperationAt } from '../operation-at.ts';
import { append } from '../operation-details/pieces.ts';
import { effectNames, type EffectType } from './types.ts';

const OPEN = 123;
const CLOSE = 125;
const DASH = 45;
const scratch = new JsonWriter();

/**
 * Writes effects in their order. The details are written first, members each with a comma before it, and serve every row
 * that follows:
 *
 *     const w = rows.open(); writeStroops(w, name.amount, p); rows.close();
 *     rows.muxed(effectType.accountCredited, destination);
 *     rows.source(effectType.accountDebited);
 */
export class EffectRows {
  /** Where details are written. */
  readonly w: JsonWriter;
  readonly #context: Context;
  readonly #out: ColumnsOf<typeof historyEffects>;
  readonly #at: OperationAt;
  #index = 0;

  constructor(context: Context, out: ColumnsOf<typeof historyEffects>, at: OperationAt) {
    this.w = scratch.from(context.bytes);
    this.#context = context;
    this.#out = out;
    this.#at = at;
  }

  /** Begins the effects of the operation at which the cursor stands. */
  begin(): void {
    this.#index = 0;
  }

  /** Begins new details, and returns what they are written to. */
  open(): JsonWriter {
    this.w.length = 0;
    return this.w;
  }

  /** Ends the details that were begun at `start` and returns where they end; others may follow there. */
  close(start = 0): number {
    const { w } = this;
    if (w.length === start) w.byte(OPEN);
    else w.buffer[start] = OPEN;
    w.byte(CLOSE);
    return w.length;
  }

  /** Writes an effect on the account whose 32-byte key is at `key`. */
  account(type: EffectType, key: number, start = 0, end = this.w.length): void {
    this.#push(type, key, ABSENT, start, end);
  }

  /** Writes an effect on the MuxedAccount at `p`. */
  muxed(type: EffectType, p: number): void {
    const isMuxed = this.w.view.getInt32(p) !== 0;
    // The id comes before the key.
    this.#push(type, isMuxed ? p + 12 : p + 4, isMuxed ? p + 4 : ABSENT, 0, this.w.length);
  }

  /** Writes an effect on the operation's source. */
  source(type: EffectType, start = 0, end = this.w.length): void {
    this.#push(type, this.#at.sourceKey, this.#at.sourceId, start, end);
  }

  #push(type: EffectType, key: number, id: number, start: number, end: number): void {
    const out = this.#out;
    const context = this.#context;
    const { transaction, index } = this.#at;
    const { sequence } = context.ledger;
    pushKey(out.address, strkeyVersion.account, context, key);
    if (id === ABSENT) out.address_muxed.pushNull();
    else pushMuxed(out.address_muxed, context, id - 4);
    pushToid(out.operation_id, context, transaction.order, index + 1);
    out.type.push(type);
    append(out.type_string.writer, effectNames[type]!);
    out.type_string.end();
    out.details_json.text(this.w, start, end);
    out.index.push(this.#index);
    const { writer } = out.id;
    writer.uint64(sequence, ((transaction.order << 12) | (index + 1)) >>> 0);
    writer.byte(DASH);
    writer.integer(this.#index++);
    out.id.end();
  }
}
