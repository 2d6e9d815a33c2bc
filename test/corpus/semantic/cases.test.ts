/** The cases of the query API replayed as SQL: activities, contracts, functions, account summaries, flows, balances and supply. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checked } from '../../lake/checked.ts';
import { hasCorpus } from '../../corpus.ts';
import { answer, type Answer } from './answers.ts';
import { openSet, readCases, type Case } from './cases.ts';
import { differences } from './differences.ts';

/** Cases that are wrong, with what the ledgers say. */
const wrong: Record<string, string> = {
  'pubnet-p26.31.walk-type-mint': 'the token names its administrator first: the holder comes last',
};

/** What the relations do not tell: names, hashes and times of the answer itself. */
const ofTheServer = new Set([
  '_meta',
  'cursor',
  'archive_id',
  'asset',
  'checksum',
  'coverage',
  'generated_at',
  'period',
]);
for (const key of ['source_files', 'interval', 'methodology_version', '$more']) ofTheServer.add(key);

const sets = hasCorpus ? readCases([27, 28, 29, 30, 31, 32, 33]) : new Map<string, Case[]>();

describe.skipIf(!hasCorpus).each([...sets])('%s', (_, cases) => {
  let checked: Checked;
  beforeAll(async () => {
    checked = await openSet(cases);
  });
  afterAll(() => checked?.close());

  it.each(cases.map((one): [string, Case] => [one.name, one]))('%s', async (name, one) => {
    const found = await differencesOf(checked, one);
    if (name in wrong) expect(found.length).toBeGreaterThan(0);
    else expect(found.join('\n')).toBe('');
  });
});

async function differencesOf({ connection }: Checked, one: Case): Promise<string[]> {
  const endpoint = Number(one.endpoint);
  const whole = one.response_data_all;
  const found = await answer(connection, endpoint, one.request.path, whole !== undefined);
  if (whole) return differences(whole, found[one.data_key ?? 'data']);
  if (one.response_csv) return differences(one.response_csv, csvOf(found, one.response_csv.header));
  const expected = Object.entries(one.response ?? {}).filter(([key]) => !ofTheServer.has(key));
  return differences(Object.fromEntries(expected), found, '', one.ignore);
}

/** The rows of an answer under the names of a header; what is not known is empty. */
function csvOf({ holders, timeline }: Answer, header: string[]): unknown {
  const rows = (holders ?? timeline) as Answer[];
  return { header, rows: rows.map((row) => header.map((name) => String(row[name] ?? ''))) };
}
