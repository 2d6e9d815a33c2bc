/** The first topic of an event of a token (SEP-41, CAP-46-06, CAP-67). */
import { isSymbol, symbol } from '../asset/token-balance.ts';

/** What an event can tell of that moves tokens, besides fees. */
export type MovementTopic = 'transfer' | 'mint' | 'burn' | 'clawback';

/** What it can tell of that moves nothing. */
export type PermissionTopic = 'approve' | 'set_authorized' | 'set_admin';

/** All that it can tell of. */
export type TokenTopic = MovementTopic | PermissionTopic;

const moving: readonly TokenTopic[] = ['transfer', 'mint', 'burn', 'clawback'];
const topics = ([...moving, 'approve', 'set_authorized', 'set_admin'] as TokenTopic[]).map((topic) => ({
  topic,
  words: symbol(topic),
}));

/** Returns what the symbol at `p` names; an empty text when the ScVal is another symbol, or none. */
export function tokenTopic(view: DataView, p: number): TokenTopic | '' {
  for (const { topic, words } of topics) if (isSymbol(view, p, words)) return topic;
  return '';
}

/** Whether tokens move. */
export const isMovement = (topic: TokenTopic): topic is MovementTopic => moving.includes(topic);
