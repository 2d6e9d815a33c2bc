/** Whether a query asks for its last rows first, as the first page of a history does. */
import { isNode } from '../../meaning/statement-names.ts';
import type { Query } from '../../meaning/syntax.ts';

/**
 * Returns whether a SELECT orders rows descending with a limit. DuckDB should then read the newest files first, so that it
 * can skip files with smaller values: 1.5 times less processor time with 16 files.
 */
export function asksNewestFirst(node: unknown): boolean {
  if (!isNode(node)) return false;
  return isCutFromLargest(node as Query) || Object.values(node).some(asksNewestFirst);
}

function isCutFromLargest({ modifiers }: Query): boolean {
  if (!Array.isArray(modifiers)) return false;
  const hasLimit = modifiers.some(({ type }) => type === 'LIMIT_MODIFIER');
  return hasLimit && modifiers.some(({ orders }) => orders?.[0]?.type === 'DESCENDING');
}
