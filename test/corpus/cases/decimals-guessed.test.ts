import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { openCase } from './open-case.ts';

describe.skipIf(!hasCorpus)('a token of which no instance is known', () => {
  const { rows, ask } = openCase('decimals-guessed');
  const token = 'CCHKOWJLVOCS7KIXVVJ2UEMHRSZB2KUYQH5VIOTG5EJZNG2E2D3MMCW7';
  const path = `/silver/tokens/${token}`;
  const dataOf = async (of: string) => ((await ask(of)).body as { data: Record<string, unknown>[] }).data;

  it('has no amounts in units among its transfers', async () => {
    const data = await dataOf(`${path}/transfers`);
    expect(data.length).toBeGreaterThan(0);
    for (const row of data) {
      expect(row).not.toHaveProperty('amount_display');
      expect(row).not.toHaveProperty('token_decimals');
      expect(row).toMatchObject({ decimals_source: 'default', amount: expect.stringMatching(/^\d+$/) as string });
    }
  });

  it('has none among its balances, and none in its numbers', async () => {
    for (const row of await dataOf(`${path}/balances`)) {
      expect(row).not.toHaveProperty('balance');
      expect(row).toMatchObject({ decimals_source: 'default' });
    }
    const { body } = await ask(`${path}/stats`);
    for (const name of ['total_supply', 'volume_24h', 'decimals']) expect(body).not.toHaveProperty(name);
    expect(body).toMatchObject({ decimals_source: 'default' });
  });

  it('has the decimals of the hosted service, as a default, and no supply in units', async () => {
    const { body } = await ask(path);
    expect(body).toMatchObject({ decimals: 7, decimals_source: 'default' });
    expect(body).not.toHaveProperty('total_supply');
  });

  it('has no amounts in units in relations', async () => {
    const scaled = async (sql: string) => rows(`select count(*) as n from ${sql} is not null`);
    expect(await scaled(`token_transfers where contract_id = '${token}' and amount`)).toEqual([{ n: 0n }]);
    expect(await scaled(`token_transfers_raw where contract_id = '${token}' and amount`)).toEqual([{ n: 0n }]);
    expect(await scaled(`address_balances_current where token_contract_id = '${token}' and balance_display`)).toEqual([
      { n: 0n },
    ]);
  });

  it('is told of in the smallest unit by its transactions', async () => {
    const sql = `select distinct transaction_hash as hash from token_transfers_raw where contract_id = '${token}'`;
    for (const { hash } of (await rows(sql)) as { hash: string }[]) {
      const { body } = await ask(`/silver/tx/${hash}/decoded`);
      const { summary, events } = body as { summary: { description: string }; events: Record<string, unknown>[] };
      expect(summary.description).toContain('smallest units of');
      expect(
        events.filter(({ contract_id: id, amount_display: shown }) => id === token && shown !== undefined),
      ).toEqual([]);
    }
  });
});
