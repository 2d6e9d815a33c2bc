/** Accounts, listed and searched. */
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { sql, when, where, units, type Sql } from '../../sql.ts';
import { accountRecords, AccountCurrent } from './account.ts';

const columns = { balance: 'balance', last_modified: 'last_modified_ledger', account_id: 'account_id' } as const;
const types = { balance: 'decimal(19, 7)', last_modified: 'bigint', account_id: 'varchar' } as const;

export const accountsEndpoint = list({
  path: '/api/v1/silver/accounts',
  summary: 'List and search accounts',
  legacyKey: 'accounts',
  parameters: {
    limit: parameter.limit(100, 1000),
    sort_by: parameter.choice('sort_by', ['balance', 'last_modified', 'account_id'], 'balance'),
    order: parameter.order,
    min_balance: parameter.may(parameter.wholeText('Stroops that the account has at least.')),
    search: parameter.may(
      parameter.matching(/^[\s\S]{2,}$/, 'Beginning of an account id, or a part of a home domain with a dot in it.'),
    ),
    home_domain: parameter.may(parameter.text('The whole home domain.')),
    sponsor: parameter.may(parameter.refused(parameter.account('Sponsor of the account.'), 'invalid account_id')),
  },
  row: AccountCurrent,
  kind: { isState: true, isWhole: true },
  key({ sort_by: sort, order }) {
    const key = { column: columns[sort], type: types[sort], descending: order === 'desc' };
    return sort === 'account_id' ? [key] : [key, { column: 'account_id', type: 'varchar' }];
  },
  rows: (values) => sql`
    from silver.accounts_current
    ${where(
      sql`not deleted`,
      when(values.min_balance, (stroops) => sql`balance >= ${units(stroops)}`),
      when(values.search, found),
      when(values.home_domain, (domain) => sql`lower(home_domain) = lower(${domain})`),
      when(values.sponsor, (sponsor) => sql`sponsor = ${sponsor}`),
    )}`,
  page: () => accountRecords,
});

function found(search: string): Sql {
  const prefix = sql`starts_with(account_id, upper(${search}))`;
  return search.includes('.') ? sql`(${prefix} or contains(lower(home_domain), lower(${search})))` : prefix;
}
