/** The gauge of ledgers whose protocol this version does not read. */
import { Gauge, type Registry } from 'prom-client';
import type { Undecodable } from '../../history/history.ts';

/** Adds the gauge. `find` returns the first such ledger per set of labels; one that is undefined has no line. */
export function undecodableGauge(
  registers: Registry[],
  find: () => Promise<[labels: { network?: string }, found: Undecodable | undefined][]>,
): void {
  new Gauge({
    name: 'ledgerlake_undecodable_ledger',
    help: 'first ledger of a newer protocol, which only a newer version reads',
    labelNames: ['network', 'protocol'],
    registers,
    async collect() {
      this.reset();
      for (const [labels, found] of await find())
        if (found) this.set({ ...labels, protocol: found.protocol }, found.ledger);
    },
  });
}
