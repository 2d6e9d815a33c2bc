/** The arguments of a contract call, in the four forms in which stellar-etl gives them. */
import type { Piece } from '../../bytes.ts';
import { ScValType } from '../../xdr/generated/enums.ts';
import { jsonScVal } from '../../xdr/generated/json.ts';
import { skipScAddress, skipScVal } from '../../xdr/generated/skip.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { scValArms, writeScValText } from './sc-val-text.ts';
import { append, member, piece } from './pieces.ts';

const name = {
  decoded: member('parameters_decoded'),
  json: member('parameters_json'),
  jsonDecoded: member('parameters_json_decoded'),
  typed: member('parameters'),
};
const types = scValArms.map((arm) => piece(`{"type":"${arm}","value":"`));
const COMMA = 44;
const QUOTE = 34;

/** ScVals one after another in some bytes: where each starts, and where the last ends. */
interface Values {
  bytes: Uint8Array;
  view: DataView;
  starts: number[];
}

/** Writes the list of ScVals at `p`. */
export function writeParameters(w: JsonWriter, p: number): void {
  writeForms(w, [listed(w, p)]);
}

/** Writes the contract, the function and the arguments of the InvokeContractArgs at `p`. */
export function writeCallParameters(w: JsonWriter, p: number): void {
  const name = skipScAddress(w.view, p);
  const args = name + 4 + ((w.view.getUint32(name) + 3) & ~3);
  writeForms(w, [called(w.bytes, p, name, args), listed(w, args)]);
}

function listed({ bytes, view }: JsonWriter, p: number): Values {
  const count = view.getUint32(p);
  const starts = [p + 4];
  for (let i = 0; i < count; i++) starts.push(skipScVal(view, starts[i]!));
  return { bytes, view, starts };
}

/** Longest call so far: an address of at most 48 bytes and a symbol of at most 36. */
let scratch = new Uint8Array(128);
let scratchView = new DataView(scratch.buffer);

/** The call names its contract and function without a discriminant; as ScVals they have one. The next call writes over them. */
function called(source: Uint8Array, address: number, name: number, end: number): Values {
  const symbol = 4 + name - address;
  const length = 8 + end - address;
  if (length > scratch.length) {
    scratch = new Uint8Array(length);
    scratchView = new DataView(scratch.buffer);
  }
  scratchView.setInt32(0, ScValType.scvAddress);
  scratch.set(source.subarray(address, name), 4);
  scratchView.setInt32(symbol, ScValType.scvSymbol);
  scratch.set(source.subarray(name, end), symbol + 4);
  return { bytes: scratch, view: scratchView, starts: [0, symbol, length] };
}

function writeForms(w: JsonWriter, lists: Values[]): void {
  writeForm(w, name.typed, lists, writeTypedBase64);
  writeForm(w, name.decoded, lists, writeTypedText);
  writeForm(w, name.json, lists, writeBase64);
  writeForm(w, name.jsonDecoded, lists, jsonScVal);
}

type ValueWriter = (w: JsonWriter, start: number, end: number) => void;

function writeForm(w: JsonWriter, form: Piece, lists: Values[], write: ValueWriter): void {
  const { bytes, view } = w;
  append(w, form);
  w.byte(91);
  let isFirst = true;
  for (const list of lists) {
    w.bytes = list.bytes;
    w.view = list.view;
    for (let i = 1; i < list.starts.length; i++) {
      if (!isFirst) w.byte(COMMA);
      isFirst = false;
      write(w, list.starts[i - 1]!, list.starts[i]!);
    }
  }
  w.bytes = bytes;
  w.view = view;
  w.byte(93);
}

function writeTypedBase64(w: JsonWriter, start: number, end: number): void {
  writeType(w, start);
  w.base64(w.view, start, end);
  w.ascii('"}');
}

function writeTypedText(w: JsonWriter, start: number): void {
  writeType(w, start);
  writeScValText(w, start);
  w.ascii('"}');
}

function writeType(w: JsonWriter, p: number): void {
  append(w, types[w.view.getInt32(p)]!);
}

function writeBase64(w: JsonWriter, start: number, end: number): void {
  w.byte(QUOTE);
  w.base64(w.view, start, end);
  w.byte(QUOTE);
}
