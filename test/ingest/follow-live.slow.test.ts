/** A lake follows a network that closes a ledger every 600 milliseconds. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { open, openStore, simulateLive } from '../../src/index.ts';
import { FIRST_LEDGER } from '../../src/datastore/keys.ts';
import { followStore } from '../../src/ingest/follow.ts';
import { temporaryFolder } from '../folder.ts';

const passphrase = 'Live Network';
const LEDGERS = 5;
const FIRST_TIME = 1_767_225_600_000;

it('loads each ledger of a network of protocol 30 once it is closed, at its millisecond', async () => {
  const folder = temporaryFolder();
  const out = join(folder, 'live');
  mkdirSync(out);
  const lake = await open(join(folder, 'lake'), { network: passphrase });
  const network = { seed: 'live', passphrase, protocol: 30, interval: 0.6, transactionsPerLedger: 5 };
  const [closing, following] = [new AbortController(), new AbortController()];
  const closed: [ledger: number, time: string][] = [];
  const writing = simulateLive(out, network, {
    signal: closing.signal,
    onLedger({ sequence, closeTime }) {
      closed.push([sequence, String(Math.round(closeTime * 1000))]);
      if (closed.length === LEDGERS) closing.abort();
    },
  });
  const last = FIRST_LEDGER + LEDGERS - 1;
  const commits: number[] = [];
  await followStore(lake.lake, await openStore([out]), {
    workers: 1,
    signal: following.signal,
    onCommit({ last: committed }) {
      commits.push(committed);
      if (committed === last) following.abort();
    },
  });
  expect(await writing).toMatchObject({ ledgers: LEDGERS });
  expect(closed).toEqual(Array.from({ length: LEDGERS }, (_, i) => [FIRST_LEDGER + i, String(FIRST_TIME + i * 600)]));
  expect(commits).toEqual(commits.toSorted((a, b) => a - b));
  const rows = (await lake.query('select sequence, epoch_ms(closed_at)::varchar as at from history_ledgers order by 1'))
    .toArray()
    .map(({ sequence, at }) => [sequence, at]);
  expect(rows).toEqual(closed);
  await lake.close();
});
