/** Cases of the ledger query API: requests, their expected answers, and the lakes that they run on. */
import { join } from 'node:path';
import { open } from '../../../src/index.ts';
import { corpus, corpusFiles, readText } from '../../corpus.ts';

/** One request, and what comes back. */
export interface Case {
  name: string;
  endpoint: number | string;
  set: string;
  ledgers: [first: number, last: number];
  passphrase: string;
  request: { method?: string; path: string; headers?: Record<string, string | null>; base_tail?: string };
  status: number;
  response?: unknown;
  response_text?: string;
  response_headers?: Record<string, unknown>;
  response_csv?: { header: unknown[]; rows: unknown[] };
  /** The rows of all pages. */
  response_data_all?: unknown[];
  data_key?: string;
  walk?: boolean;
  repeat?: boolean;
  lenient?: boolean;
  pre?: { path: string; capture?: Record<string, string>; capture_header?: Record<string, string> };
  then?: { path: string; status: number; response?: unknown };
  ignore?: string[];
  tier?: number;
}

/** Returns the cases of each file, by its name. */
export function readCases(kind: 'state' | 'history'): [string, Case[]][] {
  return corpusFiles(`query/${kind}`, '.jsonl.zst').map((file) => {
    const lines = readText(file).split('\n').filter(Boolean);
    return [
      file.slice(file.lastIndexOf('/') + 1).replace('.jsonl.zst', ''),
      lines.map((line) => JSON.parse(line) as Case),
    ];
  });
}

/** Sets whose ledgers upstream merged from others: their hashes do not fit. */
const unverified = ['loadtest/load-test-ledgers-v22'];

/** Makes the lake of a set in a folder: exactly its ledgers. */
export async function makeLake(folder: string, { set, ledgers: [first, last], passphrase }: Case): Promise<void> {
  const lake = await open(folder, { network: { passphrase } });
  const range = { first, last };
  await lake.load(filesOf(set), { range, allowGaps: true, verify: !unverified.includes(set) });
  await lake.close();
}

function filesOf(set: string): string[] {
  const [folder = '', name] = set.split('/');
  if (folder === 'horizon-scenarios') return corpusFiles(set, '.xdr.zst');
  if (name !== undefined) return [join(corpus, folder, `${name}.xdr.zst`)];
  return corpusFiles(folder, '.zst').filter((file) => !file.includes('/expected/'));
}
