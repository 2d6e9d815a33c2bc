/** Claimable balances that nobody has claimed yet. */
import { readKey, strkeyVersion } from '../../../../xdr/strkey.ts';
import { amount, json, listOf, may, fields, text, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql, when, where, type Sql } from '../../sql.ts';
import { Asset, assetStruct, isAssetKey } from '../../asset.ts';

const ClaimableBalance = fields({
  balance_id: text('Hex, with the four bytes of its kind.'),
  balance_address: text('The same as a B address.'),
  sponsor: may(text()),
  asset: Asset,
  amount: amount(),
  claimants_count: whole(),
  claimants: listOf(fields({ destination: text(), predicate: json('When it may claim, as Horizon has it.') })),
  flags: whole(),
  last_modified_ledger: whole(),
});

/** Returns the id as tables have it, of hex with or without the kind, or a B address; undefined where it is none of these. */
function readBalance(given: string): string | undefined {
  if (/^(00000000)?[0-9a-f]{64}$/i.test(given)) return given.toLowerCase().padStart(72, '0');
  const key = readKey(given, strkeyVersion.claimableBalance);
  // The address has one byte for the kind, of which there is only the first.
  return key && `00000000${Buffer.from(key).toString('hex').slice(2)}`;
}

function balances(...conditions: readonly (Sql | undefined)[]): Sql {
  return sql`
    select
        balance_id,
        balance_id_strkey as balance_address,
        sponsor,
        ${assetStruct('asset_')} as asset,
        asset_amount as amount,
        len(claimants) as claimants_count,
        claimants,
        flags,
        last_modified_ledger
    from silver.claimable_balances_current
    ${where(sql`not deleted`, ...conditions)}`;
}

export const claimableBalancesEndpoint = list({
  path: '/api/v1/silver/claimable-balances',
  summary: 'Claimable balances',
  legacyKey: 'claimable_balances',
  parameters: {
    sponsor: parameter.may(parameter.account('Who sponsors it.')),
    claimant: parameter.may(parameter.account('Only balances that this account may claim.')),
    asset: parameter.may(parameter.asset('Only this asset: CODE:ISSUER or XLM.')),
    limit: parameter.limit(100, 1000),
  },
  row: ClaimableBalance,
  kind: { isState: true },
  key: () => [{ column: 'balance_id', type: 'varchar' }],
  rows: ({ sponsor, claimant, asset }) =>
    balances(
      when(sponsor, (id) => sql`sponsor = ${id}`),
      when(claimant, (id) => sql`list_contains([one.destination for one in claimants], ${id})`),
      when(asset, (key) => isAssetKey('asset_', key)),
    ),
});

export const claimableBalance = object({
  path: '/api/v1/silver/claimable-balances/{id}',
  summary: 'One claimable balance',
  parameters: {
    id: parameter.refused(
      parameter.read(
        parameter.matching(/^((00000000)?[0-9a-fA-F]{64}|B[A-D][A-Z2-7]{56})$/, 'Id in hex, or B address.'),
        readBalance,
      ),
      'invalid balance_id',
    ),
  },
  answer: { claimable_balance: ClaimableBalance },
  isState: true,
  async read({ id }, view) {
    const row = await view.row(balances(sql`balance_id = ${id}`));
    if (!row) throw view.notFound('claimable balance');
    return { body: { claimable_balance: row } };
  },
});
