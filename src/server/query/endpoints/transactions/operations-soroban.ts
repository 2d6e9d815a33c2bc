/** Operations on contracts. */
import { invalid } from '../../errors.ts';
import { big, may, fields, text, whole, type Row } from '../../fields.ts';
import { keptRows } from '../../lists/kept-rows.ts';
import { inOrder, list, type Scan } from '../../lists/list.ts';
import type { OfKeys } from '../../lists/list-spec.ts';
import * as parameter from '../../parameters.ts';
import { raw, sql, where, type Sql } from '../../sql.ts';
import type { View } from '../../view.ts';
import { is, timeRange } from '../../lists/where.ts';
import type { ScanWindow } from '../../lists/scan.ts';
import {
  amongTypes,
  operationRecord,
  operationRecords,
  recordsOfToids,
  rowsOfToids,
  unfilledBy,
} from './operations.ts';

const resources = raw(`,
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

/** Returns records of operations on contracts, as `operationRecords` does of all: to say the details twice in one query takes as long as to read them. */
function withHost(records: Sql): Sql {
  return sql`
    select *, if(type = 24, details ->> '$.type', null) as host_function
    from (${records})`;
}

function records(which: Sql, window: Scan['window']): Sql {
  return withHost(operationRecords(which, window, resources));
}

const filters = {
  account_id: parameter.may(parameter.account('Source of the operation.')),
  contract_id: parameter.may(parameter.contract('Contract that is called.')),
  function_name: parameter.may(parameter.text('Function that is called.')),
  limit: parameter.limit(50, 500),
  order: parameter.order,
  ...parameter.ledgerRange,
  ...parameter.timeRange,
};
type SorobanFilters = parameter.Values<typeof filters>;

/** How many entries a transaction may touch. */
export const Footprint = fields({
  read_only: whole('Entries that may be read.'),
  read_write: whole('Entries that may be written.'),
});

const SorobanOperation = fields({
  ...operationRecord,
  host_function: may(text('invoke_contract, create_contract, create_contract_v2 or upload_wasm.')),
  resources: may(
    fields({
      instructions: may(whole()),
      read_bytes: may(whole()),
      write_bytes: may(whole()),
      resource_fee: may(big()),
    }),
  ),
  footprint: may(Footprint),
});

const common = {
  legacyKey: 'soroban_operations',
  parameters: filters,
  row: SorobanOperation,
  key: inOrder('operation_id'),
  where: {
    account_id: is('source_account', { kinds: ['source'] }),
    contract_id: {
      sql: (id: string) => sql`contract_id = ${id} and function_name is not null`,
      test: (row: Row, id: string) => row['soroban_contract_id'] === id,
      place: { kinds: ['operation'] },
    },
    function_name: is(['function_name', null]),
    ...timeRange('closed_at'),
  },
  of: keptRows({
    name: 'operations on contracts',
    table: 'history_operations',
    key: ['operation_id'],
    isDear: true,
    rows: (scan) => records(amongTypes(operations(scan)), scan.window),
  }),
  rows: (_values: SorobanFilters, scan: Scan) => operations(scan),
  page: {
    ofKeys: (toids: readonly string[], known: OfKeys) => withHost(recordsOfToids(toids, known, resources)),
    unfilled: unfilledBy('type'),
    // They have hashes, however far apart they are.
    rowsOf: (toids: readonly string[], window: ScanWindow, view: View) => rowsOfToids(toids, window, view, true),
  },
} as const;

function operations({ filters }: Scan): Sql {
  return sql`
    select id as operation_id, ledger_sequence, type
    from bronze.history_operations_raw_v1
    ${where(raw('type in (24, 25, 26)'), ...filters)}`;
}

export const operationsSoroban = list({
  ...common,
  path: '/api/v1/silver/operations/soroban',
  summary: 'Smart-contract operations only',
});

/** Calls of a contract or a function, under the two paths of the hosted service. */
export const operationsByFunction = (
  ['/api/v1/silver/operations/soroban/by-function', '/api/v1/silver/calls'] as const
).map((path) =>
  list({
    ...common,
    path,
    summary: 'Operations that call a contract or a function',
    beside: {
      fields: { contract_id: may(text()), function_name: may(text()) },
      read: async ({ contract_id: contract, function_name: name }): Promise<Row> => ({
        ...(contract !== undefined && { contract_id: contract }),
        ...(name !== undefined && { function_name: name }),
      }),
    },
    async prepare({ contract_id: contract, function_name: name }) {
      if (contract === undefined && name === undefined) {
        throw invalid('at least one of contract_id or function_name is required');
      }
      return null;
    },
  }),
);
