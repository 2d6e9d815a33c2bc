/** Remembers claimable balances so that simulated users can claim them. */
import type { ClosedLedger } from '../closing/close.ts';
import type { AccountId } from '../state/entries.ts';
import type { Change } from '../state/state.ts';

/** What claimable balances there are for whom, as far as anyone remembers. */
export class Claims {
  readonly #waiting = new Map<AccountId, string[]>();

  /** Takes notice of the balances that a ledger made. */
  note({ transactions }: Pick<ClosedLedger, 'transactions'>): void {
    for (const { operations } of transactions) {
      for (const { changes } of operations) for (const change of changes) this.#noteChange(change);
    }
  }

  /** Returns a balance that someone may claim, which is forgotten then; undefined when there is none. */
  take(id: AccountId): string | undefined {
    return this.#waiting.get(id)?.shift();
  }

  #noteChange({ before, after }: Change): void {
    if (before || after?.kind !== 'claimable_balance') return;
    for (const { account } of after.claimants) {
      const waiting = this.#waiting.get(account) ?? [];
      // what nobody claims is forgotten some day
      this.#waiting.set(account, [...waiting.slice(-7), after.id]);
    }
  }
}
