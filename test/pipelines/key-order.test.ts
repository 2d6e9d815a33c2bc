/** Records for jsonb: the same JSON, with the keys of ScVals where jsonb keeps them. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { networkId } from '../../src/ledger/network.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import type { Consumer } from '../../src/pipelines/component.ts';
import { consumers } from '../../src/pipelines/consumers/index.ts';
import { RecordSet } from '../../src/pipelines/run/record-set.ts';
import { toldOfJsonb, type OpenSink } from '../../src/pipelines/run/sinks.ts';
import type { Sink } from '../../src/pipelines/sink.ts';
import { ledgersOf } from '../../src/workers/read.ts';

const key = 'FFFFFFCD--50-99/FFFFFFC3--60-69.xdr.zst';
const bytes = readFileSync(join(resolve(import.meta.dirname, '../../data/sample'), key));
const passphrase = 'Ledgerlake Sample Network ; 2026';

/** Returns the texts of a column of the records of some ledgers. */
function textsOf(id: string, column: string, isJsonb: boolean): string[] {
  const set = new RecordSet([{ id, config: {}, passphrase, isJsonb }], passphrase);
  for (const ledger of ledgersOf({ key, bytes }, { key })) {
    checkLedger(ledger, networkId(passphrase));
    set.add(ledger);
  }
  const [[, batch]] = set.batches();
  return [...(batch.getChild(column) ?? [])].filter((text) => text !== null) as string[];
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Returns the keys of each ScVal in a value. */
function keysIn(value: Json): string[][] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== 'object' || value === null) return [];
  const keys = Object.keys(value);
  return [...(keys.includes('NonceKey') ? [keys] : []), ...Object.values(value).flatMap(keysIn)];
}

const asJsonb = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);

it.each([
  ['contract_event', 'topic'],
  ['contract_event', 'data'],
  ['contract_invocation', 'arguments_raw'],
])('writes the JSON of %s, %s in the order of jsonb', (id, column) => {
  const plain = textsOf(id, column, false).map((text) => JSON.parse(text) as Json);
  const ordered = textsOf(id, column, true).map((text) => JSON.parse(text) as Json);
  expect(ordered).toEqual(plain);
  const keys = keysIn(ordered);
  expect(keys.length).toBeGreaterThan(10);
  expect(keys).toEqual(keys.map((own) => own.toSorted(asJsonb)));
  expect(keysIn(plain)[0]).toEqual(['Type', ...keysIn(plain)[0].slice(1)]);
});

describe('toldOfJsonb(running, sinks)', () => {
  const running = [{ id: 'contract_event', config: {}, passphrase }];
  const open = (id: string, isJsonb?: boolean): OpenSink => {
    const component = consumers.get(id) as Consumer;
    const consumer = { name: id, path: 'spec.consumers[0]', component, entry: { type: id, config: {} }, inputs: [] };
    return { consumer, sink: { isJsonb } as Sink, rows: 0, errors: 0 };
  };
  const postgres = open('contract_events_postgres', true);

  it('tells a processor whose records only become jsonb', () => {
    expect(toldOfJsonb(running, [postgres])).toEqual([{ ...running[0], isJsonb: true }]);
    expect(toldOfJsonb(running, [postgres, open('account_data_postgres')])).toEqual([{ ...running[0], isJsonb: true }]);
  });

  it('tells none whose records others get, too', () => {
    expect(toldOfJsonb(running, [postgres, open('duckdb')])).toEqual(running);
    expect(toldOfJsonb(running, [open('contract_events_postgres')])).toEqual(running);
  });
});
