/** Long work in pieces, between which the event loop goes on. */
import { setImmediate } from 'node:timers/promises';

/** How long, in milliseconds, one piece may take. */
const PIECE_MS = 10;

/** Returns a function that yields to the event loop if 10 ms have passed; call it between items. */
export function pieces(): () => Promise<void> | undefined {
  let end = performance.now() + PIECE_MS;
  const next = async () => {
    await setImmediate();
    end = performance.now() + PIECE_MS;
  };
  return () => (performance.now() < end ? undefined : next());
}

/** Runs steps to their end in pieces, between which they yield; returns what they return. */
export async function runInPieces<T>(steps: Generator<void, T>): Promise<T> {
  const turn = pieces();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const wait = turn();
    if (wait) await wait;
  }
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

/** How many characters are made bytes at once. */
const PART = 1 << 16;

/** Returns an object as JSON in UTF-8, as `JSON.stringify` would; writes its lists in pieces. */
export async function jsonInPieces(body: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const parts: Buffer[] = [];
  const turn = pieces();
  let text = '';
  const write = (more: string) => {
    text += more;
    if (text.length < PART) return;
    parts.push(Buffer.from(text));
    text = '';
  };
  const writeObject = async (object: Readonly<Record<string, unknown>>) => {
    let separator = '{';
    for (const [name, value] of Object.entries(object)) {
      const json = isNested(value) ? '' : JSON.stringify(value);
      // What JSON does not know is left out of objects.
      if (json === undefined) continue;
      write(`${separator}${JSON.stringify(name)}:${json}`);
      separator = ',';
      if (Array.isArray(value)) await writeList(value);
      else if (json === '') await writeObject(value as Record<string, unknown>);
    }
    write(separator === '{' ? '{}' : '}');
  };
  const writeList = async (list: readonly unknown[]) => {
    write('[');
    for (const [index, item] of list.entries()) {
      write(`${index === 0 ? '' : ','}${JSON.stringify(item) ?? 'null'}`);
      const wait = turn();
      if (wait) await wait;
    }
    write(']');
  };
  await writeObject(body);
  return concatInPieces([...parts, Buffer.from(text)], turn);
}

/** Returns the parts one behind another, copied in pieces. */
export async function concatInPieces(parts: readonly Uint8Array[], turn = pieces()): Promise<Buffer> {
  const all = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
    const wait = turn();
    if (wait) await wait;
  }
  return all;
}

/** Whether a value is a list or a plain object, which does not say itself what it is as JSON. */
function isNested(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
