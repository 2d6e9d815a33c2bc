/** Operations on contracts (contract 4.4). */
import { big, may, object, text, whole } from '../fields.ts';
import { list } from '../list.ts';
import * as parameter from '../parameters.ts';
import { afterToid, inRange } from '../range.ts';
import { raw, sql, when, where } from '../sql.ts';
import { operationFields, operationRecords } from './operations.ts';

const resources = raw(`,
        if(type = 24, details.type, null) as host_function,
        {
            instructions: soroban_resources_instructions,
            read_bytes: soroban_resources_read_bytes,
            write_bytes: soroban_resources_write_bytes,
            resource_fee: resource_fee
        } as resources,
        if(soroban_footprint_read_only is null, null, {
            read_only: soroban_footprint_read_only,
            read_write: soroban_footprint_read_write
        }) as footprint`);

export const operationsSoroban = list({
  path: '/api/v1/silver/operations/soroban',
  summary: 'Smart-contract operations only',
  legacyKey: 'soroban_operations',
  parameters: {
    account_id: parameter.may(parameter.account('Source of the operation.')),
    contract_id: parameter.may(parameter.contract('Contract that is called.')),
    function_name: parameter.may(parameter.text('Function that is called.')),
    limit: parameter.limit(50, 500),
    order: parameter.order,
    ...parameter.ledgerRange,
    ...parameter.timeRange,
  },
  row: object({
    ...operationFields,
    host_function: may(text('invoke_contract, create_contract, create_contract_v2 or upload_wasm.')),
    resources: may(
      object({
        instructions: may(whole()),
        read_bytes: may(whole()),
        write_bytes: may(whole()),
        resource_fee: may(big()),
      }),
    ),
    footprint: may(
      object({ read_only: whole('Entries that may be read.'), read_write: whole('Entries that may be written.') }),
    ),
  }),
  key: ({ order }) => [{ column: 'operation_id', descending: order === 'desc' }],
  rows: (values, scan) => sql`
    select id as operation_id, ledger_sequence
    from bronze.history_operations
    ${where(
      sql`type in (24, 25, 26)`,
      ...inRange(values, scan),
      afterToid(scan, 'operation_id', values.order === 'desc'),
      when(values.account_id, (id) => sql`source_account = ${id}`),
      when(values.contract_id, (id) => sql`soroban_contract_id = ${id} and soroban_function is not null`),
      when(values.function_name, (name) => sql`soroban_function = ${name}`),
    )}`,
  page: (_values, { window }) => operationRecords(sql`from page`, window, resources),
});
