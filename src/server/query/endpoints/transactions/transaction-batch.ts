/** Several transactions at once, by their hashes. */
import Type from 'typebox';
import { ApiError, invalid } from '../../errors.ts';
import { listOf, fields, text, whole } from '../../fields.ts';
import { object, posted } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import type { View } from '../../view.ts';
import {
  decodedBody,
  decodedFields,
  readDecoded,
  SummaryRecord,
  transactionFields,
  type Decoded,
} from './transaction-decoded.ts';

const MOST = 100;
const HASH = '^[0-9a-fA-F]{64}$';

/** What is known of some hashes, in their order. */
interface Found {
  known: Decoded[];
  missing: string[];
}

async function readAll(view: View, hashes: readonly string[]): Promise<Found> {
  const found: Found = { known: [], missing: [] };
  for (const hash of new Set(hashes.map((one) => one.toLowerCase()))) {
    try {
      found.known.push(await readDecoded(view, hash));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      found.missing.push(hash);
    }
  }
  return found;
}

const Body = Type.Object({
  hashes: Type.Array(Type.String({ pattern: HASH }), { minItems: 1, maxItems: MOST, description: 'Hashes, in hex.' }),
});

export const transactionBatch = posted({
  path: '/api/v1/silver/tx/batch/decoded',
  summary: 'Human-readable summaries of several transactions',
  body: Body,
  expected: `{"hashes": [1 to ${MOST} transaction hashes]}`,
  answer: {
    data: listOf(fields(decodedFields)),
    count: whole(),
    not_found: listOf(text('A hash that no loaded ledger has.')),
  },
  async read({ hashes }, view) {
    const { known, missing } = await readAll(view, hashes);
    return { body: { data: known.map(decodedBody), count: known.length, not_found: missing } };
  },
});

export const transactionSummaries = object({
  path: '/api/v1/silver/transactions/summaries',
  summary: 'One sentence of each of several transactions',
  parameters: { hashes: parameter.text(`Up to ${MOST} hashes, by commas.`) },
  answer: {
    data: listOf(fields({ ...transactionFields, summary: SummaryRecord })),
    count: whole(),
    not_found: listOf(text('A hash that no loaded ledger has.')),
  },
  async read({ hashes }, view) {
    const given = hashes.split(',').map((hash) => hash.trim());
    if (given.length > MOST || !given.every((hash) => new RegExp(HASH).test(hash))) throw invalid('invalid hashes');
    const { known, missing } = await readAll(view, given);
    const data = known.map(({ transaction, summary }) => ({ ...transaction, summary }));
    return { body: { data, count: data.length, not_found: missing } };
  },
});
