/** Long work in pieces, between which the event loop goes on. */
import { setImmediate } from 'node:timers/promises';

/** How long, in milliseconds, one piece may take. */
const PIECE_MS = 10;

/** Returns a function to call between items of work: after every 10 ms it returns a promise of the next turn of the event loop. */
export function pieces(): () => Promise<void> | undefined {
  let end = performance.now() + PIECE_MS;
  const next = async () => {
    await setImmediate();
    end = performance.now() + PIECE_MS;
  };
  return () => (performance.now() < end ? undefined : next());
}

/** Returns what `make` makes of each item, in their order, in pieces. */
export async function mapInPieces<T, U>(
  items: readonly T[],
  make: (item: T, index: number) => U,
  turn = pieces(),
): Promise<U[]> {
  const all: U[] = [];
  for (const [index, item] of items.entries()) {
    all.push(make(item, index));
    const wait = turn();
    if (wait) await wait;
  }
  return all;
}

/** Returns an object as JSON in UTF-8, as `JSON.stringify` writes it; items of its lists are written in pieces. */
export async function jsonInPieces(body: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const parts: Buffer[] = [];
  const write = (text: string) => parts.push(Buffer.from(text));
  const turn = pieces();
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    write(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    if (!Array.isArray(value)) write(JSON.stringify(value));
    else {
      write('[');
      parts.push(Buffer.concat(await mapInPieces<unknown, Buffer>(value, jsonItem, turn)));
      write(']');
    }
  }
  write(parts.length === 0 ? '{}' : '}');
  return Buffer.concat(parts);
}

const jsonItem = (item: unknown, index: number) =>
  Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(item) ?? 'null'}`);
