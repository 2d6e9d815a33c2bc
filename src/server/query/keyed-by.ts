/** Where a list looks for a key. */
import { kindsOf, type KeyKind } from '../../history/key-columns.ts';
import type { KeyOfKinds } from '../../lake/narrow/key-ledgers.ts';

/** Returns what tells of a key, where there is one, that every row is of it by a column of one of these kinds. */
export function keyedBy(...names: KeyKind[]): (key: string | undefined) => KeyOfKinds | undefined {
  const kinds = kindsOf(...names);
  return (key) => (key === undefined ? undefined : { key, kinds });
}
