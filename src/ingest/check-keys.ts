/** Whether the index of keys says what bronze does. */
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { intersectRanges } from '../datastore/spans.ts';
import { KEY_COLUMNS } from '../history/key-columns.ts';
import { Lookup, LOOKUP_FOLDER } from '../history/lookup.ts';
import { keyOfText } from '../history/row-keys.ts';
import type { CheckReport, CheckRow } from '../lake/checks.ts';
import { indexCheck } from '../lake/key-ledgers.ts';
import type { Lake } from '../lake/lake.ts';
import { keysOf, piecesOf } from './index-keys.ts';

/**
 * Returns the ledgers that the index lacks of a key, or has beyond those of bronze; of ledgers that it has no keys of, `status` tells. Two
 * keys that share 48 bits of their hash have each other's. Throws a LakeError when a file of bronze is damaged.
 */
export async function checkKeys(
  lake: Lake,
  { examples = 5, signal }: { examples?: number; signal?: AbortSignal } = {},
): Promise<CheckReport> {
  const report: CheckReport = { ...indexCheck, broken: 0, unknown: 0, knownFaults: 0, examples: [] };
  const columns = lake.index?.columns ?? KEY_COLUMNS;
  const lookup = new Lookup(join(lake.path, LOOKUP_FOLDER), { kind: 'keys' });
  try {
    const known = lookup.ranges();
    const pieces = (await lake.loaded()).flatMap((range) => intersectRanges(range, known)).flatMap(piecesOf);
    for (const piece of pieces) {
      signal?.throwIfAborted();
      for (const row of differences(lookup, piece, await ledgersByKey(lake, piece, columns))) {
        report.broken++;
        if (report.examples.length < examples) report.examples.push(row);
      }
    }
    return report;
  } finally {
    lookup.close();
  }
}

async function ledgersByKey(
  lake: Lake,
  piece: LedgerRange,
  columns: typeof KEY_COLUMNS,
): Promise<Map<string, Set<number>>> {
  const found = new Map<string, Set<number>>();
  for await (const batch of keysOf(lake, piece, columns)) {
    const [keys, ledgers] = [batch.getChildAt(0)!, batch.getChildAt(1)!];
    for (let row = 0; row < batch.numRows; row++) {
      const key = String(keys.get(row));
      const known = found.get(key);
      if (known) known.add(Number(ledgers.get(row)));
      else found.set(key, new Set([Number(ledgers.get(row))]));
    }
  }
  return found;
}

function* differences(lookup: Lookup, piece: LedgerRange, keys: Map<string, Set<number>>): Generator<CheckRow> {
  for (const [entity, expected] of keys) {
    const asked = { key: keyOfText(entity), ...piece, isDescending: false, count: Infinity };
    const found = new Set(lookup.ledgersOf(asked));
    const row = { status: 'broken', entity, fact: 'ledger of the index' } as const;
    for (const ledger of expected) if (!found.has(ledger)) yield { ...row, ledger, expected: 'is there', found: null };
    for (const ledger of found) if (!expected.has(ledger)) yield { ...row, ledger, expected: null, found: 'is there' };
  }
}
