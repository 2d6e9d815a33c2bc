/** Which ledger keys the reference's decoder has room for. */
import { describe, expect, it } from 'vitest';
import { decodeLedgerKey } from '../../src/server/rpc/go/key-memory.ts';
import { words } from '../make/ledger.ts';

const filled = (length: number) => Buffer.alloc(length + (-length & 3));
const repeat = (count: number, ...parts: Buffer[]) => Buffer.concat(Array.from({ length: count }, () => parts).flat());

const VOID = words(1);
const contract = Buffer.concat([words(1), Buffer.alloc(32)]);
const account = Buffer.concat([words(0, 0), Buffer.alloc(32)]);
const muxed = Buffer.concat([words(2), Buffer.alloc(40)]);
const vec = (count: number, item: Buffer) => Buffer.concat([words(16, 1, count), repeat(count, item)]);
const map = (count: number, key: Buffer, value: Buffer) =>
  Buffer.concat([words(17, 1, count), repeat(count, key, value)]);
const opaque = (type: number, length: number) =>
  Buffer.concat([words(type, length), Buffer.alloc(length, 'a'), Buffer.alloc(-length & 3)]);
const nested = (depth: number) => Buffer.concat([repeat(depth, words(16, 1, 1)), VOID]);
const instance = (executable: Buffer, count: number) =>
  Buffer.concat([words(19), executable, words(1, count), repeat(count, VOID, VOID)]);
const external = Buffer.concat([words(2), contract, words(5), filled(5)]);

const keyOf = (value: Buffer, address: Buffer = contract) =>
  Buffer.concat([words(6), address, value, words(1)]).toString('base64');

/**
 * The largest of each shape that `xdr.SafeUnmarshalBase64WithOptions` of go-stellar-sdk v0.7.3, the version that the
 * recorded reference was built with, takes with 16 KB; one more it refuses.
 */
const shapes: [what: string, most: number, value: (count: number) => Buffer, address?: Buffer][] = [
  ['bytes', 16096, (n) => opaque(13, n)],
  ['letters', 16104, (n) => opaque(14, n)],
  ['letters in the data of an account', 16088, (n) => opaque(14, n), account],
  ['letters in the data of a muxed account', 16096, (n) => opaque(14, n), muxed],
  ['items that are void', 91, (n) => vec(n, VOID)],
  ['items that are true', 90, (n) => vec(n, words(0, 1))],
  ['items of 32 bits', 89, (n) => vec(n, words(3, 1))],
  ['items of 256 bits', 77, (n) => vec(n, Buffer.concat([words(11), Buffer.alloc(32)]))],
  ['symbols', 80, (n) => vec(n, opaque(15, 7))],
  ['errors', 78, (n) => vec(n, words(2, 0, 7))],
  ['nonces', 87, (n) => vec(n, words(21, 0, 1))],
  ['tags', 82, (n) => vec(n, opaque(22, 3))],
  ['addresses of accounts', 59, (n) => vec(n, Buffer.concat([words(18), account]))],
  ['addresses of contracts', 62, (n) => vec(n, Buffer.concat([words(18), contract]))],
  ['empty lists', 77, (n) => vec(n, vec(0, VOID))],
  ['lists that are absent', 87, (n) => vec(n, words(16, 0))],
  ['lists in lists', 77, nested],
  ['pairs that are void', 45, (n) => map(n, VOID, VOID)],
  ['pairs of 32 bits and a symbol', 43, (n) => map(n, words(3, 1), opaque(15, 1))],
  ['pairs of an instance with code', 45, (n) => instance(Buffer.concat([words(0), Buffer.alloc(32)]), n)],
  ['pairs of an instance of an asset', 45, (n) => instance(words(1), n)],
  ['pairs of an instance with a reference', 45, (n) => instance(external, n)],
];

/** The bytes of the key that was read, in base64. */
function bytesOf(text: string): string | undefined {
  const view = decodeLedgerKey(text);
  return view && Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('base64');
}

describe('decodeLedgerKey(text)', () => {
  it.each(shapes)('takes %s up to %i', (_what, most, value, address) => {
    expect(bytesOf(keyOf(value(most), address))).toBe(keyOf(value(most), address));
    expect(decodeLedgerKey(keyOf(value(most + 1), address))).toBeUndefined();
  });

  it('reads over line breaks but for those at the end, as Go does', () => {
    const text = keyOf(opaque(15, 7));
    expect(bytesOf(`${text.slice(0, 7)}\r\n${text.slice(7, 20)}\n\n${text.slice(20)}`)).toBe(text);
    expect(decodeLedgerKey(`${text}\n`)).toBeUndefined();
    expect(decodeLedgerKey('\n'.repeat(500_000))).toBeUndefined();
  });
});
