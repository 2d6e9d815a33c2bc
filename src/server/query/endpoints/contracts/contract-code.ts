/** Properties of contract code, by its hash. */
import { boolean, may, fields, text, time, whole } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql } from '../../sql.ts';

const metrics = [
  'n_functions',
  'n_instructions',
  'n_data_segments',
  'n_data_segment_bytes',
  'n_elem_segments',
  'n_exports',
  'n_globals',
  'n_imports',
  'n_table_entries',
  'n_types',
] as const;

export const contractCodeEndpoint = object({
  path: '/api/v1/silver/soroban/contract-code',
  summary: 'Code of contracts, by its hash',
  parameters: {
    hash: parameter.required(
      parameter.refused(parameter.hex(64, 'SHA-256 of the code.'), 'invalid hash'),
      'hash parameter required',
    ),
  },
  answer: {
    contract_code: fields({
      hash: text(),
      metrics: fields(Object.fromEntries(metrics.map((name) => [name, may(whole())])), {
        description: 'Counts of code parts, as metered by the network; 0 before it metered them.',
      }),
      last_modified_ledger: whole(),
      updated_at: time('When that ledger closed.'),
      created_at: may(time('When the ledger that uploaded it closed, if that is loaded.')),
      live_until_ledger: may(whole('The last ledger in which it lives; absent where that is not known.')),
      is_live: may(boolean('Whether it lives at the latest ledger.')),
    }),
  },
  isState: true,
  async read({ hash }, view) {
    const row = await view.row(sql`
      select *, closed_at as updated_at
      from silver.contract_code_current
      where contract_code_hash = ${hash} and not deleted`);
    if (!row) throw view.notFound('contract code');
    const lifetime = await view.row(sql`
      select live_until_ledger_seq as live_until_ledger, live_until_ledger_seq >= ${view.bounds.latest} as is_live
      from silver.ttl_current
      where key_hash = ${String(row['ledger_key_hash'])} and not deleted`);
    const made = await view.row(sql`
      select max(closed_at) as created_at
      from bronze.contract_code
      where contract_code_hash = ${hash} and ledger_entry_change = 0`);
    return { body: { contract_code: { ...row, hash, metrics: row, ...made, ...lifetime } } };
  },
});
