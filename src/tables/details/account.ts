/** Details of operations on an account's own settings. */
import { skipSignerKey } from '../../xdr/generated/skip.ts';
import { jsonSignerKey } from '../../xdr/json-values.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation/operation-at.ts';
import { writeAccountFlags } from './flags.ts';
import { member } from './pieces.ts';
import { writeAccount, writeString, writeUint32 } from './values.ts';

const weights = ['master_key_weight', 'low_threshold', 'med_threshold', 'high_threshold'].map(member);
const name = {
  bumpTo: member('bump_to'),
  data: member('name'),
  homeDomain: member('home_domain'),
  inflationDest: member('inflation_dest'),
  signerKey: member('signer_key'),
  signerWeight: member('signer_weight'),
  value: member('value'),
};

export function writeSetOptions(w: JsonWriter, { view, body }: OperationAt): void {
  let p = body;
  const given = () => view.getUint32((p += 4) - 4) === 1;
  if (given()) {
    writeAccount(w, name.inflationDest, p);
    p += PUBLIC_KEY;
  }
  for (const prefix of ['clear', 'set']) if (given()) writeAccountFlags(w, prefix, view.getUint32((p += 4) - 4));
  for (const weight of weights) if (given()) writeUint32(w, weight, (p += 4) - 4);
  if (given()) {
    writeString(w, name.homeDomain, p);
    p += 4 + ((view.getUint32(p) + 3) & ~3);
  }
  if (given()) {
    w.piece(name.signerKey);
    jsonSignerKey(w, p);
    writeUint32(w, name.signerWeight, skipSignerKey(view, p));
  }
}

/** Where the signer that a set options operation names stands, or -1. */
export function signerOf({ view, body }: OperationAt): number {
  let p = body;
  const given = () => view.getUint32((p += 4) - 4) === 1;
  if (given()) p += PUBLIC_KEY;
  for (let i = 0; i < 2 + weights.length; i++) if (given()) p += 4;
  if (given()) p += 4 + ((view.getUint32(p) + 3) & ~3);
  return given() ? p : -1;
}

export function writeManageData(w: JsonWriter, { view, body }: OperationAt): void {
  writeString(w, name.data, body);
  const p = body + 4 + ((view.getUint32(body) + 3) & ~3);
  w.piece(name.value);
  if (view.getUint32(p) === 0) return w.ascii('null');
  w.byte(34);
  w.base64(view, p + 8, p + 8 + view.getUint32(p + 4));
  w.byte(34);
}

export function writeBumpSequence(w: JsonWriter, { body }: OperationAt): void {
  w.piece(name.bumpTo);
  w.int64(body);
}
