/** The state of an account after each ledger that changed it. */
import { amount, big, boolean, may, fields, text, time, whole } from '../../fields.ts';
import { inOrder, list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { inRange, ofKey } from '../../lists/range.ts';
import { join, raw, sql, where } from '../../sql.ts';
import { is } from '../../lists/where.ts';

export const accountHistory = list({
  path: '/api/v1/silver/accounts/history',
  summary: 'Historical account snapshots',
  legacyKey: 'history',
  parameters: {
    account_id: parameter.account(),
    limit: parameter.limit(50, 500),
    order: parameter.order,
    ...parameter.ledgerRange,
    ...parameter.timeRange,
  },
  row: fields({
    account_id: text(),
    balance: amount(),
    sequence_number: big(),
    ledger_sequence: whole(),
    closed_at: time(),
    valid_to: may(time('When the next snapshot begins.')),
    num_subentries: whole(),
    flags: whole(),
    home_domain: may(text()),
    sponsor: may(text()),
    deleted: boolean('Whether the account was merged in this ledger.'),
    balance_change: may(amount('Against the snapshot before.')),
  }),
  where: {
    account_id: {
      ...is('account_id'),
      // One row more than the page has is read, so that each of the page has those beside it among what is read.
      place: ({ start_ledger: first, end_ledger: last }) =>
        first === undefined && last === undefined
          ? { kinds: ['account'], rows: { accounts: ['account_id'] } }
          : undefined,
    },
  },
  kind: { isState: true },
  key: inOrder('ledger_sequence'),
  rows: (values, scan) => sql`
    select
        *,
        balance - lag(balance) over (order by ledger_sequence) as balance_change
    from (
        select
            account_id,
            if(deleted, 0, balance) as balance,
            sequence_number,
            ledger_sequence,
            closed_at,
            num_subentries,
            flags,
            home_domain,
            sponsor,
            deleted,
            ${scan.areGiven === true ? raw('valid_to') : sql`if(valid_to_ledger <= ${scan.latest}, valid_to, null) as valid_to`}
        from silver.accounts_snapshot
        ${where(ofKey(scan, values.account_id, (id) => sql`account_id = ${id}`))}
    )
    qualify ${join([raw('true'), ...inRange(values, scan)], ' and ')}`,
});
