/** The loaded data: ledgers, gaps, tables, versions. */
import { decoderVersion } from '../../../../version.ts';
import { listOf, fields, text, time, whole } from '../../fields.ts';
import { object } from '../../object.ts';

const ranges = listOf(fields({ first: whole(), last: whole() }), 'Runs of ledgers that are loaded.');

export const dataBoundaries = object({
  path: '/api/v1/silver/data-boundaries',
  summary: 'Loaded ledgers',
  parameters: {},
  answer: { ranges, oldest_closed_at: time(), latest_closed_at: time() },
  async read(_values, view) {
    const { oldest, latest } = view.bounds;
    const closed = { oldest_closed_at: await view.closedAt(oldest), latest_closed_at: await view.closedAt(latest) };
    return { body: { ranges: rangesOf(view), ...closed } };
  },
});

export const meta = object({
  path: '/api/v1/meta',
  summary: 'Tables, loaded ledgers, coverage and versions',
  parameters: {},
  answer: {
    network: text(),
    network_passphrase: text(),
    version: text(),
    commit: whole('Counts the commits of the lake.'),
    ranges,
    state_coverage: text('`full`, or `touched_only`: entries that no loaded ledger changed are unknown.'),
    tables: listOf(fields({ name: text(), rows: whole(), files: whole(), bytes: whole() })),
  },
  async read(_values, view) {
    const { served, snapshot } = view;
    const tables = Object.entries(snapshot.totals).map(([name, { rows, files, bytes }]) => ({
      name,
      rows,
      files,
      bytes,
    }));
    return {
      body: {
        network: served.network,
        network_passphrase: served.lake.network,
        version: decoderVersion,
        commit: snapshot.number,
        ranges: rangesOf(view),
        state_coverage: view.coverage,
        tables: tables.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      },
    };
  },
});

function rangesOf({ snapshot }: { snapshot: { ranges: readonly { first: number; last: number }[] } }) {
  return snapshot.ranges.map(({ first, last }) => ({ first, last }));
}
