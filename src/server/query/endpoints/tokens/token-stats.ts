/** Figures of a token, and of one address's balance of it. */
import { big, boolean, may, fields, text, time, whole } from '../../fields.ts';
import { heldBalances } from '../../current-balances.ts';
import { leftOut } from '../../meta.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { lastHours, within, type Period } from '../../lists/period.ts';
import { raw, sql } from '../../sql.ts';
import { activityOf, decimalsSource, unitsOf } from '../../tokens.ts';
import type { View } from '../../view.ts';
import { readRegistered } from './registered-token.ts';
import { TOTAL_SUPPLY, totalSupply } from './token-supply.ts';
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
    decimals: may(whole()),
    decimals_source: text(decimalsSource),
    holder_count: may(whole('Number of live balances; absent while entries are unknown.')),
    total_supply: may(text(TOTAL_SUPPLY)),
    total_supply_raw: may(big()),
    transfers_24h: whole(),
    volume_24h: may(text()),
    volume_24h_raw: may(big()),
  },
  isState: true,
  async read({ contract_id: id }, view) {
    const registered = await readRegistered(view, id);
    const { kept, holders, total_supply_raw: sum } = (await view.row(heldOf(id))) ?? {};
    const ended = Number(kept) > 0 ? await endedOf(view, id) : 0;
    const isKnown = registered ?? (Number(holders) > 0 || Number((await activityOf(view, id))?.['transfers']) > 0);
    if (!isKnown) throw view.notFound('token');
    const { ledgers, ...day } = await lastHours(view, 24);
    const moved = (await view.row(movedOf(id, day), ledgers)) ?? {};
    const { token_decimals: decimals = null, decimals_source: source = 'default' } = registered ?? {};
    const units = (raw: unknown) => unitsOf(raw, decimals);
    const [held, key] = [sum, registered?.['asset_key']].map((one) => (typeof one === 'string' ? one : null));
    const supply = await totalSupply(view, { id, key, held });
    return {
      body: {
        contract_id: id,
        name: registered?.['token_name'] ?? null,
        symbol: registered?.['token_symbol'] ?? null,
        asset_code: registered?.['asset_code'] ?? null,
        token_type: registered?.['token_type'] === 'sac' ? 'sac' : 'custom_soroban',
        decimals,
        decimals_source: source,
        holder_count: view.coverage === 'full' ? Number(holders) - ended : null,
        ...moved,
        total_supply_raw: supply,
        total_supply: units(supply),
        volume_24h: units(moved['volume_24h_raw']),
      },
      warnings: leftOut(view.coverage),
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
  balance: may(text('In units of the token; absent if its decimals are unknown.')),
  balance_raw: big('In the smallest unit of the token.'),
  decimals: may(whole()),
  decimals_source: text(decimalsSource),
  balance_source: text('account, trustline or contract_data.'),
  last_updated_ledger: whole(),
  last_updated: time(),
  is_archived: may(boolean('Whether its lifetime has ended: it has to be restored before it can move.')),
});

export const tokenBalance = object({
  path: '/api/v1/silver/tokens/{contract_id}/balance/{address}',
  summary: 'Balance of a token at an address',
  parameters: {
    contract_id: contract,
    address: parameter.refused(parameter.address(['G', 'M', 'C', 'W'], 'An account or a contract.'), 'invalid address'),
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
        decimals_source,
        balance_source,
        last_updated_ledger,
        last_updated_at as last_updated,
        if(is_over, true, null) as is_archived
    from (${heldBalances(view, sql`owner_address = ${address} and token_contract_id = ${contractId}`, true)})
    limit 1`);
}
