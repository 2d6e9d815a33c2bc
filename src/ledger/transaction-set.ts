/** The transaction set of a ledger: where its envelopes stand. */
import { flag, unknownArm } from '../xdr/reader.ts';

const COMPONENTS = 0;
const PARALLEL = 1;

/** Reads the TransactionEnvelope at an offset, of a parallel phase or not, and returns where it ends. */
type ReadEnvelope = (p: number, isParallel: boolean) => number;

/**
 * Calls `read` for each envelope of the set at `p`, in the set's order, which is not the order of application, and
 * returns where the set ends. A close meta of version 0 holds a plain TransactionSet, later ones a GeneralizedTransactionSet.
 * Throws XdrFault or RangeError when the bytes are none.
 */
export function readEnvelopes(view: DataView, p: number, closeVersion: number, read: ReadEnvelope): number {
  if (closeVersion === 0) return readList(view, p + 32, read, false);
  const version = view.getInt32(p);
  if (version !== 1) throw unknownArm('GeneralizedTransactionSet', p, version);
  const phases = view.getUint32(p + 36);
  p += 40;
  for (let i = 0; i < phases; i++) p = readPhase(view, p, read);
  return p;
}

/** Phase 0 is a list of components with a base fee each, phase 1 (CAP-63) stages of clusters that run in parallel. */
function readPhase(view: DataView, p: number, read: ReadEnvelope): number {
  const kind = view.getInt32(p);
  if (kind === COMPONENTS) return readComponents(view, p + 4, read);
  if (kind === PARALLEL) return readStages(view, skipBaseFee(view, p + 4), read);
  throw unknownArm('TransactionPhase', p, kind);
}

function readComponents(view: DataView, p: number, read: ReadEnvelope): number {
  const components = view.getUint32(p);
  p += 4;
  for (let i = 0; i < components; i++) {
    const kind = view.getInt32(p);
    if (kind !== 0) throw unknownArm('TxSetComponent', p, kind);
    p = readList(view, skipBaseFee(view, p + 4), read, false);
  }
  return p;
}

function readStages(view: DataView, p: number, read: ReadEnvelope): number {
  const stages = view.getUint32(p);
  p += 4;
  for (let stage = 0; stage < stages; stage++) {
    const clusters = view.getUint32(p);
    p += 4;
    for (let cluster = 0; cluster < clusters; cluster++) p = readList(view, p, read, true);
  }
  return p;
}

function skipBaseFee(view: DataView, p: number): number {
  return flag(view, p) ? p + 12 : p + 4;
}

function readList(view: DataView, p: number, read: ReadEnvelope, isParallel: boolean): number {
  const length = view.getUint32(p);
  p += 4;
  for (let i = 0; i < length; i++) p = read(p, isParallel);
  return p;
}
