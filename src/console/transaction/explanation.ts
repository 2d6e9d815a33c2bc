/** What the server says of a transaction in words. */
import type { QueryAnswer } from '../../client/client.ts';

/** The path of its endpoint. */
export const PATH = '/api/v1/silver/tx/{hash}/explanation';

/** What a transaction did, in words. */
export type Explanation = QueryAnswer<typeof PATH>;
