/** Places of movements that lie far apart: of classic operations movements alone tell them. */
import { describe, expect, it, vi } from 'vitest';
import { placesOf } from '../../../src/server/query/endpoints/movement-places.ts';
import { sql } from '../../../src/server/query/sql.ts';
import { View } from '../../../src/server/query/view.ts';
import { serveSample } from './sample-server.ts';

// Each ledger has too much for all of it to be read.
vi.mock('../../../src/server/query/ledger-rows.ts', async (original) => ({
  ...(await original<typeof import('../../../src/server/query/ledger-rows.ts')>()),
  areFew: () => false,
}));

const server = serveSample();

describe('placesOf(view, rows)', () => {
  it('reads events of operations on contracts and of permissions, and gives the places that all events give', async () => {
    const [served] = server.lakes();
    const view = new View(served, await served.lake.snapshot(), new AbortController().signal, {});
    const rows = await view.rows(sql`
      select ledger_sequence, event_index, operation_id, operation_type
      from silver.token_transfers_raw
      where operation_id is not null`);
    const types = new Set(rows.map((row) => Number(row['operation_type'])));
    expect([...types].sort((a, b) => a - b)).toEqual(expect.arrayContaining([0, 1, 2, 13, 14, 15, 24]));
    const read = vi.spyOn(view, 'table');
    const all = await placesOf(
      view,
      rows.map(({ operation_type: _, ...row }) => row),
    );
    expect(all.size).toBe(rows.length);
    for (const type of types) {
      const some = rows.filter((row) => row['operation_type'] === type);
      const places = await placesOf(view, some);
      const [{ text }] = read.mock.lastCall ?? [sql``];
      expect(text.includes('history_contract_events')).toBe([7, 21, 24].includes(type));
      for (const row of some) {
        const place = `${String(row['ledger_sequence'])}:${String(row['event_index'])}`;
        expect([type, places.get(place)]).toEqual([type, all.get(place)]);
      }
    }
  });
});
