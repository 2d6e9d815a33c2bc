/** Decodes ledgers of a store for `load.ts`, in a process of its own, whose memory is none of a load's: each message is a round, its answer ledgers a second. */
import '../src/core/v8-flags.ts';
import { openLedgerStore } from '../src/datastore/open.ts';
import { readLedger } from '../src/ledger/ledger.ts';
import { networkId, passphraseOf } from '../src/ledger/network.ts';
import { checkLedger } from '../src/ledger/verify.ts';
import { createTables } from '../src/tables/index.ts';
import { boundYoungGenerations } from '../src/core/young-generations.ts';
import { ledgersOf } from './repeated.ts';

const [source, network, count] = process.argv.slice(2);
boundYoungGenerations();
const ledgers = await ledgersOf(await openLedgerStore([source]));
const id = networkId(passphraseOf(network));
const set = createTables(id);

/** Decodes and verifies all ledgers. */
function decodeAll(): void {
  for (const { bytes } of ledgers) {
    const ledger = readLedger(bytes);
    checkLedger(ledger, id, { verify: true });
    set.add(ledger);
  }
  if (set.batches().size === 0) throw new Error('nothing was decoded');
  set.reset();
}

process.on('message', () => {
  const rounds = Math.ceil(Number(count) / ledgers.length);
  const started = performance.now();
  for (let i = 0; i < rounds; i++) decodeAll();
  process.send!((rounds * ledgers.length * 1000) / (performance.now() - started));
});
