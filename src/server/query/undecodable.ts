/** What a lake waits for. */
import type { Undecodable } from '../../history/history.ts';
import { readOmissions } from '../../lake/disk/snapshot/omissions.ts';
import type { ServedLake } from './view.ts';

/** Returns the ledger after the newest one if this version cannot load it, as its protocol is newer. */
export async function undecodableOf({
  lake,
  newest,
}: Pick<ServedLake, 'lake' | 'newest'>): Promise<Undecodable | undefined> {
  const { ranges } = await newest.snapshot();
  const next = (ranges.at(-1)?.last ?? 0) + 1;
  const found = (await readOmissions(lake.path)).find(
    ({ first, protocol }) => first === next && protocol !== undefined,
  );
  return found && { ledger: next, protocol: found.protocol! };
}
