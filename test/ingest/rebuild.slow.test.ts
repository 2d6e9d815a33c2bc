/** `repair --from`: lost ledgers are loaded again, and proved to be those that were lost. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { storeWith, type Store } from '../../src/datastore/store.ts';
import { open, openStore, repairLake, verifyLake } from '../../src/index.ts';
import { openLake } from '../../src/lake/asking/lake.ts';
import { manifestText, segmentFrom } from '../../src/lake/disk/snapshot/manifest.ts';
import { tables } from '../../src/tables/index.ts';
import { filesBelow, flipBit, temporaryFolder } from '../folder.ts';
import { makeSampleLake } from '../make/sample-lake.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const effects = (ledgers: string) => `bronze/history_effects/ledger_range=0/${ledgers}.parquet`;

let pristine = '';
let right: unknown;
let store: Store;
beforeAll(async () => {
  pristine = await makeSampleLake();
  right = await answers(pristine);
  store = await openStore(sample);
});

function copy(): string {
  const lake = join(temporaryFolder(), 'lake');
  cpSync(pristine, lake, { recursive: true });
  return lake;
}

/** Returns rows of tables and of relations that are made of parts, and the problems of the lake. */
async function answers(dir: string): Promise<unknown> {
  const lake = await open(dir, { readOnly: true });
  try {
    const { problems } = await verifyLake(lake.lake);
    const sql = `select (select bit_xor(hash(e)) from history_effects e) as effects,
      (select bit_xor(hash(t)) from history_transactions t) as transactions,
      (select bit_xor(hash(a)) from accounts_current a) as accounts,
      (select bit_xor(hash(account_id, last_modified_ledger)) from accounts_current) as of_any_source`;
    return { problems, rows: await lake.rows(sql) };
  } finally {
    await lake.close();
  }
}

/** The sample in objects of other bytes: without compression, and without a network in their folder. */
function plainSample(): string {
  const folder = temporaryFolder();
  for (const path of filesBelow(sample, sample).filter((name) => name.endsWith('.zst'))) {
    const to = join(folder, path.slice(0, -'.zst'.length));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, zstdDecompressSync(readFileSync(join(sample, path))));
  }
  return folder;
}

const whole = (first: number, last: number) => ({ first, last, proof: 'files', differing: [] });

