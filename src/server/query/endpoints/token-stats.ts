/** A token in numbers, and what one address holds of it (contract 9). */
import { big, flag, may, object as fields, text, time, whole } from '../fields.ts';
import { heldBalances } from '../held-balances.ts';
import { object } from '../object.ts';
import * as parameter from '../parameters.ts';
import { lastHours, within, type Period } from '../period.ts';
import { raw, sql } from '../sql.ts';
import { activityOf, scaled } from '../tokens.ts';
import type { View } from '../view.ts';
import { readRegistered } from './registered-token.ts';
import { endedOf, sumOf } from './token.ts';

const contract = parameter.contract('Contract of the token.');

export const tokenStats = object({
  path: '/api/v1/silver/tokens/{contract_id}/stats',
  summary: 'A token in numbers',
  parameters: { contract_id: contract },
  answer: {
    contract_id: text(),
    name: may(text()),
    symbol: may(text()),
    asset_code: may(text()),
    token_type: text('sac or custom_soroban.'),
    decimals: whole(),
    holder_count: whole('Of balances that live.'),
    total_supply: may(
      text('What its holders have, in balances that can be restored, too; absent where that is too large.'),
    ),
    total_supply_raw: may(big()),
    transfers_24h: whole(),
    volume_24h: may(text()),
    volume_24h_raw: may(big()),
  },
  isState: true,
  async read({ contract_id: id }, view) {
    const registered = await readRegistered(view, id);
    const { kept, holders, ...held } = (await view.row(heldOf(id))) ?? {};
    const ended = Number(kept) > 0 ? await endedOf(view, id) : 0;
    const isKnown = registered ?? (Number(holders) > 0 || Number((await activityOf(view, id))?.['transfers']) > 0);
    if (!isKnown) throw view.notFound('token');
    const { ledgers, ...day } = await lastHours(view, 24);
    const moved = (await view.row(movedOf(id, day), ledgers)) ?? {};
    const decimals = Number(registered?.['token_decimals'] ?? 7);
    const units = (raw: unknown) => (typeof raw === 'string' ? scaled(raw, decimals) : null);
    return {
      body: {
        contract_id: id,
        name: registered?.['token_name'] ?? null,
        symbol: registered?.['token_symbol'] ?? null,
        asset_code: registered?.['asset_code'] ?? null,
        token_type: registered?.['token_type'] === 'sac' ? 'sac' : 'custom_soroban',
        decimals,
        holder_count: Number(holders) - ended,
        ...held,
        ...moved,
        total_supply: units(held['total_supply_raw']),
        volume_24h: units(moved['volume_24h_raw']),
      },
    };
  },
});

const heldOf = (id: string) => sql`
    select
        count(*) as holders,
        count(key_hash) as kept,
        ${sumOf(raw('balance_integer'))} as total_supply_raw
    from silver.address_balances_current
    where token_contract_id = ${id}`;

const movedOf = (id: string, day: Period) => sql`
    select
        count(*) as transfers_24h,
        ${sumOf(raw('amount'))} as volume_24h_raw
    from silver.token_transfers_raw
    where token_contract_id = ${id} and ${within(day, 'timestamp')}`;

const Balance = fields({
  address: text(),
  balance: text('With the decimals of the token.'),
  balance_raw: big('In the smallest unit.'),
  decimals: whole(),
  balance_source: text('account, trustline or contract_data.'),
  last_updated_ledger: whole(),
  last_updated: time(),
  is_archived: may(flag('Whether its lifetime has ended: it has to be restored before it can move.')),
});

export const tokenBalance = object({
  path: '/api/v1/silver/tokens/{contract_id}/balance/{address}',
  summary: 'What an address holds of a token',
  parameters: {
    contract_id: contract,
    address: parameter.refused(parameter.address(['G', 'M', 'C'], 'An account or a contract.'), 'invalid address'),
  },
  answer: { contract_id: text(), balance: Balance },
  isState: true,
  async read({ contract_id: id, address }, view) {
    const row = await readBalance(view, id, address);
    if (!row) throw view.notFound('balance');
    return { body: { contract_id: id, balance: row } };
  },
});

/** Returns what the address holds; undefined where it is known to hold none, or not known. */
export function readBalance(view: View, contractId: string, address: string) {
  return view.row(sql`
    select
        owner_address as address,
        balance_display as balance,
        balance_raw,
        decimals,
        balance_source,
        last_updated_ledger,
        last_updated_at as last_updated,
        if(is_over, true, null) as is_archived
    from (${heldBalances(view, sql`owner_address = ${address} and token_contract_id = ${contractId}`, true)})
    limit 1`);
}
