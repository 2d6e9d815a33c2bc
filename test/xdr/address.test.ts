import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../src/core/bytes.ts';
import { compareBucketKeys } from '../../src/archive/key-order.ts';
import { structOrder, writeGoScVal } from '../../src/pipelines/processors/json/go.ts';
import { writePlainScVal } from '../../src/pipelines/processors/json/plain.ts';
import { decodeLedgerKey } from '../../src/server/rpc/go/key-memory.ts';
import { flatScVal } from '../../src/tables/event/flat.ts';
import { writeScAddress } from '../../src/xdr/address.ts';
import { LedgerEntryType, ScAddressType } from '../../src/xdr/generated/enums.ts';
import { jsonScVal } from '../../src/xdr/generated/json.ts';
import { JsonWriter } from '../../src/xdr/json-writer.ts';
import { plainSize, resolve } from '../../src/xdr/schema.ts';
import { readStrkey, unkept } from '../../src/xdr/strkey.ts';
import { words } from '../make/ledger.ts';
import { armOf, typeOf } from '../make/xdr-tree.ts';

/** Arms whose key has a type of its own, a word that is 0. */
const TYPED: readonly number[] = [ScAddressType.scAddressTypeAccount, ScAddressType.scAddressTypeClaimableBalance];

/** An address of each arm that the schema has, with the letter of its strkey and the name that JSON gives the arm. */
const addresses = Object.values(ScAddressType).map((type) => {
  const union = resolve(typeOf('ScAddress'));
  const schema = union.kind === 'union' ? armOf(union, type)! : typeOf('ScAddress');
  const size = TYPED.includes(type) ? 36 : plainSize(schema)!;
  const body = Buffer.alloc(size, 7);
  if (TYPED.includes(type)) body.writeUInt32BE(0, 0);
  return { type, letter: 'GCMBLW'[type], bytes: Buffer.concat([words(type), body]) };
});

const viewOf = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

describe.each(addresses)('an ScAddress of type $type', ({ type, letter, bytes }) => {
  const value = Buffer.concat([words(18), bytes]);

  it('is a strkey of its own letter', () => {
    const w = new ByteWriter();
    expect(writeScAddress(w, unkept, viewOf(bytes), 0)).toBe(bytes.length);
    expect(w.text()[0]).toBe(letter);
    expect(Buffer.from(readStrkey(w.text())!.payload).subarray(-32)).toEqual(Buffer.alloc(32, 7));
  });

  it('ends where the schema says in every form of JSON', () => {
    const json = new JsonWriter(unkept, 1000).from(value);
    const ends = [
      jsonScVal(json, 0),
      flatScVal(json, 0),
      writePlainScVal(new ByteWriter(), unkept, viewOf(value), 0),
      writeGoScVal(new ByteWriter(), viewOf(value), 0, structOrder),
    ];
    expect(ends).toEqual(ends.map(() => value.length));
  });

  it('has a name of its own in the flat and the plain form', () => {
    const flat = new JsonWriter(unkept, 1000).from(value);
    flatScVal(flat, 0);
    const plain = new ByteWriter();
    writePlainScVal(plain, unkept, viewOf(value), 0);
    const name = Object.keys(ScAddressType)
      .find((key) => ScAddressType[key as keyof typeof ScAddressType] === type)!
      .slice('scAddressType'.length)
      .replace(/(?!^)([A-Z])/g, '_$1')
      .toLowerCase();
    for (const text of [flat.text(), plain.text()]) {
      expect(JSON.parse(text)).toMatchObject({ type: name, address: expect.stringMatching(`^${letter}`) });
    }
  });

  it('is ordered by all of its bytes in keys', () => {
    // Whose storage, the key (void), the durability.
    const key = (owner: Buffer) => viewOf(Buffer.concat([owner, words(1, 0)]));
    const next = Buffer.from(bytes);
    next[next.length - 1]++;
    expect(compareBucketKeys(LedgerEntryType.contractData, key(bytes), 0, key(next), 0)).toBeLessThan(0);
    expect(compareBucketKeys(LedgerEntryType.contractData, key(bytes), 0, key(bytes), 0)).toBe(0);
  });

  it('is counted in a key that JSON-RPC is asked for', () => {
    const key = Buffer.concat([words(LedgerEntryType.contractData), bytes, words(1, 0)]);
    expect(decodeLedgerKey(key.toString('base64'))?.byteLength).toBe(key.length);
  });
});

describe('an ScAddress of a type that the schema has not', () => {
  const value = Buffer.concat([words(18, 96), Buffer.alloc(40)]);

  it.each([
    ['SEP-23', () => writeScAddress(new ByteWriter(), unkept, viewOf(value), 4)],
    ['plain JSON', () => writePlainScVal(new ByteWriter(), unkept, viewOf(value), 0)],
    ["Go's JSON", () => writeGoScVal(new ByteWriter(), viewOf(value), 0, structOrder)],
  ])('is an error in %s', (_, write) => {
    expect(write).toThrow('ScAddress has no arm 96');
  });
});
