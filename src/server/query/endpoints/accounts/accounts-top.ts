/** Accounts with the most lumens. */
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { sql } from '../../sql.ts';
import { accountRecords, AccountCurrent } from './account.ts';

export const accountsTop = list({
  path: '/api/v1/silver/accounts/top',
  summary: 'Top accounts by native balance',
  legacyKey: 'accounts',
  parameters: { limit: parameter.limit(100, 1000) },
  row: AccountCurrent,
  kind: { isState: true, isPaged: false, isRanked: true, isWhole: true },
  key: () => [
    { column: 'balance', type: 'decimal(19, 7)', descending: true },
    { column: 'account_id', type: 'varchar' },
  ],
  rows: () => sql`from silver.accounts_current where not deleted`,
  page: () => accountRecords,
});
