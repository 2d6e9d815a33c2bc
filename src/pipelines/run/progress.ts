/** The counters of a run: what its components have got and given. */
import type { Definition } from '../definition/definition.ts';
import { processors } from '../processors/index.ts';
import type { ComponentProgress } from './options.ts';
import type { RunningProcessor } from './record-set.ts';
import type { OpenSink } from './sinks.ts';

/** What a run has made so far. */
export interface Made {
  ledgers: number;
  bytesRead: number;
  /** Of all processors together. */
  records: number;
  /** Of each, by its place among those that run. */
  recordsOf: number[];
}

/** Returns the counters of processors. Filters have no records of their own, unread processors none at all. */
export function processorsOf(
  { spec }: Definition,
  running: readonly RunningProcessor[],
  { ledgers, records, recordsOf }: Made,
): ComponentProgress[] {
  const seen = new Set<number>();
  return spec.processors.map(({ type }) => {
    const component = processors.get(type);
    const place = running.findIndex(({ id }, i) => id === component?.id && !seen.has(i));
    if (place >= 0) seen.add(place);
    const recordsOut = component?.filters ? records : (recordsOf[place] ?? 0);
    return { role: 'processor', type, recordsIn: ledgers, recordsOut, errors: 0 };
  });
}

/** Returns the counters of the consumers. */
export function consumersOf(sinks: readonly OpenSink[]): ComponentProgress[] {
  return sinks.map(({ consumer, rows, errors, lastError }) => ({
    role: 'consumer',
    type: consumer.name,
    recordsIn: rows,
    recordsOut: rows,
    errors,
    ...(lastError !== undefined && { lastError }),
  }));
}
