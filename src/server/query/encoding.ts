/** Bodies as clients take them: zstd or gzip where they say so. */
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const codings = { zstd: promisify(zlib.zstdCompress), gzip: promisify(zlib.gzip) };
/** Shorter ones gain nothing. */
const LEAST_BYTES = 1024;

/** Returns the body in a coding that the client accepts, and which one that is. */
export async function encode(body: Buffer, accepted = ''): Promise<{ body: Buffer; coding?: string }> {
  if (body.length < LEAST_BYTES) return { body };
  const coding = (['zstd', 'gzip'] as const).find((name) => isAccepted(accepted, name));
  return coding ? { body: await codings[coding](body), coding } : { body };
}

function isAccepted(header: string, name: string): boolean {
  const parts = header.split(',').map((part) => part.trim().toLowerCase());
  const [, quality = '1'] = parts
    .map((part) => /^([^;]+)(?:;\s*q=([\d.]+))?$/.exec(part))
    .find((match) => match?.[1] === name)
    ?.slice(1) ?? ['', '0'];
  return Number(quality) > 0;
}
