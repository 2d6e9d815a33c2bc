/** A contract in short: who made it, what it is, what it keeps and exports. */
import { listOf, may, fields, text, time, whole, type Row } from '../../fields.ts';
import { leftOut, withoutTotals } from '../../meta.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql } from '../../sql.ts';
import type { View } from '../../view.ts';
import { detected, readCode, readInstance, specOf } from './contract-interface.ts';

const totals = ['total_entries', 'persistent_entries', 'temporary_entries'];

export const contractMetadata = object({
  path: '/api/v1/silver/contracts/{id}/metadata',
  summary: 'A contract in short',
  parameters: { id: parameter.refused(parameter.contract(), 'invalid contract_id') },
  answer: {
    contract_id: text(),
    display_name: may(text('Name of its token.')),
    contract_type: text('sac, sep41_token, smart_wallet or unknown.'),
    creator_address: may(text()),
    created_ledger: may(whole('Ledger of its creation, if that is loaded.')),
    created_at: may(time()),
    wasm_hash: may(text()),
    wasm_size_bytes: may(whole()),
    known_entries: whole('Storage entries that loaded ledgers or a state have, the instance included.'),
    total_entries: may(whole('All of them; absent, as what follows, while entries are unknown.')),
    persistent_entries: may(whole()),
    temporary_entries: may(whole()),
    exported_functions: listOf(
      fields({ name: text(), call_count: whole('Calls by operations and contracts.') }),
      'Functions that its code declares, and called functions.',
    ),
  },
  isState: true,
  async read({ id }, view) {
    const instance = await readInstance(view, id);
    const hash = instance['wasm_hash'] ?? null;
    const code = hash === null ? undefined : await readCode(view, String(hash));
    const spec = specOf(instance, code?.wasm);
    const calls = await callsOf(view, id);
    const exported = new Set([...spec.interface.functions.map(({ name }) => name), ...calls.keys()]);
    const body = {
      contract_id: id,
      ...(await madeBy(view, id)),
      ...withoutTotals(await keptBy(view, id), totals, view.coverage),
      contract_type: await detected(view, instance, spec, [...calls.keys()], code !== undefined),
      wasm_hash: hash,
      wasm_size_bytes: code?.wasm.length ?? null,
      exported_functions: [...exported].map((name) => ({ name, call_count: calls.get(name) ?? 0 })),
    };
    return { body, warnings: [...spec.warnings, ...leftOut(view.coverage)] };
  },
});

async function madeBy(view: View, id: string): Promise<Row | undefined> {
  return view.row(sql`
    select
        (select token_name from silver.token_registry where contract_id = ${id}) as display_name,
        any_value(creator_address) as creator_address,
        any_value(created_ledger) as created_ledger,
        any_value(created_at) as created_at
    from silver.contract_metadata
    where contract_id = ${id}`);
}

async function keptBy(view: View, id: string): Promise<Row> {
  const row = await view.row(sql`
    select
        count(*) as known_entries,
        count(*) as total_entries,
        count(*) filter (contract_durability = 'ContractDataDurabilityPersistent') as persistent_entries,
        count(*) filter (contract_durability = 'ContractDataDurabilityTemporary') as temporary_entries
    from silver.contract_data_current
    where contract_id = ${id} and not deleted`);
  return row ?? {};
}

/** How often each function was called. */
async function callsOf(view: View, id: string): Promise<Map<string, number>> {
  const rows = await view.rows(sql`
    select function_name as name, count(*) as calls
    from bronze.contract_invocations_raw_v1
    where contract_id = ${id} and in_call_tree and (origin = 'root' or depth > 0) and function_name is not null
    group by function_name
    order by calls desc, name`);
  return new Map(rows.map(({ name, calls }) => [String(name), Number(calls)]));
}
