/** The transaction set of a ledger: its envelopes. */
import { flag, unknownArm } from '../xdr/reader.ts';
import { Envelope } from './transaction.ts';

const COMPONENTS = 0;
const PARALLEL = 1;

/**
 * Adds the envelopes of the set at `p` to a list, in the set's order, which is not the order of application, and returns
 * where the set ends. A close meta of version 0 holds a plain TransactionSet, later ones a GeneralizedTransactionSet.
 * Throws XdrFault or RangeError when the bytes are none.
 */
export function readEnvelopes(view: DataView, p: number, closeVersion: number, into: Envelope[]): number {
  if (closeVersion === 0) return readList(view, p + 32, into);
  const version = view.getInt32(p);
  if (version !== 1) throw unknownArm('GeneralizedTransactionSet', p, version);
  const phases = view.getUint32(p + 36);
  p += 40;
  for (let i = 0; i < phases; i++) p = readPhase(view, p, into);
  return p;
}

/** Phase 0 is a list of components with a base fee each, phase 1 (CAP-63) stages of clusters that run in parallel. */
function readPhase(view: DataView, p: number, into: Envelope[]): number {
  const kind = view.getInt32(p);
  if (kind === COMPONENTS) return readComponents(view, p + 4, into);
  if (kind === PARALLEL) return readStages(view, skipBaseFee(view, p + 4), into);
  throw unknownArm('TransactionPhase', p, kind);
}

function readComponents(view: DataView, p: number, into: Envelope[]): number {
  const components = view.getUint32(p);
  p += 4;
  for (let i = 0; i < components; i++) {
    const kind = view.getInt32(p);
    if (kind !== 0) throw unknownArm('TxSetComponent', p, kind);
    p = readList(view, skipBaseFee(view, p + 4), into);
  }
  return p;
}

function readStages(view: DataView, p: number, into: Envelope[]): number {
  const stages = view.getUint32(p);
  p += 4;
  for (let stage = 0; stage < stages; stage++) {
    const clusters = view.getUint32(p);
    p += 4;
    for (let cluster = 0; cluster < clusters; cluster++) p = readList(view, p, into);
  }
  return p;
}

function skipBaseFee(view: DataView, p: number): number {
  return flag(view, p) ? p + 12 : p + 4;
}

function readList(view: DataView, p: number, into: Envelope[]): number {
  const length = view.getUint32(p);
  p += 4;
  for (let i = 0; i < length; i++) {
    const envelope = new Envelope(view, p);
    into.push(envelope);
    p = envelope.end;
  }
  return p;
}
