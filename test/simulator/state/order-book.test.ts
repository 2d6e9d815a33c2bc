import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Offer } from '../../../src/simulator/state/entries.ts';
import { offerKey } from '../../../src/simulator/state/keys.ts';
import { LedgerState } from '../../../src/simulator/encode/ledger-state.ts';
import { Layer, type State } from '../../../src/simulator/state/state.ts';

const term = fc.integer({ min: 1, max: 4 });
const offer: fc.Arbitrary<Offer> = fc
  .record({
    id: fc.bigInt({ min: 1n, max: 12n }),
    seller: fc.constantFrom('a', 'b'),
    selling: fc.constantFrom('native', 'USD:x'),
    amount: fc.bigInt({ min: 1n, max: 9n }),
    price: fc.record({ n: term, d: term }),
  })
  .map((values) => ({
    kind: 'offer',
    key: offerKey(values.id),
    buying: values.selling === 'native' ? 'USD:x' : 'native',
    flags: 0,
    lastModified: 1,
    ...values,
  }));
const step = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), offer }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.bigInt({ min: 1n, max: 12n }) }),
  fc.record({ kind: fc.constantFrom('open' as const, 'commit' as const, 'drop' as const) }),
);

test('bestOffer(selling, buying) is the cheapest and then the oldest, through layers that are kept or dropped', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const layers: { state: State; model: Map<bigint, Offer> }[] = [{ state: new LedgerState(1), model: new Map() }];
      for (const action of steps) {
        const top = layers[layers.length - 1];
        if (action.kind === 'put') {
          top.state.put(action.offer);
          top.model.set(action.offer.id, action.offer);
        } else if (action.kind === 'remove') {
          top.state.set(offerKey(action.id), undefined);
          top.model.delete(action.id);
        } else if (action.kind === 'open') {
          layers.push({ state: new Layer(top.state), model: new Map(top.model) });
        } else if (layers.length > 1) {
          layers.pop();
          if (action.kind === 'commit' && top.state instanceof Layer) {
            top.state.commit();
            layers[layers.length - 1].model = top.model;
          }
        }
        const { state, model } = layers[layers.length - 1];
        for (const selling of ['native', 'USD:x']) {
          const best = state.bestOffer(selling, selling === 'native' ? 'USD:x' : 'native');
          expect(best && [best.id, best.amount]).toEqual(bestOf(model, selling));
        }
      }
    }),
    { numRuns: 300 },
  );
});

function bestOf(model: Map<bigint, Offer>, selling: string): [bigint, bigint] | undefined {
  const offers = [...model.values()].filter((candidate) => candidate.selling === selling);
  const [best] = offers.sort((a, b) => a.price.n / a.price.d - b.price.n / b.price.d || Number(a.id - b.id));
  return offers.length > 0 ? [best.id, best.amount] : undefined;
}
