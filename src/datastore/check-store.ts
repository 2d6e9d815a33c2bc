/** Checks that an argument of a public function is a store. */
import { UsageError } from '../core/errors.ts';
import type { Store } from './store.ts';

/** Throws UsageError for what is no store, such as the address of one. */
export function checkStore(what: string, store: Store): void {
  const given: unknown = store;
  if (typeof given === 'object' && given !== null && 'list' in given) return;
  const found = typeof given === 'string' ? `"${given}"` : typeof given;
  throw new UsageError(`${what} takes a store, which openStore gives, not ${found}`);
}
