/** XDR values that callers send as base64, as Go decodes them, and its words for a text that is no ScVal. */
import { messageOf } from '../../../core/system-errors.ts';
import { ScValType } from '../../../xdr/generated/enums.ts';
import { skipScVal } from '../../../xdr/generated/skip.ts';

/** Returns the bytes of a value that `skip` walks to its end; undefined for what is no base64, no such value, or more. */
export function decodeXdr(text: string, skip: (view: DataView, p: number) => number): DataView | undefined {
  const { letters, read } = lettersOf(text);
  if (read < text.length || !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(letters))
    return undefined;
  const bytes = Buffer.from(letters, 'base64');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return skip(view, 0) === bytes.length ? view : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the bytes of the ScVal that a base64 text holds. Throws Error with the text of
 * `xdr.SafeUnmarshalBase64` for what is no base64, no ScVal, or more than one.
 */
export function decodeScVal(text: string): Uint8Array {
  const { letters, read } = lettersOf(text);
  const reader = new Base64Reader(letters);
  const type = reader.word('decoding ScValType: decoding ScValType: xdr:DecodeInt');
  if (!TYPES.has(type)) {
    throw new Error(`decoding ScValType: decoding ScValType: '${type}' is not a valid ScValType enum value`);
  }
  readScalar(reader, type);
  const bad = badLetter(letters, true);
  if (bad >= 0) throw new Error(`decoding ScVal: illegal base64 data at input byte ${bad}`);
  const bytes = Buffer.from(letters, 'base64');
  const end = endOf(bytes, type);
  const used = Math.ceil(end / 3) * 4 + read - letters.length;
  if (used !== text.length) {
    throw new Error(`input not fully consumed. expected to read: ${text.length}, actual: ${used}`);
  }
  // Go reads four letters at once, of which the last may say more.
  return bytes.subarray(0, end);
}

const TYPES = new Set<number>(Object.values(ScValType));

/** The names of the types whose value is text or bytes, with the call that reads it and the longest there may be. */
const OPAQUES: Record<number, [name: string, call: string, most: number]> = {
  [ScValType.scvBytes]: ['ScBytes', 'DecodeOpaque', 4294967295],
  [ScValType.scvString]: ['ScString', 'DecodeString', 4294967295],
  [ScValType.scvSymbol]: ['ScSymbol', 'DecodeString', 32],
};

/** The names of the types whose value is so many bytes. */
const FIXED: Record<number, [name: string, bytes: number]> = {
  [ScValType.scvBool]: ['decoding Bool: xdr:DecodeInt', 4],
  [ScValType.scvU32]: ['decoding Uint32: decoding Unsigned int: xdr:DecodeUint', 4],
  [ScValType.scvI32]: ['decoding Int32: decoding Int: xdr:DecodeInt', 4],
  [ScValType.scvU64]: ['decoding Uint64: decoding Unsigned hyper: xdr:DecodeUhyper', 8],
  [ScValType.scvI64]: ['decoding Int64: decoding Hyper: xdr:DecodeHyper', 8],
  [ScValType.scvTimepoint]: ['decoding TimePoint: decoding Uint64: decoding Unsigned hyper: xdr:DecodeUhyper', 8],
  [ScValType.scvDuration]: ['decoding Duration: decoding Uint64: decoding Unsigned hyper: xdr:DecodeUhyper', 8],
};

function readScalar(reader: Base64Reader, type: number): void {
  const fixed = FIXED[type];
  if (fixed) return void reader.read(fixed[1], fixed[0]);
  const opaque = OPAQUES[type];
  if (!opaque) return;
  const [name, call, most] = opaque;
  const place = `decoding ${name}: decoding ${name}: xdr:${call}`;
  const length = reader.word(`decoding ${name}: decoding ${name}: xdr:DecodeUint`);
  if (length > most || length > reader.left)
    throw new Error(`${place}: data exceeds max slice limit - read: '${length}'`);
  reader.read(length, place);
}

/** Values of other types are walked by our own decoder, whose words these are. */
function endOf(bytes: Uint8Array, type: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const end = skipScVal(view, 0);
    if (end <= bytes.length) return end;
  } catch (error) {
    if (!(error instanceof RangeError)) throw new Error(`decoding ScVal: ${messageOf(error)}`, { cause: error });
  }
  const name = Object.entries(ScValType).find(([, value]) => value === type)?.[0] ?? 'ScVal';
  throw new Error(`decoding ${name}: unexpected EOF`);
}

/** Go reads base64 as a stream, four letters at a time for a word, and tells the place of a bad letter within what it read. */
class Base64Reader {
  readonly #text: string;
  readonly #most: number;
  #at = 0;
  #used = 0;
  #ready: number[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#most = Math.floor(text.length / 4) * 3;
  }

  /** How many bytes the decoder believes to be left. */
  get left(): number {
    return this.#most - this.#used;
  }

  word(place: string): number {
    return Buffer.from(this.read(4, place)).readInt32BE();
  }

  read(count: number, place: string): number[] {
    let found: number[] = [];
    while (found.length < count) {
      if (this.#ready.length === 0) {
        const fault = this.#fill(count - found.length);
        if (fault !== undefined) {
          const why = found.length > 0 && fault === 'EOF' ? 'unexpected EOF' : fault;
          throw new Error(`${place}: ${why} while decoding ${count} bytes - read: '[${found.join(' ')}]'`);
        }
      }
      found = found.concat(this.#ready.splice(0, count - found.length));
    }
    this.#used += count;
    return found;
  }

  #fill(wanted: number): string | undefined {
    const letters = this.#text.slice(this.#at, this.#at + Math.max(Math.floor(wanted / 3) * 4, 4));
    if (letters.length < 4) return letters.length === 0 ? 'EOF' : 'unexpected EOF';
    const whole = letters.slice(0, letters.length & ~3);
    this.#at += whole.length;
    const bad = badLetter(whole, this.#at >= this.#text.length);
    this.#ready = [...Buffer.from(bad < 0 ? whole : whole.slice(0, bad & ~3), 'base64')];
    return bad >= 0 && this.#ready.length === 0 ? `illegal base64 data at input byte ${bad}` : undefined;
  }
}

/** Returns where the first letter that base64 does not allow stands, or -1; padding may only end the text. */
function badLetter(letters: string, isLast: boolean): number {
  const end = isLast ? letters.replace(/={1,2}$/, '').length : letters.length;
  const bad = letters.slice(0, end).search(/[^A-Za-z0-9+/]/);
  return bad;
}

/**
 * Returns the letters of a base64 text as Go's decoder sees them, which passes over line breaks, and how many characters
 * are read with them: those after the last letter are not.
 */
function lettersOf(text: string): { letters: string; read: number } {
  let read = text.length;
  while (text[read - 1] === '\n' || text[read - 1] === '\r') read--;
  return { letters: text.slice(0, read).replace(/[\r\n]/g, ''), read };
}
