import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { openCase } from './open-case.ts';

describe.skipIf(!hasCorpus)('a sequence number that a double does not hold', () => {
  const { rows, ask } = openCase('sequence-bumped-rounded');
  const new_seq = '214748369999999999';
  const bumped = '/silver/effects?effect_type=sequence_bumped';

  it('is exact in the rows of effects', async () => {
    const sql = `select details.new_seq from history_effects where type = 43`;
    expect(await rows(sql)).toEqual([{ new_seq: BigInt(new_seq) }]);
  });

  it('is exact in answers, as JSON and as a table', async () => {
    expect((await ask(bumped)).body).toMatchObject({ data: [{ details: { new_seq } }] });
    const csv = await ask(bumped, 'text/csv');
    expect(csv.body).toContain(`"{""new_seq"":""${new_seq}""}"`);
  });

  it('is exact in the effects of its transaction', async () => {
    const [row] = (await rows(
      `select transaction_hash as hash from history_transactions order by id desc limit 1`,
    )) as {
      hash: string;
    }[];
    const { body } = await ask(`/silver/effects/transaction/${row?.hash}`);
    expect(JSON.stringify(body)).toContain(`"new_seq":"${new_seq}"`);
  });
});
