import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { openCase } from './open-case.ts';

describe.skipIf(!hasCorpus)('a fee bump whose inner transaction failed', () => {
  const { rows, ask } = openCase('inner-result-code-untold');
  const inner = 'TransactionResultCodeTxFailed';
  const outer = 'TransactionResultCodeTxFeeBumpInnerFailed';

  it.each(['history_transactions', 'transactions_row_v2', 'enriched_history_operations'])(
    'has both codes in %s',
    async (relation) => {
      const codes = 'transaction_result_code as code, inner_transaction_result_code as inner_code';
      const sql = `select distinct ${codes} from ${relation} where transaction_result_code = '${outer}'`;
      expect(await rows(sql)).toEqual([{ code: outer, inner_code: inner }]);
    },
  );

  it('has both in answers', async () => {
    const sql = 'select transaction_hash as hash from history_transactions where inner_transaction_hash is not null';
    const [{ hash }] = (await rows(sql)) as [{ hash: string }];
    const both = { result_code: outer, inner_result_code: inner };
    expect(await ask(`/silver/tx/${hash}/decoded`)).toMatchObject({ status: 200, body: both });
    expect(await ask(`/silver/tx/${hash}/receipt`)).toMatchObject({ status: 200, body: both });
    const full = { result: { code: outer, inner_code: inner } };
    expect(await ask(`/silver/tx/${hash}/full`)).toMatchObject({ status: 200, body: full });
  });
});
