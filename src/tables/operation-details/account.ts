/** Details of operations on an account's own settings. */
import { skipSignerKey } from '../../xdr/generated/skip.ts';
import { jsonSignerKey } from '../../xdr/json-values.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation-at.ts';
import { writeAccountFlags } from './flags.ts';
import { writeAccount, writeName, writeString, writeUint32 } from './values.ts';

const weights = ['master_key_weight', 'low_threshold', 'med_threshold', 'high_threshold'];

export function writeSetOptions(w: JsonWriter, { view, body }: OperationAt): void {
  let p = body;
  const given = () => view.getUint32((p += 4) - 4) === 1;
  if (given()) {
    writeAccount(w, 'inflation_dest', p);
    p += PUBLIC_KEY;
  }
  for (const prefix of ['clear', 'set']) if (given()) writeAccountFlags(w, prefix, view.getUint32((p += 4) - 4));
  for (const name of weights) if (given()) writeUint32(w, name, (p += 4) - 4);
  if (given()) {
    writeString(w, 'home_domain', p);
    p += 4 + ((view.getUint32(p) + 3) & ~3);
  }
  if (given()) {
    writeName(w, 'signer_key');
    jsonSignerKey(w, p);
    writeUint32(w, 'signer_weight', skipSignerKey(view, p));
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

export function writeManageData(w: JsonWriter, { view, bytes, body }: OperationAt): void {
  writeString(w, 'name', body);
  const p = body + 4 + ((view.getUint32(body) + 3) & ~3);
  writeName(w, 'value');
  if (view.getUint32(p) === 0) return w.ascii('null');
  w.byte(34);
  w.base64(bytes, p + 8, p + 8 + view.getUint32(p + 4));
  w.byte(34);
}

export function writeBumpSequence(w: JsonWriter, { body }: OperationAt): void {
  writeName(w, 'bump_to');
  w.int64(body);
}
