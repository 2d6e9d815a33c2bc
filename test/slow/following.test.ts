import { linkSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { checkLake, followStore, open, verifyLake } from '../../src/index.ts';
import { writeStore } from '../../src/simulator/store.ts';
import { temporaryFolder } from '../folder.ts';
import { below, Lane, runLanes } from './lane.ts';
import { main } from '../main.ts';

/** Five minutes is the whole proof: `npm run test:readers`. */
const SECONDS = Number(process.env['LEDGERLAKE_READERS_SECONDS'] ?? 20);
const LEDGERS_PER_SECOND = 3;
const BEGUN = 60;
/** Milliseconds that a process lives at least; a command takes seconds to start beside ten others. */
const LIFE = 5000 + SECONDS * 50;

const reader = join(import.meta.dirname, 'following-reader.ts');

it(`lets ten processes query, stream, serve and check what one follows and merges, for ${SECONDS} seconds, with kills`, async () => {
  const folder = temporaryFolder();
  const [whole, store, dir] = ['whole', 'store', 'lake'].map((name) => join(folder, name));
  writeStore(whole, {
    seed: 'followed',
    passphrase: 'Followed Network',
    transactionsPerLedger: 5,
    startLedger: 2,
    startTime: 1.7e9,
    ledgersPerFile: 1,
    filesPerPartition: 64_000,
    ledgers: BEGUN + SECONDS * LEDGERS_PER_SECOND,
  });
  const keys = ['.config.json', ...(await (await openLedgerStore([whole])).list()).objects.map(({ key }) => key)];
  const publish = (key: string) => {
    mkdirSync(dirname(join(store, key)), { recursive: true });
    linkSync(join(whole, key), join(store, key));
  };
  for (const key of keys.splice(0, BEGUN + 1)) publish(key);
  const begun = await open(dir, { network: 'Followed Network' });
  await begun.load(store);
  await begun.close();

  const own = (mode: string) => new Lane({ shortest: LIFE / 4, longest: LIFE }, () => [reader, dir, mode]);
  const command = (...words: string[]) => {
    return new Lane({ shortest: LIFE, longest: 2 * LIFE, isEnding: true }, () => [main, ...words, '--lake', dir]);
  };
  const writer = new Lane({ shortest: LIFE, longest: LIFE }, () => [main, 'ingest', store, '--lake', dir, '--follow']);
  const readers = [
    ...['query', 'query', 'query', 'stream', 'stream', 'serve', 'serve'].map(own),
    command('check'),
    command('verify'),
    command('status', '--json'),
  ];
  const stop = new AbortController();
  const published = (async () => {
    for (let key = keys.shift(); key !== undefined && !stop.signal.aborted; key = keys.shift()) {
      publish(key);
      await wait(below(2 * (1000 / LEDGERS_PER_SECOND)));
    }
  })();
  const hasBegun = async () => {
    const lake = await open(dir, { readOnly: true });
    const { ledgers } = await lake.status();
    await lake.close();
    return ledgers > BEGUN;
  };
  const complaints = await runLanes([writer, ...readers], SECONDS, hasBegun);
  stop.abort();
  await published;
  expect(complaints).toEqual([]);

  const lake = await open(dir);
  const killed = (await lake.status()).ledgers;
  const last = 1 + (await (await openLedgerStore([store])).list()).objects.length;
  await followStore(lake.lake, await openLedgerStore([store]), { range: { first: 2, last }, compact: false });
  const { ranges } = await lake.status();
  expect(ranges).toMatchObject([{ first: 2, last }]);
  expect((await verifyLake(lake.lake)).problems).toEqual([]);
  const named = (await lake.lake.snapshot()).paths();
  expect((await checkLake(lake.lake)).filter(({ broken }) => broken > 0)).toEqual([]);
  await lake.close();
  const found = readdirSync(join(dir, 'bronze'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)));
  expect(found.sort()).toEqual([...named].filter((path) => path.startsWith('bronze/')).sort());
  const lanes = [writer, ...readers];
  console.log(
    `${killed} of ${last - 1} ledgers; kills of writer and readers: ${lanes.map(({ kills }) => kills).join(' ')}; ` +
      `checks, verifications, reports that ended: ${readers
        .slice(-3)
        .map(({ ends }) => ends)
        .join(' ')}`,
  );
}, 1_500_000);
