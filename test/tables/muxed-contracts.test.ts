/** Muxed contracts in every place of a ledger that holds an address: tables have them as W, or refuse what no host does. */
import { xdr } from '@stellar/stellar-sdk';
import { expect, it } from 'vitest';
import { DecodeError } from '../../src/core/errors.ts';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { networkId } from '../../src/ledger/network.ts';
import { checkLedger, transactionHash } from '../../src/ledger/verify.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { createTables } from '../../src/tables/index.ts';
import { decodeJson } from '../../src/xdr/decode.ts';
import { ScAddressType } from '../../src/xdr/generated/enums.ts';
import { skips } from '../../src/xdr/generated/skip.ts';
import { resolve, type Schema } from '../../src/xdr/schema.ts';
import { wholeSchema } from '../../src/xdr/schema/whole.ts';

const passphrase = 'Muxed Contracts Network';
const id = networkId(passphrase);
const types = wholeSchema(xdr);
const KEY = 32;
const muxed = Buffer.concat([Buffer.from([0, 0, 0, ScAddressType.scAddressTypeMuxedContract]), Buffer.alloc(8, 0xfe)]);

/** Calls `visit` with where each ScAddress of the value at `p` starts, and returns where the value ends. */
function eachAddress(schema: Schema, view: DataView, p: number, visit: (p: number) => void): number {
  const type = resolve(schema);
  const list = (element: Schema, count: number, at: number) => {
    for (let i = 0; i < count; i++) at = eachAddress(element, view, at, visit);
    return at;
  };
  switch (type.kind) {
    case 'struct':
      return type.entries.reduce((at, [, field]) => eachAddress(field, view, at, visit), p);
    case 'union': {
      if (type.name === 'ScAddress') visit(p);
      const { arm } = type.cases.find(({ discriminant }) => discriminant === view.getInt32(p))!;
      return arm.kind === 'field' ? eachAddress(arm.schema, view, p + 4, visit) : p + 4;
    }
    case 'option':
      return list(type.element, view.getUint32(p), p + 4);
    case 'array':
      return list(type.element, view.getUint32(p), p + 4);
    case 'fixedArray':
      return list(type.element, type.length, p);
    case 'opaque':
      return p + Math.ceil(type.length / 4) * 4;
    case 'string':
    case 'varOpaque':
      return p + 4 + Math.ceil(view.getUint32(p) / 4) * 4;
    case 'int64':
    case 'uint64':
      return p + 8;
    case 'void':
      return p;
    default:
      return p + 4;
  }
}

/** Where the key stands of each account and contract that an ScAddress names, by address. */
function addressesOf({ bytes, view }: Ledger): Map<string, { start: number; key: number }[]> {
  const found: { start: number; key: number }[] = [];
  const end = eachAddress(types.get('LedgerCloseMeta')!, view, 0, (start) => {
    const type = view.getInt32(start);
    if (type === ScAddressType.scAddressTypeContract) found.push({ start, key: start + 4 });
    // A PublicKey has a type of its own.
    if (type === ScAddressType.scAddressTypeAccount) found.push({ start, key: start + 8 });
  });
  expect(end).toBe(skips.LedgerCloseMeta(view, 0));
  return Map.groupBy(found, ({ key }) => Buffer.from(bytes.subarray(key, key + KEY)).toString('hex'));
}

const hashesOf = ({ view, envelopes }: Ledger) =>
  envelopes.map((envelope) => Buffer.from(transactionHash(view, envelope, id), 'latin1'));

/** Returns the ledger with a muxed contract in these places, and the transactions' hashes as they then are. */
function withMuxed(ledger: Ledger, places: readonly { start: number; key: number }[]): Ledger {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, key } of places) {
    parts.push(ledger.bytes.subarray(at, start), muxed);
    at = key;
  }
  const bytes = Buffer.concat([...parts, ledger.bytes.subarray(at)]);
  const hashes = hashesOf(readLedger(new Uint8Array(bytes)));
  for (const [i, hash] of hashesOf(ledger).entries()) {
    for (let p = bytes.indexOf(hash); p >= 0; p = bytes.indexOf(hash, p + KEY)) hashes[i].copy(bytes, p);
  }
  const changed = readLedger(new Uint8Array(bytes));
  checkLedger(changed, id, { verify: false });
  return changed;
}

const STRKEY = /\b(?:L[A-Z2-7]{55}|W[A-Z2-7]{68})\b/g;
const NO_HOST_DOES = /no change creates the instance|the first call of the diagnostic events|changes contradict/;

it('tables write the muxed contracts of a ledger and no others, wherever they stand', () => {
  const set = createTables(id, { withXdr: true, withChanges: true });
  const columns = new Set<string>();
  let [read, refused] = [0, 0];
  const options = { seed: 'muxed', passphrase, ledgers: 30, transactionsPerLedger: 3, protocol: 30 };
  for (const { bytes } of simulate({ ...options, mix: 'soroban' })) {
    const ledger = readLedger(new Uint8Array(bytes));
    for (const places of addressesOf(ledger).values()) {
      const changed = withMuxed(ledger, places);
      const known = new Set(decodeJson('LedgerCloseMeta', changed.bytes).match(STRKEY));
      try {
        set.add(changed);
        read++;
      } catch (error) {
        expect(error).toBeInstanceOf(DecodeError);
        expect((error as Error).message).toMatch(NO_HOST_DOES);
        refused++;
        continue;
      }
      for (const [table, batch] of set.batches()) {
        for (const { name } of batch.schema.fields) {
          for (const value of batch.getChild(name)!) {
            const found = typeof value === 'string' ? (value.match(STRKEY) ?? []) : [];
            for (const strkey of found) expect(known, `${table}.${name}`).toContain(strkey);
            if (found.some((strkey) => strkey.startsWith('W'))) columns.add(`${table}.${name}`);
          }
        }
      }
      set.reset();
    }
  }
  expect(read).toBeGreaterThan(refused);
  expect([...columns]).toEqual(
    expect.arrayContaining([
      ...['contract_invocations.arguments', 'history_contract_events.topics_decoded', 'token_transfers_raw.to'],
      ...['history_contract_events.data_decoded', 'contract_data.key_decoded', 'balance_entry_changes.holder'],
      ...['history_operations.other_details_json', 'token_transfers_raw.to_muxed'],
    ]),
  );
});
