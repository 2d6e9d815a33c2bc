/** Every field that is written into details over the corpus is documented, and columns are filled by the types that have fields of them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decompress } from '../../src/ledger/compression.ts';
import { readFrames } from '../../src/ledger/frames.ts';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { networkId, passphraseOf } from '../../src/ledger/network.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { historyEffects } from '../../src/tables/effects/declaration.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { unfilledColumns } from '../../src/tables/details/filled.ts';
import { createTables } from '../../src/tables/index.ts';
import { historyOperations } from '../../src/tables/operations.ts';
import { corpusFiles, hasCorpus } from '../corpus.ts';
import { undocumented } from '../tables/documented.ts';
import { goldenSets, readSet } from './golden/sets.ts';

const described = [historyOperations, historyEffects];

function* scenarioLedgers(): Generator<Ledger> {
  const id = networkId(passphraseOf('testnet'));
  for (const file of corpusFiles('horizon-scenarios', '.xdr.zst')) {
    const bytes = decompress(readFileSync(file), { file });
    for (const { start, end } of readFrames(bytes, file)) {
      const ledger = readLedger(bytes.subarray(start, end), file);
      checkLedger(ledger, id, { verify: false });
      yield ledger;
    }
  }
}

function* setLedgers(set: (typeof goldenSets)[number]): Generator<Ledger> {
  for (const { ledger } of readSet(set)) yield ledger;
}

const simulated = 'Details';

function* simulatedLedgers(): Generator<Ledger> {
  const options = { seed: 'details', passphrase: simulated, ledgers: 200, transactionsPerLedger: 20 };
  for (const { bytes } of simulate(options)) {
    const ledger = readLedger(bytes);
    checkLedger(ledger, networkId(simulated), { verify: false });
    yield ledger;
  }
}

/** Adds up what is not documented, what no field of a type is made of and is filled, and how many details there are. */
function examine(ledgers: Iterable<Ledger>, id: ReturnType<typeof networkId>) {
  const names = described.map(({ name }) => name);
  const built = createTables(id, { only: names });
  const missing = new Set<string>();
  const filled = new Set<string>();
  let rows = 0;
  for (const ledger of ledgers) {
    built.add(ledger);
    for (const [table, batch] of built.batches()) {
      const { details } = described.find(({ name }) => name === table)!;
      for (const row of batch.toArray()) {
        const { type, type_string, other_details_json } = row;
        rows++;
        if (table === historyOperations.name) {
          for (const name of unfilledColumns([type])) if (row[name] !== null) filled.add(`${type_string}.${name}`);
        }
        for (const field of undocumented(details!, type_string, other_details_json))
          missing.add(`${type_string}.${field}`);
      }
    }
    built.reset();
  }
  return { rows, missing: [...missing], filled: [...filled] };
}

describe.skipIf(!hasCorpus)('details', () => {
  it.each(goldenSets)('of $name are documented', (set) => {
    const { rows, missing, filled } = examine(setLedgers(set), networkId(passphraseOf(set.network)));
    expect(rows).toBeGreaterThan(0);
    expect(missing).toEqual([]);
    expect(filled).toEqual([]);
  });

  it('of a simulated network are documented', () => {
    const { rows, missing, filled } = examine(simulatedLedgers(), networkId(simulated));
    expect(rows).toBeGreaterThan(1000);
    expect(missing).toEqual([]);
    expect(filled).toEqual([]);
  });

  it('of the scenarios of Horizon are documented', () => {
    const { rows, missing, filled } = examine(scenarioLedgers(), networkId(passphraseOf('testnet')));
    expect(rows).toBeGreaterThan(100);
    expect(missing).toEqual([]);
    expect(filled).toEqual([]);
  });
});
