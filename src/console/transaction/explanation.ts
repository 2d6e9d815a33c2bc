/** What the server says of a transaction: in words, and in full. */
import type { QueryAnswer } from '../../client/client.ts';

/** The path of its words. */
export const PATH = '/api/v1/silver/tx/{hash}/explanation';
/** The path of all its parts. */
export const FULL = '/api/v1/silver/tx/{hash}/full';

/** What a transaction did, in words. */
export type Explanation = QueryAnswer<typeof PATH>;
/** All parts of a transaction. */
export type FullTransaction = QueryAnswer<typeof FULL>;
