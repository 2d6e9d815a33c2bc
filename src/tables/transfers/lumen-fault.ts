/** Before protocol 8 core made and lost lumens (CAP-67): what an operation's movements leave unexplained is minted or burnt. */
import { ABSENT } from '../../ledger/transaction.ts';
import { AssetType, LedgerEntryType } from '../../xdr/generated/enums.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { sameKey } from '../context.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { LUMENS_KEY, Movement, type Topic } from './movement.ts';

/** Adds up what movements of lumens do to the balance of one account, without writing them. */
export class LumenTally extends Movement {
  #account = 0;
  #total = 0n;

  /** Returns what the movements that `derive` makes do to the balance of the operation's source, in stroops. */
  of(at: OperationAt, derive: (at: OperationAt, movement: Movement) => void): bigint {
    this.#account = at.sourceKey;
    this.#total = 0n;
    derive(at, this);
    return this.#total;
  }

  record(_topic: Topic, asset: number): void {
    if (asset === LUMENS_KEY || this.view.getInt32(asset) === AssetType.assetTypeNative) {
      const amount = (BigInt(this.high) << 32n) | BigInt(this.low);
      if (this.#isAccount(this.fromKind, this.from)) this.#total -= amount;
      if (this.#isAccount(this.toKind, this.to)) this.#total += amount;
    }
    this.clear();
  }

  #isAccount(kind: number, key: number): boolean {
    return kind === strkeyVersion.account && sameKey(this.view, key, this.#account);
  }
}

/** Returns by how much the operation's changes raise the balance of its source, in stroops. */
export function lumenGain(at: OperationAt): bigint {
  let gain = 0n;
  const changes = at.changes.open();
  while (changes.next()) {
    const { type, pre, post } = changes;
    if (type !== LedgerEntryType.account) continue;
    if (post !== ABSENT) gain += balanceOfSource(at, post);
    if (pre !== ABSENT) gain -= balanceOfSource(at, pre);
  }
  return gain;
}

/** Entry: last modified, type, key type, key, balance. */
function balanceOfSource({ view, sourceKey }: OperationAt, entry: number): bigint {
  return sameKey(view, entry + 12, sourceKey) ? view.getBigInt64(entry + 44) : 0n;
}
