/** Cursors: the position in a list, its request and its last ledger, with a signature so that clients cannot forge one. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from './errors.ts';

/** What a cursor says. */
export interface Cursor {
  /** The network, by its name in the path. */
  w: string;
  /** The endpoint. */
  e: string;
  /** Parameters of the request but `limit` and `cursor`, as they were read. */
  f: Record<string, string>;
  /** The key of the last row. */
  k: string[];
  /** The ledger that the first page was read up to. */
  l: number;
  /** The rows before. */
  n: number;
  /** What tells the ledgers that the pages before were read from (`markOf`). */
  s: string;
}

const VERSION = 3;
const MAC_BYTES = 12;

/** Returns the cursor as text. */
export function writeCursor(secret: Uint8Array, cursor: Cursor): string {
  const body = JSON.stringify({ v: VERSION, ...cursor });
  return Buffer.concat([macOf(secret, body), Buffer.from(body)]).toString('base64url');
}

/** Returns what a cursor says; throws ApiError when it is none of this server's, or of another network, endpoint or request. */
export function readCursor(
  secret: Uint8Array,
  text: string,
  { w, e, f: filters }: Pick<Cursor, 'w' | 'e' | 'f'>,
): Cursor {
  const cursor = openCursor(secret, text);
  if (cursor.w !== w) throw invalid(`invalid cursor: it is of network '${cursor.w}'`);
  if (cursor.e !== e) throw invalid(`invalid cursor: it is of ${cursor.e}`);
  for (const name of new Set([...Object.keys(cursor.f), ...Object.keys(filters)])) {
    const was = cursor.f[name] ?? '';
    const is = filters[name] ?? '';
    if (was === is) continue;
    const change = `cursor was created with ${name}='${was}' but request uses ${name}='${is}'.`;
    throw invalid(`${change} Cannot change ${name} while paginating.`);
  }
  return cursor;
}

function openCursor(secret: Uint8Array, text: string): Cursor {
  if (!/^[\w-]+$/.test(text)) throw invalid('invalid cursor: not decodable');
  const bytes = Buffer.from(text, 'base64url');
  const body = bytes.toString('utf8', MAC_BYTES);
  const mac = bytes.subarray(0, MAC_BYTES);
  const isWhole = mac.length === MAC_BYTES && bytes.toString('base64url') === text;
  if (!isWhole || !timingSafeEqual(mac, macOf(secret, body))) throw invalid('invalid cursor: not of this server');
  const cursor = JSON.parse(body) as Cursor & { v: number };
  if (cursor.v !== VERSION) throw invalid(`invalid cursor: version ${cursor.v}`);
  return cursor;
}

function macOf(secret: Uint8Array, body: string): Buffer {
  return createHmac('sha256', secret).update(body).digest().subarray(0, MAC_BYTES);
}
