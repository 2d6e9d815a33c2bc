/** Whether a query asks for its last rows first, as the first page of a history does. */
import { isNode, textOf } from './statement-names.ts';

/**
 * Returns whether somewhere in a syntax tree rows are ordered from the largest down and cut off. Files of the newest ledgers are then best
 * read first: once DuckDB has so many rows as are asked for, it passes over files and row groups whose rows are all smaller.
 */
export function asksNewestFirst(node: unknown): boolean {
  if (!isNode(node)) return false;
  return isCutFromLargest(Reflect.get(node, 'modifiers')) || Object.values(node).some(asksNewestFirst);
}

function isCutFromLargest(modifiers: unknown): boolean {
  if (!Array.isArray(modifiers)) return false;
  const hasLimit = modifiers.some((modifier) => textOf(modifier, 'type') === 'LIMIT_MODIFIER');
  return hasLimit && modifiers.some((modifier) => isNode(modifier) && isDescending(Reflect.get(modifier, 'orders')));
}

function isDescending(orders: unknown): boolean {
  return Array.isArray(orders) && textOf(orders[0], 'type') === 'DESCENDING';
}
