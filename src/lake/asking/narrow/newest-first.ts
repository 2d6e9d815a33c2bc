/** Whether a query asks for its last rows first, as the first page of a history does. */
import { isNode } from '../../meaning/statement-names.ts';
import type { Query } from '../../meaning/syntax.ts';

/**
 * Returns whether somewhere in a syntax tree rows are ordered from the largest down and cut off. Files of the newest ledgers are then best
 * read first: once DuckDB has so many rows as are asked for, it passes over files and row groups whose rows are all smaller.
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
