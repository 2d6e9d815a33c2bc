import { describe, expect, it } from 'vitest';
import { IncrementalValues } from '../../../src/server/query/incremental-values.ts';
import { readRegistered } from '../../../src/server/query/endpoints/tokens/registered-token.ts';
import type { View } from '../../../src/server/query/view.ts';

const ID = 'CCKEL4MYQSSP5SV7EDTHW6WSDGF2I72R7P7EJJILQ77COHRW5CYPMDPJ';
const ISSUER = 'GDFGUQOTLKJVWSFUKGWVT7OESO2D2ICUZXPULVTTZMKIKS46GICONVHT';

/** A lake in which ledger 30 names the asset of the contract, and ledger 50 has its instance. */
function lake() {
  const asked: unknown[] = [];
  const served = { lake: { network: 'Test' }, tokensSeen: new IncrementalValues(10) };
  const upTo = (last: number) =>
    ({
      served,
      bounds: { oldest: 11, latest: last },
      snapshot: { generation: 1, ranges: [{ first: 11, last }] },
      rows: (_sql: unknown, [{ first, last: end }] = [{ first: 11, last }]) => {
        asked.push([first, end]);
        const has = (ledger: number) => first <= ledger && ledger <= end;
        const asset = { asset_type: 'credit_alphanum4', asset_code: 'EUR', asset_issuer: ISSUER, ledger: 30 };
        return Promise.resolve([...(has(30) ? [asset] : []), { asset_type: null, ledger: has(50) ? 50 : null }]);
      },
      row: () => Promise.resolve(undefined),
      keyed: () => Promise.resolve([]),
    }) as unknown as View;
  return { asked, upTo };
}

describe('readRegistered', () => {
  it('finds what later ledgers name, and looks at these alone until all is known', async () => {
    const { asked, upTo } = lake();
    expect(await readRegistered(upTo(25), ID)).toBeUndefined();
    const named = { asset_key: `EUR:${ISSUER}`, first_seen_ledger: 30 };
    for (const last of [40, 60, 70]) expect(await readRegistered(upTo(last), ID)).toMatchObject(named);
    expect(asked).toEqual([
      [11, 25],
      [26, 40],
      [41, 60],
    ]);
  });

  it('knows nothing of an asset that is named after the ledgers that are asked for', async () => {
    const { upTo } = lake();
    await readRegistered(upTo(60), ID);
    expect(await readRegistered(upTo(25), ID)).toBeUndefined();
    expect(await readRegistered(upTo(35), ID)).toMatchObject({ asset_code: 'EUR' });
  });
});
