/** LedgerCloseMeta: walked, indexed, turned into rows and into JSON. */
import { DecodeError, VerifyError } from '../../../src/core/errors.ts';
import { paired } from '../../../src/history/paired.ts';
import { runOf } from '../../../src/history/run.ts';
import { readLedger } from '../../../src/ledger/ledger.ts';
import { networkId } from '../../../src/ledger/network.ts';
import { simulate } from '../../../src/simulator/simulate.ts';
import { createTables } from '../../../src/tables/index.ts';
import type { Target } from '../fuzzer.ts';

const passphrase = 'Fuzzed Network';

/** Of all kinds of operations, of the newest protocol and the one before. */
function seeds(): Uint8Array[] {
  return [26, 30].flatMap((protocol) => {
    const options = {
      seed: 'fuzz',
      passphrase,
      ledgers: 12,
      transactionsPerLedger: 4,
      mix: 'mixed',
      protocol,
    } as const;
    return Array.from(simulate(options), ({ bytes }) => Uint8Array.from(bytes));
  });
}

/** XDR of nesting: a vector of one value, a map, an invocation of one more, and texts that are no UTF-8. */
const tokens = ['000000100000000100000001', '000000110000000100000001', '00000001', '0000000e00000004ff00c080'].map(
  (hex) => Uint8Array.from(Buffer.from(hex, 'hex')),
);

export function ledgers(): Target {
  const id = networkId(passphrase);
  const set = createTables(id);
  let inputs = 0;
  return {
    name: 'ledgers',
    seeds: seeds(),
    align: 4,
    tokens,
    run(input) {
      try {
        const ledger = paired(readLedger(input), id);
        set.add(ledger);
        runOf(ledger);
      } catch (error) {
        if (!(error instanceof DecodeError || error instanceof VerifyError)) throw error;
        if (error.message.length > 2000) throw new Error('the message of an error is long', { cause: error });
        if (set.total() > 0) throw new Error('rows of a refused ledger stay', { cause: error });
      }
      try {
        // A batch is refused when its columns differ in length: when one holds a part of a row. It takes as long as 20 ledgers.
        if (inputs++ % 20 === 0) set.batches();
      } finally {
        if (inputs % 20 === 1 || set.total() > 0) set.reset();
      }
    },
  };
}
