/** What a contract exports, from its code. */
import { hash } from 'node:crypto';
import { assetFunctions } from '../../contracts/asset-interface.ts';
import { emptySpec, readContractSpec, type Spec } from '../../contracts/contract-spec.ts';
import { listOf, may, fields, text, whole, boolean, type Json, type Row } from '../../fields.ts';
import { object, type FoundObject } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { rustText } from '../../contracts/rust-text.ts';
import { sql } from '../../sql.ts';
import type { View } from '../../view.ts';

const documented = { name: text(), doc: may(text()) };
const typed = { ...documented, type: text() };
const named = { ...documented, lib: may(text()) };
const numbered = listOf(fields({ ...named, cases: listOf(fields({ ...documented, value: whole() })) }));

export const contractInterface = object({
  path: '/api/v1/silver/contracts/{id}/interface',
  summary: 'Detected contract interface',
  parameters: {
    id: parameter.refused(parameter.contract(), 'invalid contract_id'),
    format: parameter.choice('format', ['json', 'rust'], 'json'),
  },
  answer: {
    contract_id: text(),
    network: text(),
    detected_type: text('sac, sep41_token, smart_wallet or unknown.'),
    executable: fields({
      type: text('wasm, stellar_asset, or external_ref: the code that another contract names (CAP-85).'),
      executable_owner: may(text('Contract that names the code of an external_ref.')),
      executable_tag: may(text('Tag under which it does.')),
      wasm_hash: may(text()),
      wasm_size_bytes: may(whole()),
      instance_last_modified_ledger: may(whole()),
      live_until_ledger: may(whole('The last ledger in which the instance lives.')),
      resolved_at_ledger: may(whole()),
    }),
    interface: fields({
      functions: listOf(fields({ ...documented, inputs: listOf(fields(typed)), outputs: listOf(text()) })),
      structs: listOf(fields({ ...named, fields: listOf(fields(typed)) })),
      unions: listOf(fields({ ...named, cases: listOf(fields({ ...documented, values: listOf(text()) })) })),
      enums: numbered,
      errors: numbered,
      events: listOf(
        fields({
          ...named,
          prefix_topics: listOf(text()),
          params: listOf(fields({ ...typed, location: text('topic or data.') })),
          data_format: text('single_value, vec or map.'),
        }),
      ),
    }),
    metadata: listOf(fields({ key: text(), value: text() })),
    environment: fields({ interface_version: may(fields({ protocol: whole(), pre_release: whole() })) }),
    provenance: fields({
      executable_source: text(),
      code_source: may(text('Absent: the code is not known.')),
      code_last_modified_ledger: may(whole()),
      resolved_at_ledger: may(whole()),
      is_hash_verified: may(boolean('Whether the code has the hash that the instance names.')),
    }),
    observed_functions: listOf(text(), 'Functions that were called.'),
  },
  isState: true,
  others: ['text/plain'],
  async read({ id, format }, view): Promise<FoundObject> {
    const instance = await readInstance(view, id);
    const code = instance['wasm_hash'] === null ? undefined : await readCode(view, String(instance['wasm_hash']));
    const observed = await observedFunctions(view, id);
    const spec = specOf(instance, code?.wasm);
    const body = {
      contract_id: id,
      network: view.served.network,
      detected_type: await detected(view, instance, spec, observed, code !== undefined),
      executable: { ...instance, wasm_size_bytes: code?.wasm.length ?? null },
      interface: spec.interface,
      metadata: spec.metadata,
      environment: spec.environment,
      provenance: provenanceOf(instance, code),
      observed_functions: observed,
    };
    const { warnings } = spec;
    if (format === 'json') return { body, warnings };
    const notes = warnings.map((warning) => `// ${warning}\n`).join('');
    const bytes = Buffer.from(notes + rustText(spec.interface));
    return { body, raw: { type: 'text/plain; charset=utf-8', bytes } };
  },
});

