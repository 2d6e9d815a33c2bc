/** The answers of the demo on real ledgers, beside what rows of stellar-etl say. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../src/index.ts';
import { ledgerlake } from '../cli/command.ts';
import { corpus, hasCorpus, readText } from '../corpus.ts';

const set = join(corpus, 'pubnet-p26');

/** A row of stellar-etl, as far as it is read here. */
type EtlRow = Record<string, string | number | null> & { details?: { contract_id?: string } };

function etlRows(name: string): EtlRow[] {
  const lines = readText(join(set, 'expected/stellar-etl', `${name}.jsonl.zst`))
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as EtlRow);
}

/** The key that most items have, and how many have it. */
function mostOf<T>(items: readonly T[], keyOf: (item: T) => string): [string, number] {
  const counts = [...Map.groupBy(items, keyOf)].map(([key, group]): [string, number] => [key, group.length]);
  return counts.sort(([, a], [, b]) => b - a)[0];
}

const short = (key: string) => `${key.slice(0, 4)}...${key.slice(-4)}`;

describe.skipIf(!hasCorpus)('demo on pubnet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-demo-corpus-'));
  const report = join(folder, 'report.html');
  let text = '';

  beforeAll(async () => {
    const lake = join(folder, 'lake');
    const { load, close } = await open(lake, { network: 'pubnet' });
    await load(join(set, 'store'));
    await close();
    text = (await ledgerlake('demo', '--lake', lake, '--report', report)).stdout;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('finds who moved what most often', () => {
    const transfers = etlRows('token_transfers').filter(({ event_topic: topic }) => topic === 'transfer');
    const [key, count] = mostOf(transfers, ({ from, asset }) => `${from} ${asset}`);
    const [sender, asset] = key.split(' ');
    const code = asset.split(':')[1];
    expect(text).toContain(
      `   ${short(sender)} sent ${code} most often: ${count.toLocaleString('en-US')} transfers to `,
    );
  });

  it('finds the pair that was traded most, and its first and last price', () => {
    const keyOf = ({
      selling_asset_code: a,
      selling_asset_issuer: b,
      buying_asset_code: c,
      buying_asset_issuer: d,
    }: EtlRow) => [`${a}:${b}`, `${c}:${d}`].sort().join(' ');
    const trades = etlRows('trades').filter(
      ({ selling_amount: a, buying_amount: b }) => Number(a) > 0 && Number(b) > 0,
    );
    const [pair, count] = mostOf(trades, keyOf);
    expect(pair).toBe(': USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN');
    const ledgers = [
      ...Map.groupBy(
        trades.filter((row) => keyOf(row) === pair),
        (row) => row.ledger_closed_at,
      ),
    ];
    const price = (rows: EtlRow[]) => {
      const sum = (code: string) =>
        rows.reduce(
          (all, row) => all + Number(row.selling_asset_code === code ? row.selling_amount : row.buying_amount),
          0,
        );
      return sum('USDC') / sum('');
    };
    const [first, last] = [ledgers[0], ledgers[ledgers.length - 1]].map(([, rows]) => price(rows).toPrecision(6));
    const said = new RegExp(`XLM against USDC: ${count} trades, .* One XLM went from ${first} to ${last} USDC\\.`);
    expect(text).toMatch(said);
  });

  it('finds the contract that was called most', () => {
    const calls = etlRows('operations').flatMap(({ details }) => details?.contract_id ?? []);
    const [contract, count] = mostOf(calls, (id) => id);
    expect(text).toContain(`   ${short(contract)}: ${count} calls of 1 function in ${count} transactions; `);
  });

  it('says that the ledgers asked for no more than the base fee, and takes a transaction apart', () => {
    expect(text).toContain('in each of 13 ledgers some operation paid the base fee alone.');
    expect(text).toMatch(/ closed in ledger \d+ at 00:2\d:\d\d UTC with 1 operation\. In the end it cost [\d.]+ XLM/);
    expect(text).toMatch(/^ +1 {4}call \w+ /m);
  });

  it('has every chart in the report', () => {
    const page = readFileSync(report, 'utf8');
    const ids = [...page.matchAll(/<div id="([^"]+)"><\/div>/g)].map(([, id]) => id);
    expect(ids).toEqual(['activity', 'chart-1', 'chart-2', 'chart-3', 'chart-4']);
  });
});
