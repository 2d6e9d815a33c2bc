/** The transaction set of a ledger: where its envelopes stand. */
import { skipTransactionEnvelope } from '../xdr/generated/skip.ts';

/**
 * Returns where each envelope of the set at `p` starts, in the set's order, which is not the order of application.
 * A close meta of version 0 holds a plain TransactionSet, later ones a GeneralizedTransactionSet.
 */
export function readEnvelopes(view: DataView, p: number, closeVersion: number): number[] {
  const envelopes: number[] = [];
  const list = (p: number) => each(view, p, (p) => envelopes.push(p) && skipTransactionEnvelope(view, p));
  if (closeVersion === 0) list(p + 32);
  else each(view, p + 36, (p) => readPhase(view, p, list));
  return envelopes;
}

type Read = (p: number) => number;

/** Phase 0 is a list of components with a base fee each, phase 1 (CAP-63) stages of clusters that run in parallel. */
function readPhase(view: DataView, p: number, list: Read): number {
  const components = view.getInt32(p) === 0;
  if (components) return each(view, p + 4, (p) => list(skipBaseFee(view, p + 4)));
  return each(view, skipBaseFee(view, p + 4), (p) => each(view, p, list));
}

function skipBaseFee(view: DataView, p: number): number {
  return view.getUint32(p) === 0 ? p + 4 : p + 12;
}

function each(view: DataView, p: number, read: Read): number {
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) p = read(p);
  return p;
}
