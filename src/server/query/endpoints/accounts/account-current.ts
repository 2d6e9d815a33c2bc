/** The current state of one account. */
import { ApiError } from '../../errors.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql } from '../../sql.ts';
import type { View } from '../../view.ts';
import { accountRecords, AccountCurrent } from './account.ts';

export const accountCurrent = object({
  path: '/api/v1/silver/accounts/current',
  summary: 'Current account state',
  parameters: { account_id: parameter.account() },
  answer: { account: AccountCurrent },
  isState: true,
  async read({ account_id: account }, view) {
    const page = sql`select * from silver.accounts_current where account_id = ${account} and not deleted`;
    const row = await view.row(sql`with page as (${page}) ${accountRecords}`);
    if (!row) throw await accountMissing(view, account);
    return { body: { account: row } };
  },
});

/** Returns the error for a missing account; that of a merged account names the ledger of the merge. */
export async function accountMissing(view: View, account: string): Promise<ApiError> {
  const gone = await view.row(
    sql`select ledger_sequence from silver.accounts_current where account_id = ${account} and deleted`,
  );
  if (!gone) return view.notFound('account');
  return new ApiError(404, `account not found (merged in ledger ${Number(gone['ledger_sequence'])})`);
}
