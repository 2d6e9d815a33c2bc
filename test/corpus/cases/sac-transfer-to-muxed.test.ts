import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { openCase } from './open-case.ts';

describe.skipIf(!hasCorpus)('a transfer by the contract of an asset to a muxed account', () => {
  const { rows, ask } = openCase('sac-transfer-to-muxed');
  const moved = '12.3456789';

  it('has its amount in every relation', async () => {
    const amounts = async (sql: string) => (await rows(sql)).map((row) => Object.values(row as object)[0] as unknown);
    expect(await amounts('select amount_stroops from history_effects where ledger_sequence = 4')).toEqual([
      123456789n,
      123456789n,
    ]);
    expect(
      await amounts(
        `select amount_raw from token_transfers_raw where event_topic = 'transfer' and ledger_sequence = 4`,
      ),
    ).toEqual(['123456789']);
    const changes = `select details_json -> 'asset_balance_changes' as changes from history_operations where ledger_sequence = 4`;
    expect(await rows(changes)).toMatchObject([{ changes: [{ type: 'transfer', amount: moved }] }]);
  });

  it('has its parties and its amount in answers', async () => {
    const { body } = await ask('/silver/effects?ledger_sequence=4');
    const { data } = body as { data: { effect_type: string; amount: string }[] };
    expect(data.map(({ amount }) => amount)).toEqual([moved, moved]);
    const roles = await rows(
      `select role from operation_participants where ledger_sequence = 4 and role in ('from', 'to') order by role`,
    );
    expect(roles.length).toBeGreaterThan(0);
  });
});
