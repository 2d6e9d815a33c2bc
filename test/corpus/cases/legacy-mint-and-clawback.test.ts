import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { openCase } from './open-case.ts';

describe.skipIf(!hasCorpus)('mint and clawback events that name the administrator first', () => {
  const { rows, ask } = openCase('legacy-mint-and-clawback');
  const token = 'CCHKOWJLVOCS7KIXVVJ2UEMHRSZB2KUYQH5VIOTG5EJZNG2E2D3MMCW7';

  it('are of the holder, who comes last', async () => {
    const sql = `select event_topic, "from", "to" from token_transfers_raw where contract_id = '${token}' order by ledger_sequence, event_index`;
    const holder = expect.stringMatching(/^GASBRBEP/) as string;
    expect(await rows(sql)).toEqual([
      { event_topic: 'mint', from: null, to: holder },
      { event_topic: 'clawback', from: holder, to: null },
    ]);
  });

  it('give the holder what was minted', async () => {
    const { body } = await ask(`/silver/tokens/${token}/balances`);
    expect(JSON.stringify(body)).toContain('"total_received":"1000"');
  });
});
