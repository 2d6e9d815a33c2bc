/** Whether the index of keys says what bronze does. */
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { intersectRanges } from '../datastore/spans.ts';
import { KEY_COLUMNS, kindNames, type KeyColumns } from '../history/key-columns.ts';
import { Lookup, LOOKUP_FOLDER } from '../history/lookup.ts';
import { keyOfText } from '../history/row-keys.ts';
import type { CheckReport, CheckRow } from '../lake/repair/checks.ts';
import { indexCheck } from '../lake/asking/narrow/key-ledgers.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { keysOf, piecesOf } from './index-keys.ts';

/**
 * Returns the differences between the index and bronze for a key. Keys that share 48 bits of their hash also share ledgers.
 * Throws a LakeError if a bronze file is damaged.
 */
export async function checkKeys(
  lake: Lake,
  { examples = 5, signal }: { examples?: number; signal?: AbortSignal } = {},
): Promise<CheckReport> {
  const report: CheckReport = { ...indexCheck, broken: 0, unknown: 0, knownFaults: 0, findings: 0, examples: [] };
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

/** The kinds of rows that a key has in ledgers. */
type Kinds = Map<number, number>;

async function ledgersByKey(lake: Lake, piece: LedgerRange, columns: KeyColumns): Promise<Map<string, Kinds>> {
  const found = new Map<string, Kinds>();
  for await (const batch of keysOf(lake, piece, columns)) {
    const [keys, ledgers, kinds] = [0, 1, 2].map((i) => batch.getChildAt(i)!);
    for (let row = 0; row < batch.numRows; row++) {
      const key = String(keys.get(row));
      const known = found.get(key) ?? new Map<number, number>();
      found.set(key, known.set(Number(ledgers.get(row)), Number(kinds.get(row))));
    }
  }
  return found;
}

function* differences(lookup: Lookup, piece: LedgerRange, keys: Map<string, Kinds>): Generator<CheckRow> {
  const told = (kinds: number | undefined) => (kinds === undefined ? null : kindNames(kinds));
  for (const [entity, expected] of keys) {
    const rows = lookup.kindsOf(keyOfText(entity), piece);
    const found: Kinds = new Map(rows.map(({ ledger, position }) => [ledger, position]));
    for (const ledger of new Set([...expected.keys(), ...found.keys()])) {
      const [said, had] = [expected.get(ledger), found.get(ledger)];
      const row = { status: 'broken', entity, fact: 'rows of the index', ledger } as const;
      if (said !== had) yield { ...row, expected: told(said), found: told(had) };
    }
  }
}
