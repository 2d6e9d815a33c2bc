/** What endpoints that show movements of value have in common. */
import type { KeyPlace } from '../../lists/where.ts';

/** Returns where movements of a holder are found, by columns of their table. */
export const ofParty = (...columns: ('from' | 'to')[]): KeyPlace => ({
  kinds: ['transfer'],
  rows: { token_transfers_raw: columns },
  hasHash: true,
});
