/** Records that our processors make of the corpus, and those that the reference made of it, in one form. */
import { basename, join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { RecordBatch } from 'apache-arrow';
import { decompress } from '../../../src/ledger/compression.ts';
import { readFrames } from '../../../src/ledger/frames.ts';
import { readLedger, type Ledger } from '../../../src/ledger/ledger.ts';
import { networkId, passphraseOf } from '../../../src/ledger/network.ts';
import { checkLedger } from '../../../src/ledger/verify.ts';
import type { RecordTable } from '../../../src/pipelines/sink.ts';
import { extractionFor, RecordSet, type RunningProcessor } from '../../../src/pipelines/run/record-set.ts';
import { corpus, corpusFiles, readText } from '../../corpus.ts';

/** A number is its digits, so that none is rounded. */
export type Plain = string | boolean | null | Plain[] | { [key: string]: Plain };
export type Row = Record<string, Plain>;

interface PipelineSet {
  files: string[];
  network: string;
  verify?: false;
  /** Each file is a network of its own. */
  captures?: true;
  ledgers?: number;
}

const pubnet = 'pubnet';
const loadtest = (version: string, ledgers?: number): PipelineSet => ({
  files: corpusFiles('loadtest', `load-test-ledgers-${version}.xdr.zst`),
  network: version === 'v27' ? 'Apply Load' : 'load test network',
  verify: false,
  ledgers,
});

const horizon = (scenario: string, ledgers: string): PipelineSet => ({
  files: corpusFiles(`horizon-scenarios/${scenario}`, `ledgers-${ledgers}.xdr.zst`),
  network: 'testnet',
});

/** The sets as the goldens name them. */
export const sets: Record<string, PipelineSet> = {
  'pubnet-p26': { files: corpusFiles('pubnet-p26/store', '.zst'), network: pubnet },
  'pubnet-eras': { files: corpusFiles('pubnet-eras/store', '.zst'), network: pubnet },
  'pubnet-etl-golden': { files: corpusFiles('pubnet-etl-golden/store', '.zst'), network: pubnet },
  'testnet-ledgers': { files: corpusFiles('testnet-ledgers', '.xdr.zst'), network: 'testnet' },
  'testnet-galexie-bucket': { files: corpusFiles('testnet-galexie-bucket/store', '.zst'), network: 'testnet' },
  'loadtest-v22': loadtest('v22'),
  'loadtest-v24': loadtest('v24'),
  'loadtest-v27-first2': loadtest('v27', 2),
  'core-lcm': { files: corpusFiles('core-lcm', '.xdr.zst'), network: '(V) (;,,;) (V)', captures: true },
  'horizon-account_merge': horizon('account_merge', '2-3'),
  'horizon-failed_transactions': horizon('failed_transactions', '2-5'),
  'horizon-kahuna': horizon('kahuna', '2-61'),
  'horizon-pathed_payment': horizon('pathed_payment', '2-6'),
  synthetic: { files: corpusFiles('pipelines/synthetic', '.xdr.zst'), network: pubnet },
};

function* ledgersOf({ files, network, verify, ledgers = Infinity }: PipelineSet): Generator<[string, Ledger]> {
  const id = networkId(passphraseOf(network));
  for (const file of files.toReversed()) {
    const bytes = decompress(readFileSync(file), { file });
    for (const { start, end } of readFrames(bytes, file)) {
      if (ledgers-- <= 0) return;
      const ledger = readLedger(bytes.subarray(start, end), file);
      checkLedger(ledger, id, { verify });
      yield [basename(file, '.xdr.zst'), ledger];
    }
  }
}

/** Returns the rows of each table that a processor makes of a set. */
export function recordsOf(
  name: string,
  processor: string,
  { config = {}, contracts }: Partial<Pick<RunningProcessor, 'config' | 'contracts'>> = {},
): Map<string, Row[]> {
  const passphrase = passphraseOf(sets[name].network);
  const running: RunningProcessor = { id: processor, config, passphrase, ...(contracts && { contracts }) };
  const tables = extractionFor(running).tables;
  const records = new RecordSet([running], passphrase);
  const rows = new Map<string, Row[]>(tables.map((table) => [table.name, []]));
  for (const [capture, ledger] of ledgersOf(sets[name])) {
    records.add(ledger);
    for (const [table, batch] of records.batches()) {
      const spec = tables.find((each) => each.name === table)!;
      for (const row of rowsOf(spec, batch)) rows.get(table)!.push(sets[name].captures ? { ...row, capture } : row);
    }
    records.reset();
  }
  return rows;
}

function rowsOf({ json = [], columns }: RecordTable, batch: RecordBatch): Row[] {
  return Array.from(batch, (row) =>
    Object.fromEntries(
      Object.entries((row as { toJSON(): Record<string, unknown> }).toJSON()).map(([column, value]) => [
        column,
        json.includes(column) && typeof value === 'string' ? parsed(value) : plain(value, columns[column].kind),
      ]),
    ),
  );
}

function plain(value: unknown, kind: string): Plain {
  if (value === null || typeof value === 'boolean') return value;
  if (kind === 'timestamp') return new Date(Number(value)).toISOString().replace('.000Z', 'Z');
  return typeof value === 'string' ? value : `#${String(value)}`;
}

/** Returns JSON whose numbers are their digits. */
export function parsed(text: string): Plain {
  const whole = (_key: string, value: unknown, context?: { source: string }) =>
    typeof value === 'number' ? `#${context?.source ?? ''}` : value;
  return JSON.parse(text, whole) as Plain;
}

/** Returns the lines of a golden file. */
export function golden(path: string): Row[] {
  return readText(join(corpus, 'pipelines', `${path}.jsonl.zst`))
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const row = parsed(line) as Row;
      return 'record' in row ? { ...(row['record'] as Row), capture: row['capture'] } : row;
    });
}

/** Returns rows as texts in which nothing but the values counts: keys in order, members that are null left out. */
export function comparable(rows: readonly Row[]): string[] {
  return rows.map((row) => JSON.stringify(sorted(row))).sort();
}

function sorted(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]));
}

/** Returns the row without these columns. */
export function without(row: Row, ...columns: string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}

/** Returns what one list of texts has and the other lacks, up to a few of each. */
export function difference(ours: readonly string[], theirs: readonly string[]): string[] {
  const only = (mark: string, of: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return of
      .filter((text) => !known.has(text))
      .slice(0, 3)
      .map((text) => `${mark} ${text.slice(0, 2000)}`);
  };
  const counts = ours.length === theirs.length ? [] : [`${ours.length} rows, expected ${theirs.length}`];
  return [...counts, ...only('only ours:', ours, theirs), ...only('only theirs:', theirs, ours)];
}
