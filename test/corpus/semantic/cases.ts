/** The cases of the query API whose answers come out of relations of semantic and gold, and the ledgers that they are asked of. */
import { join } from 'node:path';
import { openChecked, type Checked } from '../../lake/checked.ts';
import { corpus, corpusFiles, readText } from '../../corpus.ts';
import { readSet } from '../golden/sets.ts';

/** One request and its expected answer. */
export interface Case {
  name: string;
  endpoint: number | string;
  set: string;
  ledgers: [first: number, last: number];
  passphrase: string;
  request: { path: string };
  status: number;
  response?: Record<string, unknown>;
  /** The rows of all pages. */
  response_data_all?: unknown[];
  response_csv?: { header: string[]; rows: unknown[] };
  data_key?: string;
  ignore: string[];
}

/** Returns the cases of some endpoints that have an answer, by the set that they are asked of. */
export function readCases(endpoints: readonly number[]): Map<string, Case[]> {
  const lines = corpusFiles('query', '.jsonl.zst').flatMap((file) => readText(file).split('\n').filter(Boolean));
  const cases = lines.map((line) => JSON.parse(line) as Case);
  const chosen = cases.filter(({ endpoint, status }) => status === 200 && endpoints.includes(Number(endpoint)));
  return Map.groupBy(chosen, ({ set }) => set);
}

/** Returns the relations over the ledgers of a set. */
export async function openSet([{ set, ledgers, passphrase }]: Case[]): Promise<Checked> {
  const [first, last] = ledgers;
  const checked = await openChecked();
  const all = readSet({ name: set, files: filesOf(set), network: passphrase, expected: '' });
  const chosen = all.map(({ ledger }) => ledger).filter(({ sequence }) => sequence >= first && sequence <= last);
  await checked.fill(chosen, passphrase);
  return checked;
}

function filesOf(set: string): string[] {
  const [folder, name] = set.split('/');
  if (folder === 'horizon-scenarios') return corpusFiles(set, '.xdr.zst');
  if (name) return [join(corpus, folder, `${name}.xdr.zst`)];
  return corpusFiles(folder, '.zst').filter((file) => !file.includes('/expected/'));
}
