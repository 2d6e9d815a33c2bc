import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { openCase } from './open-case.ts';

describe.skipIf(!hasCorpus)('memos that are not UTF-8', () => {
  const { rows, ask } = openCase('memo-bytes-lost');
  const memos = [
    { memo: '\\xff\\x01', bytes: '/wE=' },
    { memo: '\\xfe\\x01', bytes: '/gE=' },
  ];

  it('differ where their bytes do', async () => {
    const sql = `select count(distinct memo) as n from history_transactions where memo <> ''`;
    expect(await rows(sql)).toEqual([{ n: 2n }]);
  });

  it.each([
    ['history_transactions', 'memo', 'memo_bytes'],
    ['transactions_row_v2', 'memo', 'memo_bytes'],
    ['token_transfers_raw', 'to_memo', 'to_memo_bytes'],
    ['silver.token_transfers_raw', 'to_memo', 'to_memo_bytes'],
    ['enriched_history_operations', 'tx_memo', 'memo_bytes'],
  ])('keep their bytes in %s', async (relation, memo, bytes) => {
    const sql = `select ${memo} as memo, ${bytes} as bytes from ${relation} where ${bytes} is not null order by ledger_sequence`;
    expect(await rows(sql)).toEqual(memos);
  });

  it('differ in answers', async () => {
    const sql = `select transaction_hash as hash from history_transactions where memo <> '' order by id`;
    const hashes = (await rows(sql)) as { hash: string }[];
    const answers = await Promise.all(hashes.map(({ hash }) => ask(`/silver/tx/${hash}/decoded`)));
    expect(answers.map(({ body }) => (body as { memo: string }).memo)).toEqual(memos.map(({ memo }) => memo));
  });
});
