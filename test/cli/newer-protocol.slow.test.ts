/** What `ledgerlake ingest` does at a ledger of a protocol that this version does not read. */
import { cpSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { objectKey } from '../../src/datastore/keys.ts';
import { NEWEST_PROTOCOL } from '../../src/xdr/schema/whole.ts';
import { temporaryFolder } from '../folder.ts';
import { batchOf, sampleLedgers } from '../history/cut.ts';
import { NEXT_PROTOCOL, why, withNewerMeta } from '../make/newer.ts';
import { finish, ledgerlake, sample, start } from './command.ts';

/** The object in the middle, of which a ledger is of the next protocol. */
const [FIRST, NEWER, LAST] = [60, 65, 69];
const key = objectKey(FIRST, { ledgersPerFile: 10, filesPerPartition: 5 });
const waiting =
  `waiting at ledger ${NEWER}, which is of protocol ${NEXT_PROTOCOL}: ` +
  `this version reads protocols 0 to ${NEWEST_PROTOCOL}, install a newer ledgerlake and start again`;

let ledgers: Map<number, Uint8Array>;
beforeAll(async () => (ledgers = await sampleLedgers()));

/** Writes the object anew, complete from the beginning. */
function put(store: string, of: ReadonlyMap<number, Uint8Array>): void {
  const path = join(store, key);
  writeFileSync(`${path}.part`, zstdCompressSync(batchOf(of, FIRST, LAST)));
  renameSync(`${path}.part`, path);
}

function storeWith(ledger: Buffer): string {
  const store = join(temporaryFolder(), 'store');
  cpSync(sample, store, { recursive: true });
  put(store, new Map([...ledgers, [NEWER, ledger]]));
  return store;
}

const newer = () => withNewerMeta(ledgers.get(NEWER)!);

function damaged(): Buffer {
  const bytes = newer();
  bytes[4 + 4] ^= 1;
  return bytes;
}

async function statusOf(lake: string): Promise<unknown> {
  return JSON.parse((await ledgerlake('status', '--lake', lake, '--json')).stdout);
}

async function omissionsOf(lake: string): Promise<unknown> {
  const sql = 'select first_ledger, protocol from meta.omissions';
  return JSON.parse((await ledgerlake('query', sql, '--lake', lake, '--format', 'json')).stdout);
}

/** Starts to follow; `says` resolves when what was said so far has the text. */
function follow(store: string, lake: string, ...more: string[]) {
  const child = start(['ingest', store, '--lake', lake, '--range', '50:', '--follow', ...more]);
  let said = '';
  const says = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => said.includes(text) && resolve();
      child.stderr.on('data', (part) => ((said += String(part)), look()));
      look();
    });
  return { child, says, finished: finish(child) };
}

describe('a ledger of a newer protocol', () => {
  it('ends a load after the ledgers before it', async () => {
    const lake = join(temporaryFolder(), 'lake');
    const { code, stderr } = await ledgerlake('ingest', storeWith(newer()), '--lake', lake, '--range', '50:');
    expect(code).toBe(1);
    expect(stderr).toContain(`ledger ${NEWER}, `);
    expect(stderr).toContain(`${why}; ledgers 50-${NEWER - 1} were committed before that, and stay in the lake`);
    expect(await statusOf(lake)).toMatchObject({ ranges: [{ first: 50, last: NEWER - 1 }] });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('is waited for by who follows, until %s', async (signal) => {
    const lake = join(temporaryFolder(), 'lake');
    const { child, says, finished } = follow(storeWith(newer()), lake);
    await says(waiting);
    const omitted = [{ object: key, first: NEWER, last: NEWER, protocol: NEXT_PROTOCOL }];
    expect(await statusOf(lake)).toMatchObject({
      ranges: [{ first: 50, last: NEWER - 1 }],
      gaps: [{ first: NEWER, last: NEWER }],
      omitted,
    });
    child.kill(signal);
    const { code, stderr } = await finished;
    expect(code).toBe(0);
    expect(stderr.split(waiting)).toHaveLength(2);
    expect(stderr).toMatch(new RegExp(`^ledgers 50-${NEWER - 1} \\(15 ledgers\\), .*\nwaiting at ledger ${NEWER}, `));
    expect(await omissionsOf(lake)).toEqual([{ first_ledger: NEWER, protocol: NEXT_PROTOCOL }]);
  });

  it('is loaded when the store has one that can be read', async () => {
    const [lake, store] = [join(temporaryFolder(), 'lake'), storeWith(newer())];
    const { child, says, finished } = follow(store, lake);
    await says(waiting);
    put(store, ledgers);
    await says('waiting for ledger 130');
    child.kill();
    expect((await finished).code).toBe(0);
    expect(await statusOf(lake)).toMatchObject({ ranges: [{ first: 50, last: 129 }], gaps: [] });
    expect(await omissionsOf(lake)).toEqual([]);
  });

  it('is passed over with --skip-undecodable', async () => {
    const lake = join(temporaryFolder(), 'lake');
    const { child, says, finished } = follow(storeWith(newer()), lake, '--skip-undecodable');
    await says('waiting for ledger 130');
    child.kill();
    const { code, stderr } = await finished;
    expect([code, stderr.includes('waiting at')]).toEqual([0, false]);
    expect(await statusOf(lake)).toMatchObject({
      ranges: [{ first: 50, last: NEWER - 1 }, { first: LAST + 1, last: 129 }], // prettier-ignore
      omitted: [{ first: NEWER, last: LAST, protocol: NEXT_PROTOCOL }],
    });
  });
});

it('a damaged ledger that states a newer protocol ends following with its error', async () => {
  const lake = join(temporaryFolder(), 'lake');
  const { code, stderr } = await follow(storeWith(damaged()), lake).finished;
  expect(code).toBe(1);
  expect(stderr).toContain(`ledger ${NEWER}, `);
  expect(stderr).not.toContain('waiting at');
});