/** Returns the latest instance with its lifetime; throws ApiError when none is known. */
export async function readInstance(view: View, id: string): Promise<Row> {
  const found = await view.row(sql`
    select
        case
            when executable = 'stellar_asset' then 'stellar_asset'
            when owner is not null then 'external_ref'
            else 'wasm'
        end as type,
        owner as executable_owner,
        tag as executable_tag,
        val_decoded ->> '$.contract_instance.executable.wasm' as wasm_hash,
        instance,
        ledger_key_hash,
        last_modified_ledger as instance_last_modified_ledger,
        cast(${view.bounds.latest} as integer) as resolved_at_ledger
    from (
        select
            *,
            val_decoded as instance,
            val_decoded ->> '$.contract_instance.executable' as executable,
            val_decoded ->> '$.contract_instance.executable.external_ref.executable_owner' as owner,
            val_decoded ->> '$.contract_instance.executable.external_ref.tag' as tag
        from silver.contract_data_current
        where contract_id = ${id} and contract_key_type = 'ScValTypeScvLedgerKeyContractInstance' and not deleted
    )`);
  if (!found) throw view.notFound('contract');
  const lifetime = await view.row(sql`
    select live_until_ledger_seq as live_until_ledger
    from silver.ttl_current
    where key_hash = ${String(found['ledger_key_hash'])}`);
  const referred = found['type'] === 'external_ref' && (await referredHash(view, found));
  return { ...found, ...lifetime, ...(referred && { wasm_hash: referred }) };
}

/** Returns the hash of the code that the owner of a reference keeps under its tag; undefined where the lake has none. */
async function referredHash(view: View, instance: Row): Promise<string | undefined> {
  const { executable_owner: owner, executable_tag: tag } = instance;
  const row = await view.row(sql`
    select val_decoded ->> '$.bytes' as wasm_hash
    from silver.contract_data_current
    where contract_id = ${String(owner)} and contract_key_type = 'ScValTypeScvExecutableTag' and not deleted
        and (key_decoded ->> '$.executable_tag') = ${String(tag)}`);
  const hash = row?.['wasm_hash'];
  return typeof hash === 'string' ? hash : undefined;
}

interface Code {
  wasm: Uint8Array;
  ledger: Json;
  isVerified: boolean;
}

export async function readCode(view: View, wasmHash: string): Promise<Code | undefined> {
  const row = await view.row(sql`
    select base64(wasm) as wasm, ledger_sequence
    from bronze.contract_code_blob_raw_v1
    where contract_code_hash = ${wasmHash}
    order by ledger_sequence desc
    limit 1`);
  if (!row) return undefined;
  const wasm = Buffer.from(String(row['wasm']), 'base64');
  return { wasm, ledger: row['ledger_sequence'], isVerified: hash('sha256', wasm, 'hex') === wasmHash };
}

/** Returns what the code of an instance says of itself. The contract of an asset has the functions of CAP-46-06 and no code. */
export function specOf({ type }: Row, wasm: Uint8Array | undefined): Spec {
  if (wasm) return readContractSpec(wasm);
  const spec = emptySpec();
  if (type === 'stellar_asset') spec.interface.functions.push(...assetFunctions);
  else spec.warnings.push('contract code is not in the loaded ledgers');
  return spec;
}

function provenanceOf({ type, resolved_at_ledger: ledger }: Row, code: Code | undefined): Row {
  const isBuiltIn = type === 'stellar_asset';
  return {
    executable_source: 'contract_data',
    code_source: isBuiltIn ? 'protocol_builtin' : code ? 'contract_code' : null,
    code_last_modified_ledger: code?.ledger ?? null,
    resolved_at_ledger: ledger,
    is_hash_verified: code?.isVerified ?? null,
  };
}

async function observedFunctions(view: View, id: string): Promise<string[]> {
  const rows = await view.rows(sql`
    select distinct function_name as name
    from bronze.contract_invocations_raw_v1
    where contract_id = ${id} and in_call_tree and (origin = 'root' or depth > 0) and function_name is not null
    order by name`);
  return rows.map(({ name }) => String(name));
}

const TOKEN_FUNCTIONS = ['transfer', 'balance', 'decimals', 'name', 'symbol'];

/** Returns what a contract is, by what it exports and what was called of it: sac, sep41_token, smart_wallet or unknown. */
export async function detected(
  view: View,
  { type, instance }: Row,
  spec: Spec,
  observed: readonly string[],
  knowsCode: boolean,
): Promise<string> {
  if (type === 'stellar_asset') return 'sac';
  const exported = spec.interface.functions.map(({ name }) => name);
  if (TOKEN_FUNCTIONS.filter((name) => exported.includes(name)).length >= 3) return 'sep41_token';
  const functions = JSON.stringify([...exported, ...observed]);
  const row = await view.row(sql`
    select semantic.wallet_type(
        from_json(cast(${functions} as json), '["VARCHAR"]'),
        cast(${typeof instance === 'string' ? instance : JSON.stringify(instance)} as varchar),
        ${knowsCode}
    ) as wallet`);
  return row?.['wallet'] == null ? 'unknown' : 'smart_wallet';
}
