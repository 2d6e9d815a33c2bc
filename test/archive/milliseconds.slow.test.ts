/** The history archive of a network of protocol 30 that closes ten ledgers in a second. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readHeader, readState } from '../../src/archive/archive.ts';
import { readHeaders } from '../../src/archive/headers.ts';
import { checkpointFile } from '../../src/archive/names.ts';
import { ingestState, open, openStore, simulateStore } from '../../src/index.ts';
import { temporaryFolder } from '../folder.ts';

const FIRST_TIME = 1_767_225_600_000;
const LAST = 127;
const timeOf = (ledger: number) => FIRST_TIME + (ledger - 2) * 100;

it('has the millisecond of each ledger, as has the state that a lake takes from it', async () => {
  const root = temporaryFolder();
  const network = { passphrase: 'Archive Milliseconds Network' };
  const [archive, ledgers] = [join(root, 'archive'), join(root, 'ledgers')];
  const simulated = { seed: 'ms', protocol: 30, interval: 0.1, mix: 'mixed' as const, transactionsPerLedger: 5 };
  await simulateStore(ledgers, { ...network, ...simulated, ledgers: LAST, archive });
  const store = await openStore(archive);
  for (const checkpoint of [63, LAST]) {
    const file = checkpointFile('ledger', checkpoint);
    const headers = readHeaders(await store.get(file), file).filter(({ ledger }) => ledger > 1);
    expect(headers.map(({ ledger, closeTimeMs }) => [ledger, closeTimeMs])).toEqual(
      headers.map(({ ledger }) => [ledger, timeOf(ledger)]),
    );
    expect(headers.at(-1)?.ledger).toBe(checkpoint);
    expect((await readHeader(store, await readState(store, checkpoint))).closeTimeMs).toBe(timeOf(checkpoint));
  }

  // Everything is known after the checkpoint, although the lake has few ledgers of that second.
  const [whole, short] = [await open(join(root, 'whole'), { network }), await open(join(root, 'short'), { network })];
  await whole.load(ledgers);
  await short.load(ledgers, { range: { first: LAST + 1 } });
  await ingestState(short.lake, store, { checkpoint: LAST });
  const balances = `
    select account_id, balance from silver.accounts_current where not deleted
    union all select sequence::varchar, epoch_ms(closed_at) from history_ledgers where sequence > ${LAST} order by all`;
  expect(await short.rows(balances)).toEqual(await whole.rows(balances));
  const [{ at }] = await short.rows(`
    select epoch_ms(max(closed_at))::varchar as at from silver.accounts_current where ledger_sequence = ${LAST}`);
  expect(at).toBe(String(timeOf(LAST)));
  await whole.close();
  await short.close();
});
