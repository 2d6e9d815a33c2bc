/** Signers of an account and their weights. */
import { listOf, may, fields, text, whole } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql } from '../../sql.ts';
import { accountMissing } from './account-current.ts';

const thresholds = { low_threshold: whole(), med_threshold: whole(), high_threshold: whole() };

export const accountSignersEndpoint = object({
  path: '/api/v1/silver/accounts/signers',
  summary: 'Signers and thresholds of an account',
  parameters: { account_id: parameter.account() },
  answer: {
    account_id: text(),
    signers: listOf(
      fields({
        key: text(),
        weight: whole(),
        type: text('ed25519_public_key, preauth_tx, sha256_hash or ed25519_signed_payload.'),
        sponsor: may(text()),
      }),
      'The key of the account itself first, unless its weight is 0; then by key.',
    ),
    ...thresholds,
    thresholds: fields(thresholds, { description: 'The same, where clients of the hosted service look for them.' }),
  },
  isState: true,
  async read({ account_id: id }, view) {
    const account = await view.row(sql`
      select
          account_id,
          master_weight,
          threshold_low as low_threshold,
          threshold_medium as med_threshold,
          threshold_high as high_threshold
      from silver.accounts_current
      where account_id = ${id} and not deleted`);
    if (!account) throw await accountMissing(view, id);
    const signers = await view.rows(sql`
      select
          signer as key,
          weight,
          case left(signer, 1)
              when 'G' then 'ed25519_public_key'
              when 'T' then 'preauth_tx'
              when 'X' then 'sha256_hash'
              else 'ed25519_signed_payload'
          end as type,
          sponsor
      from silver.account_signers_current
      where account_id = ${id} and not deleted and signer != ${id}
      order by key`);
    const weight = Number(account['master_weight']);
    const own = weight > 0 ? [{ key: id, weight, type: 'ed25519_public_key' }] : [];
    return { body: { ...account, signers: [...own, ...signers], thresholds: account } };
  },
});
