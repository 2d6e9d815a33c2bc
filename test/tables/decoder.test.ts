import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RecordBatch } from 'apache-arrow';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { readFrames } from '../../src/ledger/frames.ts';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { createTables } from '../../src/tables/index.ts';
import { extractOperations, historyOperations } from '../../src/tables/operations.ts';

const file = new URL('../../data/sample/FFFFFFFF--0-49/FFFFFFE1--30-39.xdr.zst', import.meta.url);
const own = networkId('Ledgerlake Sample Network ; 2026');
const other = networkId(passphrases.pubnet);

/** Tables whose rows depend on the network, or on what is kept, and that do not refuse a ledger of another network. */
const only = ['history_assets', 'history_operations', 'history_effects', 'history_contract_events', 'trust_lines'];

let frames: Uint8Array[];

beforeAll(() => {
  const raw = decompress(readFileSync(file), { file: 'sample' });
  frames = [...readFrames(raw, 'sample')].map(({ start, end }) => raw.subarray(start, end));
});

/** The envelopes are of the sample's network, whichever the decoder is of. */
function ledgerAt(index: number): Ledger {
  const ledger = readLedger(Uint8Array.from(frames[index]));
  checkLedger(ledger, own, { verify: false });
  return ledger;
}

function textOf(batches: Iterable<RecordBatch>): string {
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  return [...batches].map((batch) => JSON.stringify(batch.toArray(), plain)).join('\n');
}

describe('a decoder', () => {
  it('is not disturbed by one of another network that takes turns with it', () => {
    const alone = [own, other].map((id) => {
      const set = createTables(id, { only });
      frames.forEach((_, index) => set.add(ledgerAt(index)));
      return textOf(set.batches().values());
    });
    const together = [own, other].map((id) => createTables(id, { only }));
    frames.forEach((_, index) => together.forEach((set) => set.add(ledgerAt(index))));
    expect(together.map((set) => textOf(set.batches().values()))).toEqual(alone);
    expect(alone[0]).not.toBe(alone[1]);
  });

  it('has a ledger in hand while another decoder begins one', () => {
    const rows = (between: () => void) => {
      const { columns, batch } = createBuilder(historyOperations);
      const context = new Context(ledgerAt(0), new Decoder(own));
      between();
      extractOperations(context, columns);
      return textOf([batch()]);
    };
    const expected = rows(() => undefined);
    expect(rows(() => new Context(ledgerAt(1), new Decoder(other)))).toBe(expected);
  });

  it('keeps nothing of the last ledger alive', async () => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc') as () => void;
    const set = createTables(own, { withXdr: true, withChanges: true });
    const refs = frames.map((_, index) => {
      const ledger = ledgerAt(index);
      set.add(ledger);
      return new WeakRef(ledger.bytes.buffer);
    });
    // A WeakRef holds what it refers to until the turn that made it ends, and code that is being compiled holds its arguments.
    await expect
      .poll(
        () => {
          gc();
          return refs.filter((ref) => ref.deref() !== undefined).length;
        },
        { timeout: 30_000 },
      )
      .toBe(0);
    expect(set.total()).toBeGreaterThan(0);
  });
});
