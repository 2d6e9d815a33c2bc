/** Hashes that stores keep of their objects. */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Compares bytes with what a store says of them, and returns what is wrong. */
export type Check = (bytes: Uint8Array) => string | undefined;

/** Returns the check for an MD5 or SHA-256, in base64. */
export function hashCheck(name: 'md5' | 'sha256', expected: string): Check {
  return (bytes) => compare(name, hash(name, bytes, 'base64'), expected);
}

/** Returns the check for a CRC-32, big-endian in base64. */
export function crc32Check(expected: string): Check {
  return (bytes) => {
    const word = Buffer.alloc(4);
    word.writeUInt32BE(crc32(bytes));
    return compare('crc32', word.toString('base64'), expected);
  };
}

/** Returns what is wrong, or nothing. */
export function compare(name: string, found: string, expected: string): string | undefined {
  return found === expected ? undefined : `its ${name} is ${found}, the store says ${expected}`;
}
