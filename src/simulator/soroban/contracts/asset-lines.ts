/** Creates trust lines for the `trust` function of the Stellar Asset Contract. */
import { accountAddress, type Address } from '../../events/log.ts';
import { maxAmount, minBalance } from '../../accounts/balances.ts';
import { accountFlags, noLiabilities, trustLineFlags, type AssetId, type TrustLine } from '../../state/entries.ts';
import { issuerOf, trustLineKey } from '../../state/keys.ts';
import type { Env } from '../env.ts';
import { accountAt } from '../values.ts';
import { accountLedgerKey, hasIssuerFlag, lineKey, mustAccount } from './asset-balances.ts';
import { contractErrors, fault } from './errors.ts';

/** Makes a trust line for an account that has none (since protocol 26; rs-soroban-env balance.rs, `create_trustline_if_needed`). */
export function trust(env: Env, asset: AssetId, holder: Address): void {
  const owner = accountAt(holder);
  if (owner === undefined) return;
  if (asset === 'native') throw fault(contractErrors.notSupported, 'trust operation is not supported for native asset');
  if (issuerOf(asset) === owner) throw fault(contractErrors.notSupported, 'cannot create trustline for issuer');
  const key = lineKey(owner, asset);
  if (env.entry(key)) return;
  env.requireAuth(accountAddress(owner));
  const line = newLine(env, owner, asset);
  const account = mustAccount(env, owner);
  if (account.subentries >= 1000) throw fault(contractErrors.tooManySubentries, 'account has too many sub-entries');
  if (account.balance - account.liabilities.selling < minBalance(account, env.view) + env.view.baseReserve) {
    throw fault(contractErrors.lowReserve, 'account has insufficient reserve for new trustline');
  }
  env.putEntry(key, line);
  env.putEntry(accountLedgerKey(owner), { ...account, subentries: account.subentries + 1 });
}

function newLine(env: Env, owner: string, asset: AssetId): TrustLine {
  const authorized = hasIssuerFlag(env, asset, accountFlags.required) ? 0 : trustLineFlags.authorized;
  const clawback = hasIssuerFlag(env, asset, accountFlags.clawback) ? trustLineFlags.clawback : 0;
  return {
    kind: 'trust_line',
    key: trustLineKey(owner, asset),
    owner,
    asset,
    balance: 0n,
    limit: maxAmount,
    flags: authorized | clawback,
    extension: 0,
    liabilities: noLiabilities,
    poolUses: 0,
    lastModified: env.view.ledger,
  };
}
