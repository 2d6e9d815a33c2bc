/** The arguments of a contract call, in the four forms in which stellar-etl gives them. */
import { Piece } from '../../core/bytes.ts';
import { Kept } from '../../xdr/kept.ts';
import { ScValType } from '../../xdr/generated/enums.ts';
import { jsonScVal } from '../../xdr/generated/json.ts';
import { skipScAddress, skipScVal } from '../../xdr/generated/skip.ts';
import { JsonWriter } from '../../xdr/json-writer.ts';
import type { KeyTexts } from '../../xdr/strkey.ts';
import { scValArms, writeScValText } from './sc-val-text.ts';
import { member } from './pieces.ts';

/** A piece for each form: of `typed` and `json` the values are base64, of the other two text. */
interface Forms {
  typed: Piece;
  decoded: Piece;
  json: Piece;
  jsonDecoded: Piece;
}

const name: Forms = {
  decoded: member('parameters_decoded'),
  json: member('parameters_json'),
  jsonDecoded: member('parameters_json_decoded'),
  typed: member('parameters'),
};
const types = scValArms.map((arm) => new Piece(`{"type":"${arm}","value":"`));
const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
const QUOTE = 34;

const KEPT_HEADS = 1 << 10;

/** Writes calls in the four forms, and keeps contract and function of them: a few hundred make most calls. */
export class CallWriter {
  readonly #heads: Kept<Forms>;
  /** Where each value starts and the last one ends; where the base64 of each was written. */
  readonly #starts: number[] = [];
  readonly #texts: number[] = [];

  /** `keys` writes the addresses. */
  constructor(keys: KeyTexts) {
    this.#heads = new Kept(KEPT_HEADS, 64, (view, start, end) => makeHead(keys, view, start, end));
  }

  /** Writes the contract, the function and the arguments of the InvokeContractArgs at `p`. */
  write(w: JsonWriter, p: number): void {
    const { view } = w;
    const name = skipScAddress(view, p);
    const args = name + 4 + ((view.getUint32(name) + 3) & ~3);
    const hash = Math.imul(view.getInt32(p + 4) ^ view.getInt32(args - 4), 0x9e3779b1) ^ view.getInt32(name + 4);
    this.#writeForms(w, this.#heads.of(view, p, args, hash), args);
  }

  /** Writes the list of ScVals at `p`. */
  writeList(w: JsonWriter, p: number): void {
    this.#writeForms(w, undefined, p);
  }

  /** Writes the values of the list at `p` after those of the head. */
  #writeForms(w: JsonWriter, head: Forms | undefined, p: number): void {
    const starts = this.#starts;
    const texts = this.#texts;
    const count = this.#locateValues(w.view, p);
    openForm(w, name.typed, head?.typed);
    for (let i = 0; i < count; i++) {
      separate(w, head, i);
      texts[i] = writeTypedBase64(w, starts[i], starts[i + 1]);
    }
    w.byte(CLOSE);
    openForm(w, name.decoded, head?.decoded);
    for (let i = 0; i < count; i++) {
      separate(w, head, i);
      writeTypedText(w, starts[i]);
    }
    w.byte(CLOSE);
    openForm(w, name.json, head?.json);
    for (let i = 0; i < count; i++) {
      separate(w, head, i);
      w.byte(QUOTE);
      w.append(w, texts[i], texts[i] + base64Length(starts[i + 1] - starts[i]));
      w.byte(QUOTE);
    }
    w.byte(CLOSE);
    openForm(w, name.jsonDecoded, head?.jsonDecoded);
    for (let i = 0; i < count; i++) {
      separate(w, head, i);
      jsonScVal(w, starts[i]);
    }
    w.byte(CLOSE);
  }

  /** Sets the starts for the list of ScVals at `p` and returns how many they are. */
  #locateValues(view: DataView, p: number): number {
    const starts = this.#starts;
    const count = view.getUint32(p);
    p += 4;
    for (let i = 0; i < count; i++) {
      starts[i] = p;
      p = skipScVal(view, p);
    }
    starts[count] = p;
    return count;
  }
}

/** The call names its contract and function without a discriminant; as ScVals they have one. */
function makeHead(keys: KeyTexts, from: DataView, address: number, end: number): Forms {
  const source = new Uint8Array(from.buffer, from.byteOffset, from.byteLength);
  const name = skipScAddress(from, address);
  const symbol = 4 + name - address;
  const bytes = new Uint8Array(8 + end - address);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, ScValType.scvAddress);
  bytes.set(source.subarray(address, name), 4);
  view.setInt32(symbol, ScValType.scvSymbol);
  bytes.set(source.subarray(name, end), symbol + 4);
  const w = new JsonWriter(keys).from(bytes);
  const form = (write: (w: JsonWriter, start: number, end: number) => void) => {
    w.length = 0;
    write(w, 0, symbol);
    w.byte(COMMA);
    write(w, symbol, bytes.length);
    return new Piece(w.text());
  };
  return {
    typed: form(writeTypedBase64),
    decoded: form(writeTypedText),
    json: form(writeBase64),
    jsonDecoded: form(jsonScVal),
  };
}

function openForm(w: JsonWriter, name: Piece, head: Piece | undefined): void {
  w.piece(name);
  w.byte(OPEN);
  if (head) w.piece(head);
}

function separate(w: JsonWriter, head: Forms | undefined, index: number): void {
  if (head || index > 0) w.byte(COMMA);
}

/** Returns where the base64 starts. */
function writeTypedBase64(w: JsonWriter, start: number, end: number): number {
  w.piece(types[w.view.getInt32(start)]);
  const text = w.length;
  w.base64(w.view, start, end);
  w.piece(closeValue);
  return text;
}

function writeTypedText(w: JsonWriter, start: number): void {
  w.piece(types[w.view.getInt32(start)]);
  writeScValText(w, start);
  w.piece(closeValue);
}

const closeValue = new Piece('"}');

function writeBase64(w: JsonWriter, start: number, end: number): void {
  w.byte(QUOTE);
  w.base64(w.view, start, end);
  w.byte(QUOTE);
}

function base64Length(bytes: number): number {
  return (((bytes + 2) / 3) | 0) * 4;
}