describe('repairLake(lake, { from })', { timeout: 300_000 }, () => {
  it('loads lost ledgers again, byte for byte as they were', async () => {
    const lake = copy();
    for (const ledgers of ['2-99', '100-129']) flipBit(join(lake, effects(ledgers)), 40_000);
    const { lost, rebuilt, ledgers, notes } = await repairLake(lake, { from: store });
    expect({ lost, rebuilt, ledgers, notes }).toEqual({
      ...{ lost: [], ledgers: 128, notes: [] },
      rebuilt: [whole(2, 99), whole(100, 129)],
    });
    expect(await answers(lake)).toEqual(right);
    expect(await repairLake(lake, { from: store })).toMatchObject({ lost: [], rebuilt: [], ledgers: 128 });
  });

  it('says that hashes and rows are the same where bytes differ, and that nothing recorded them where they were', async () => {
    const lake = copy();
    rmSync(join(lake, effects('2-99')));
    writeFileSync(join(lake, 'segments/100-129.json'), 'nothing');
    const { rebuilt, lost } = await repairLake(lake, { from: await openStore(plainSample()) });
    expect({ rebuilt, lost }).toEqual({
      lost: [],
      rebuilt: [
        { first: 2, last: 99, proof: 'rows', differing: [] },
        { first: 100, last: 129, proof: 'chain', differing: [] },
      ],
    });
    const ofAnySource = (found: unknown) => (found as { rows: { of_any_source: bigint }[] }).rows[0].of_any_source;
    expect(ofAnySource(await answers(lake))).toBe(ofAnySource(right));
  });

  it('makes parts again that were dropped', async () => {
    const lake = copy();
    const part = filesBelow(lake, lake).find((path) => path.startsWith('silver/accounts_current_v'))!;
    flipBit(join(lake, part), 4000);
    expect(await repairLake(lake, { from: store })).toMatchObject({ lost: [], rebuilt: [], notes: [] });
    expect(await answers(lake)).toEqual(right);
    const opened = await open(lake, { readOnly: true });
    const { kept } = await opened.status();
    await opened.close();
    expect(kept.filter(({ behind }) => behind.length > 0)).toEqual([]);
  });

  it('refuses a store of another network before it touches the lake', async () => {
    const lake = copy();
    flipBit(join(lake, effects('2-99')), 40_000);
    const manifest = async () => ({ ...(await store.manifest())!, networkPassphrase: 'Other Network ; 2020' });
    const other = storeWith(store, { manifest });
    await expect(repairLake(lake, { from: other })).rejects.toThrow(/holds ledgers of "Other Network ; 2020"/);
    expect(existsSync(join(lake, 'segments/2-99.json'))).toBe(true);
    await expect(repairLake(lake, { from: 'data/sample' as never })).rejects.toThrow(/the option from|takes a store/);
  });

  it('refuses other ledgers than were lost, and goes on with the right store', async () => {
    const lake = copy();
    flipBit(join(lake, effects('2-99')), 40_000);
    await repairLake(lake);
    const aside = join(lake, 'segments/2-99.json.damaged');
    const text = readFileSync(aside, 'utf8');
    const opened = await openLake(lake, { tables, write: true });
    const { network } = opened;
    await opened.close();
    const segment = segmentFrom(aside, text, { network, name: '2-99' });
    const ledgers = segment.ledgers.map((ledger) =>
      ledger.sequence === 50 ? { ...ledger, crc32: ledger.crc32! ^ 1 } : ledger,
    );
    writeFileSync(aside, manifestText(network, { ...segment, ledgers }).text);
    const before = filesBelow(lake, lake).filter((path) => path.endsWith('.parquet'));
    const message =
      /^other bytes for ledger 50: its CRC-32 of the close meta .* \(segments\/2-99\.json\.damaged records it\)/;
    await expect(repairLake(lake, { from: store })).rejects.toThrow(message);
    expect(filesBelow(lake, lake).filter((path) => path.endsWith('.parquet'))).toEqual(before);
    writeFileSync(aside, text);
    expect(await repairLake(lake, { from: store })).toMatchObject({ lost: [], rebuilt: [whole(2, 99)] });
    expect(await answers(lake)).toEqual(right);
  });

  it('leaves what the store lacks listed as lost', async () => {
    const lake = copy();
    for (const ledgers of ['2-99', '100-129']) rmSync(join(lake, effects(ledgers)));
    const folder = temporaryFolder();
    cpSync(sample, folder, { recursive: true });
    for (const name of readdirSync(folder).filter((name) => name.endsWith('--100-149')))
      rmSync(join(folder, name), { recursive: true });
    const { lost, rebuilt, ledgers } = await repairLake(lake, { from: await openStore(folder) });
    expect({ rebuilt, ledgers }).toEqual({ rebuilt: [whole(2, 99)], ledgers: 98 });
    expect(lost).toMatchObject([{ first: 100, last: 129 }]);
  });

  it('goes on where it was cut off, and leaves readers of earlier snapshots their files', async () => {
    const lake = copy();
    for (const ledgers of ['2-99', '100-129']) flipBit(join(lake, effects(ledgers)), 40_000);
    const reader = await openLake(lake, { tables });
    const session = await reader.session({ sql: 'from history_operations' });
    const list: Store['list'] = async (asked) => {
      if ((asked?.range?.first ?? 0) >= 100) throw new Error('cut off');
      return store.list(asked);
    };
    await expect(repairLake(lake, { from: storeWith(store, { list }) })).rejects.toThrow('cut off');
    const between = await open(lake, { readOnly: true });
    expect(await between.status()).toMatchObject({ ledgers: 98, lost: [{ first: 100, last: 129 }] });
    await between.close();
    await session.begin();
    const rows = await session.connection.runAndReadAll('select count(*)::integer from bronze.history_operations');
    expect(rows.getRows()).toEqual([[2782]]);
    await session.release();
    await reader.close();
    expect(await repairLake(lake, { from: store })).toMatchObject({ ledgers: 128, rebuilt: [whole(100, 129)] });
    expect(await answers(lake)).toEqual(right);
  });
});
