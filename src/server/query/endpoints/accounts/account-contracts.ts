/** Contracts that an account called. */
import { may, fields, text, time, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { counted, sql } from '../../sql.ts';
import { tokensOf } from '../../tokens.ts';

export const accountContracts = list({
  path: '/api/v1/silver/accounts/{id}/contracts',
  summary: 'Contracts that an account called, most called first',
  legacyKey: 'contracts',
  parameters: { id: parameter.account(), limit: parameter.limit(50, 200) },
  row: fields({
    contract_id: text(),
    total_calls: whole('Calls by operations of the account, failed ones included.'),
    top_function: may(text()),
    last_called: time(),
    token_name: may(text()),
  }),
  beside: {
    fields: { account_id: text(), total_contracts: whole('Before paging.') },
    async read({ id }, { view, ceiling }, [first]) {
      const { total = 0 } =
        first ?? (await view.row(sql`select count(*) as total from (${called(id, ceiling)})`)) ?? {};
      return { account_id: id, total_contracts: Number(total) };
    },
  },
  key: () => [
    { column: 'total_calls', descending: true },
    { column: 'contract_id', type: 'varchar' },
  ],
  rows: ({ id }, { ceiling }) => called(id, ceiling),
  async complete(rows, view) {
    const tokens = await tokensOf(
      view,
      rows.map((row) => String(row['contract_id'])),
    );
    return rows.map((row) => ({ ...row, ...tokens.get(String(row['contract_id'])) }));
  },
});

/** Of functions that were called equally often the first by name is the top. */
const called = (id: string, ceiling: number) => {
  const known = sql`
    with functions as (
        select contract_id, function_name, count(*) as calls, max(closed_at) as last_called
        from bronze.contract_invocations_raw_v1
        where caller = ${id} and origin = 'root' and in_call_tree and ledger_sequence <= ${ceiling}
        group by contract_id, function_name
    )
    select
        contract_id,
        sum(calls) as total_calls,
        list(function_name order by calls desc, function_name)[1] as top_function,
        max(last_called) as last_called
    from functions
    group by contract_id`;
  return counted(known, 'total');
};
