/** Contracts and their types. */
import { listOf, may, fields, text, time, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { sql, when, where } from '../../sql.ts';

const columns = {
  total_invocations: 'total_invocations',
  deployed_ledger: 'deployed_order',
  last_activity: 'activity_order',
};

export const contractsRegistry = list({
  path: '/api/v1/semantic/contracts',
  summary: 'Contract registry with type classification',
  legacyKey: 'contracts',
  parameters: {
    contract_id: parameter.may(parameter.contract()),
    contract_type: parameter.may(
      parameter.choice('contract_type', ['sac', 'smart_wallet', 'custom_soroban', 'sep41_token', 'unknown']),
    ),
    deployer: parameter.may(parameter.account('Who created it.')),
    wallet_type: parameter.may(parameter.choice('wallet_type', ['any', 'crossmint', 'openzeppelin', 'sep50_generic'])),
    function_any: parameter.may(parameter.text('Functions, comma-separated: one of them was called.')),
    search: parameter.may(parameter.matching(/^[\s\S]{2,}$/, 'A part of the name or symbol of a token.')),
    include: parameter.may(parameter.choices('include', ['assets'], 'Contracts of assets that nobody used, too.')),
    sort_by: parameter.choice(
      'sort_by',
      ['total_invocations', 'deployed_ledger', 'last_activity'],
      'total_invocations',
    ),
    order: parameter.order,
    limit: parameter.limit(50, 200),
  },
  row: fields({
    contract_id: text(),
    contract_type: text('sac, smart_wallet, custom_soroban or unknown.'),
    token_name: may(text()),
    token_symbol: may(text()),
    token_decimals: may(whole()),
    deployer_account: may(text()),
    deployed_at: may(time()),
    deployed_ledger: may(whole()),
    total_invocations: whole('Calls by operations, failed ones included.'),
    last_activity: may(time()),
    unique_callers: whole(),
    observed_functions: may(listOf(text())),
    wallet_type: may(text()),
    wasm_hash: may(text()),
  }),
  kind: { isState: true, isWhole: true },
  key: ({ sort_by: sort, order }) => [
    { column: columns[sort], descending: order === 'desc', type: sort === 'last_activity' ? 'timestamp' : 'bigint' },
    { column: 'contract_id', type: 'varchar' },
  ],
  rows: (values) => sql`
    select
        *,
        coalesce(deployed_ledger, 0) as deployed_order,
        coalesce(last_activity, timestamp '0001-01-01') as activity_order
    from semantic.semantic_entities_contracts
    ${where(
      when(values.contract_id, (id) => sql`contract_id = ${id}`),
      when(values.contract_type, (type) => sql`contract_type = ${type === 'sep41_token' ? 'custom_soroban' : type}`),
      when(values.deployer, (id) => sql`deployer_account = ${id}`),
      when(values.wallet_type, (type) => (type === 'any' ? sql`wallet_type is not null` : sql`wallet_type = ${type}`)),
      when(values.function_any, (names) => sql`list_has_any(observed_functions, string_split(${wordsOf(names)}, ','))`),
      when(
        values.search,
        (word) => sql`(contains(lower(token_name), lower(${word})) or contains(lower(token_symbol), lower(${word})))`,
      ),
      values.include || values.contract_id !== undefined ? undefined : sql`not is_asset_only`,
    )}`,
});

/** Names of functions have no blanks: those around a comma are no part of them. */
function wordsOf(list: string): string {
  return list
    .split(',')
    .map((word) => word.trim())
    .join(',');
}
