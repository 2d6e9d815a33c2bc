/** Figures of an account's activity. */
import { boolean, may, fields, orNull, text, time, whole } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql } from '../../sql.ts';

const AccountSummary = fields({
  account_id: text(),
  total_operations: whole(),
  total_payments_sent: whole(),
  total_payments_received: whole(),
  total_contract_calls: whole(),
  unique_contracts_called: whole(),
  top_contract_id: may(text()),
  top_contract_function: may(text()),
  is_contract_deployer: boolean(),
  contracts_deployed: whole(),
  first_activity: may(time()),
  last_activity: may(time()),
});

export const accountSummary = object({
  path: '/api/v1/semantic/accounts/summary',
  summary: 'Account activity summary',
  isState: true,
  parameters: { account_id: parameter.required(parameter.account(), 'account_id parameter is required') },
  answer: { account: orNull(AccountSummary), found: boolean() },
  async read({ account_id: id }, view) {
    const row = await view.row(sql`from semantic.semantic_account_summary where account_id = ${id}`);
    return { body: { account: row ?? null, found: row !== undefined } };
  },
});
