/** The bytes that the events of many ledgers repeat: a dictionary for zstd. */
import { skipScVal } from '../../xdr/generated/skip.ts';
import type { EventBlock } from './ledger-events.ts';

const MOST_BYTES = 112 * 1024;

/**
 * Returns the parts of events that occur most often: contract with first topic, each further topic, the data. What saves most stands last.
 */
export function dictionaryOf(blocks: Iterable<EventBlock>): Uint8Array {
  const counts = new Map<string, number>();
  for (const { list, bytes, view } of blocks) {
    for (let index = 0; index < list.length; index++) {
      for (const [start, end] of partsOf(view, list.start(index))) {
        const part = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
        counts.set(part, (counts.get(part) ?? 0) + 1);
      }
    }
  }
  const saved = ([part, count]: [string, number]) => (count - 1) * part.length;
  const repeated = [...counts].filter(([, count]) => count > 1).sort((a, b) => saved(b) - saved(a));
  const kept: Buffer[] = [];
  let size = 0;
  for (const [part] of repeated) {
    if (size + part.length > MOST_BYTES) break;
    size += part.length;
    kept.push(Buffer.from(part, 'latin1'));
  }
  return Buffer.concat(kept.reverse());
}

/** Yields where the parts of a ContractEvent start and end. */
function* partsOf(view: DataView, start: number): Generator<[number, number]> {
  const topics = start + 8 + (view.getUint32(start + 4) === 1 ? 32 : 0) + 8;
  let [from, p] = [start, topics + 4];
  for (let left = view.getUint32(topics); left >= 0; left--) {
    p = skipScVal(view, p);
    yield [from, p];
    from = p;
  }
}
