/** Count records and drop them. */
import { type Consumer } from '../component.ts';
import { local } from './local-config.ts';
import type { LedgerMark, Sink, SinkContext } from '../sink.ts';

export const nullConsumer: Consumer = {
  kind: 'consumer',
  id: 'null',
  name: 'Nowhere',
  description: 'Count records and drop them.',
  origin: 'local',
  writes: 'any',
  delivery: 'once-or-more',
  open: (context) => Promise.resolve(countingSink(context)),
  config: local({}),
  example: '- type: "null"\n',
};

function countingSink({ inputs }: SinkContext): Sink {
  const names = new Set(inputs.map(({ name }) => name));
  const written = new Map<string, number>();
  return {
    kind: 'null',
    location: '',
    checkpoint: undefined as LedgerMark | undefined,
    write({ rows }) {
      for (const [name, { numRows }] of rows)
        if (names.has(name)) written.set(name, (written.get(name) ?? 0) + numRows);
      return Promise.resolve();
    },
    written: () => written,
    close: () => Promise.resolve(),
  };
}
