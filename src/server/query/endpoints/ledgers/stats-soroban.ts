/** Figures of Soroban in the last 24 hours, and of contract storage. */
import { big, may, fields, real, whole, type Row } from '../../fields.ts';
import { leftOut } from '../../meta.ts';
import { object } from '../../object.ts';
import { hoursOf, within } from '../../lists/period.ts';
import { sql } from '../../sql.ts';
import { readSorobanLimits, SorobanLimits } from './soroban-limits.ts';

const state = {
  persistent_entries: whole('Contract data entries that are not removed.'),
  temporary_entries: whole(),
  contract_codes: whole(),
};

export const sorobanStats = object({
  path: '/api/v1/silver/stats/soroban',
  summary: 'Contracts in the last 24 hours, and what they keep',
  parameters: {},
  answer: {
    contracts: fields({
      total_deployed: may(whole('Instances that live or lived; absent while entries are unknown.')),
      known_deployed: whole('How many of them the lake knows.'),
      active_24h: whole('Contracts called by accounts or contracts.'),
      active_7d: whole(),
    }),
    execution: fields({
      total_invocations_24h: whole('Operations that call a contract.'),
      successful_24h: whole(),
      failed_24h: whole(),
      sub_invocations_24h: whole('Other calls: by contracts, and of constructors.'),
      success_rate_24h: may(real('Share of successful operations, from 0 to 1; absent without operations.')),
      unique_callers_24h: whole('Accounts that called.'),
      avg_cpu_insns: may(whole('Instructions declared by a transaction.')),
      total_cpu_insns: big(),
      rent_burned_24h_stroops: big(),
    }),
    state: may(fields(state, { description: 'What contracts keep; absent while entries are unknown.' })),
    known_state: fields(state, { description: 'What of it the lake knows.' }),
    limits: SorobanLimits,
  },
  isState: true,
  async read(_values, view) {
    const { latest } = view.bounds;
    const inDay = within(await hoursOf(view, 24));
    const inWeek = within(await hoursOf(view, 7 * 24));
    const row = await view.row(sql`
      with calls as (
          select *, contract_id as callee
          from bronze.contract_invocations_raw_v1
          where in_call_tree and ${inWeek}
      ),
      roots as (from calls where origin = 'root' and ${inDay}),
      used as (
          from bronze.history_transactions_raw_v1
          where ${inDay} and resource_fee > 0
      )
      select
          {
              known_deployed: (
                  select count(*) from silver.contract_data_current
                  where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'
              ),
              active_24h: (select count(distinct callee) from calls where ${inDay}),
              active_7d: (select count(distinct callee) from calls)
          } as contracts,
          (
              select {
                  total_invocations_24h: count(*),
                  successful_24h: count(*) filter (successful),
                  failed_24h: count(*) filter (not successful),
                  sub_invocations_24h: (select count(*) from calls where origin != 'root' and ${inDay}),
                  success_rate_24h: count(*) filter (successful) / nullif(count(*), 0),
                  unique_callers_24h: count(distinct caller),
                  avg_cpu_insns: (select cast(avg(soroban_resources_instructions) as bigint) from used),
                  total_cpu_insns: (select coalesce(sum(soroban_resources_instructions), 0) from used),
                  rent_burned_24h_stroops: (select coalesce(sum(rent_fee_charged), 0) from used)
              }
              from roots
          ) as execution,
          (
              select {
                  persistent_entries: count(*) filter (contract_durability = 'ContractDataDurabilityPersistent'),
                  temporary_entries: count(*) filter (contract_durability != 'ContractDataDurabilityPersistent'),
                  contract_codes: (select count(*) from silver.contract_code_current where not deleted)
              }
              from silver.contract_data_current
              where not deleted
          ) as known_state`);
    const isFull = view.coverage === 'full';
    const { contracts, known_state: known } = row as { contracts: Row; known_state: Row };
    return {
      body: {
        ...row,
        contracts: { ...contracts, total_deployed: isFull ? contracts['known_deployed'] : null },
        state: isFull ? known : null,
        limits: await readSorobanLimits(view, latest),
      },
      warnings: leftOut(view.coverage),
    };
  },
});
