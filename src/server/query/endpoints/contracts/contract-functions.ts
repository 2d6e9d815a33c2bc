/** Functions of a contract, with the number of calls. */
import { may, fields, real, text, time, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { periodText, readPeriod } from '../../lists/period.ts';
import { sql } from '../../sql.ts';

export const contractFunctions = list({
  path: '/api/v1/semantic/contracts/functions',
  summary: 'Function-level contract statistics',
  legacyKey: 'functions',
  parameters: {
    contract_id: parameter.required(parameter.contract(), 'contract_id parameter is required'),
    period: parameter.may(parameter.choice('period', ['24h', '7d', '30d'])),
    include_sub_calls: parameter.may(parameter.flag('Calls by contracts, too.')),
    limit: parameter.limit(50, 200),
  },
  row: fields({
    contract_id: text(),
    function_name: text(),
    total_calls: whole(),
    successful_calls: whole(),
    failed_calls: whole(),
    success_rate: real('Share of successful calls, from 0 to 1.'),
    unique_callers: whole(),
    first_called: may(time()),
    last_called: may(time()),
  }),
  kind: { isPaged: false, isWhole: true },
  key: () => [
    { column: 'total_calls', descending: true },
    { column: 'function_name', type: 'varchar' },
  ],
  async prepare({ period }, view) {
    return periodText(view, period);
  },
  rows({ contract_id: id, include_sub_calls: withSubCalls = false }, _scan, text) {
    const { start = null, end = null } = readPeriod(text) ?? {};
    return sql`
      select *, successful_calls / total_calls as success_rate
      from semantic.contract_functions_since(
          cast(${start} as timestamp), ${withSubCalls}, until := cast(${end} as timestamp)
      )
      where contract_id = ${id}`;
  },
});
