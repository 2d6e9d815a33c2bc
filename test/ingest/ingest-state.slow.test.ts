import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingestState, open, openStore, repairLake, simulateStore, type LakeHandle } from '../../src/index.ts';
import { listKept } from '../../src/lake/meaning/kept.ts';
import { startWorkers } from '../../src/light.ts';
import { temporaryFolder } from '../folder.ts';

const network = { passphrase: 'State Test Network' };
const root = temporaryFolder();
const archive = join(root, 'archive');
const ledgers = join(root, 'ledgers');

let pool: Awaited<ReturnType<typeof startWorkers>>;

beforeAll(async () => {
  await simulateStore(ledgers, {
    ledgers: 140,
    seed: 'state',
    transactionsPerLedger: 6,
    mix: 'dex',
    ...network,
    archive,
  });
  pool = await startWorkers(1);
});
afterAll(() => pool.close());

const firsts = ['account_creation_date', 'created_at', 'min_sequence_number'];
// A simulated network begins with its settings, which no ledger changes.
const states = listKept().filter(({ id, hasState }) => hasState && id !== 'silver.config_settings_current');

/** The entries that there are, without what says when they were seen. */
async function entries(lake: LakeHandle): Promise<Record<string, unknown[]>> {
  const seen = ['batch_id', 'ledger_sequence', 'closed_at', 'batch_run_date', 'ledger_entry_change'];
  const all: Record<string, unknown[]> = {};
  for (const { id } of states) {
    // Of a signer a change tells when the account was modified with its signers, a state when it was at all.
    const other = { 'silver.accounts_current': firsts, 'silver.account_signers_current': ['last_modified_ledger'] }[id];
    const left = [...seen, ...(other ?? [])].map((name) => `'${name}'`).join();
    const live = `select columns(c -> c not in (${left})) from ${id} where not deleted`;
    const rows = await lake.rows(`select t::varchar as row from (${live}) as t order by row`);
    // The account that the network begins with has a signer that no ledger changed.
    all[id] = rows.map(({ row }) => row).filter((row) => id !== 'silver.account_signers_current' || !isRoot(row));
  }
  return all;
}

let rootAccount: string;
const isRoot = (row: unknown) => String(row).includes(`'account_id': ${rootAccount},`);

async function lakeOf(...ranges: [number, number][]): Promise<LakeHandle> {
  const lake = await open(temporaryFolder(), { network });
  for (const [first, last] of ranges) await lake.load(ledgers, { range: { first, last }, pool });
  return lake;
}

const coverage = async (lake: LakeHandle) =>
  (await lake.rows('select first_ledger, state_coverage, full_from_ledger from meta.coverage')).map((row) =>
    Object.values(row),
  );

describe('ingestState', () => {
  it('makes a lake know every entry from the checkpoint on, whatever it had before', async () => {
    const store = await openStore(archive);
    const whole = await lakeOf([2, 141]);
    [{ account: rootAccount }] = await whole.rows<{ account: string }>(
      'select account_id as account from bronze.accounts where ledger_sequence = 2 and ledger_entry_change = 1',
    );
    const expected = await entries(whole);
    expect(expected['silver.offers_current'].length).toBeGreaterThan(10);
    expect(await coverage(whole)).toEqual([[2, 'full', 2]]);
    await whole.close();
    for (const before of [[], [[30, 60]]] as [number, number][][]) {
      const lake = await lakeOf(...before);
      const report = await ingestState(lake.lake, store, { checkpoint: 127 });
      expect(report.ledger).toBe(127);
      await lake.load(ledgers, { range: { first: 128, last: 141 }, pool });
      expect(await entries(lake)).toEqual(expected);
      expect((await coverage(lake)).at(-1)).toEqual([128, 'full', 127]);
      expect(await lake.rows('select ledger_sequence, complete from meta.state_baselines')).toEqual([
        { ledger_sequence: 127, complete: true },
      ]);
      expect((await lake.status()).states).toEqual([{ ledger: 127, source: archive }]);
      await lake.close();
      expect((await repairLake(lake.lake.path)).unclaimed).toEqual([]);
      const again = await open(lake.lake.path);
      expect(await entries(again)).toEqual(expected);
      await again.close();
    }
  });

  it('stands on the newest state of several, and leaves out what was gone by then', async () => {
    const lake = await lakeOf([2, 100]);
    const store = await openStore(archive);
    await ingestState(lake.lake, store, { checkpoint: 127 });
    await ingestState(lake.lake, store, { checkpoint: 63 });
    const only = await lakeOf();
    await ingestState(only.lake, store);
    expect(await entries(lake)).toEqual(await entries(only));
    expect(await coverage(lake)).toEqual([[2, 'full', 2]]);
    await expect(ingestState(lake.lake, store)).rejects.toThrow('has the baseline state of ledger 127 already');
    await only.close();
    await lake.close();
  });

  it('refuses a bucket with another hash by its name, another network, another ledger, and changes nothing', async () => {
    const spoiled = join(root, 'spoiled');
    cpSync(archive, spoiled, { recursive: true });
    for (const path of readdirSync(join(spoiled, 'bucket'), { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.gz')) continue;
      const bytes = gunzipSync(readFileSync(join(spoiled, 'bucket', path)));
      bytes[bytes.length - 6] ^= 1;
      writeFileSync(join(spoiled, 'bucket', path), gzipSync(bytes));
    }
    const lake = await lakeOf([120, 130]);
    await expect(ingestState(lake.lake, await openStore(spoiled), { checkpoint: 127 })).rejects.toThrow(
      /bucket-[0-9a-f]{64}\.xdr\.gz: the bucket's SHA-256 is [0-9a-f]{64}, not the one of its name/,
    );
    const other = await open(temporaryFolder(), { network: 'testnet' });
    await expect(ingestState(other.lake, await openStore(archive))).rejects.toThrow(
      'the archive of "State Test Network": give another folder',
    );
    await other.close();
    const elsewhere = { folder: join(root, 'elsewhere'), archive: join(root, 'elsewhere-archive') };
    await simulateStore(elsewhere.folder, {
      ledgers: 130,
      seed: 'other',
      transactionsPerLedger: 1,
      ...network,
      archive: elsewhere.archive,
    });
    await expect(ingestState(lake.lake, await openStore(elsewhere.archive), { checkpoint: 127 })).rejects.toThrow(
      /^ledger 127: the archive's header has hash [0-9a-f]{64}, the lake's ledger has [0-9a-f]{64}$/,
    );
    expect(await lake.rows('from meta.state_baselines')).toEqual([]);
    expect(await coverage(lake)).toEqual([[120, 'touched_only', null]]);
    expect(readdirSync(lake.lake.path)).not.toContain('baselines');
    await lake.close();
    rmSync(spoiled, { recursive: true });
  });
});
