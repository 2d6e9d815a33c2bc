/** Which contracts a filter lets through. */
import { ByteWriter } from '../../core/bytes.ts';
import type { Context } from '../../tables/context.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';

/** Returns whether the contract whose 32 bytes stand at a place is one of these; all are, where there is no list. */
export function contractsFilter(contracts: readonly string[] | undefined): (context: Context, p: number) => boolean {
  if (!contracts) return () => true;
  const allowed = new Set(contracts);
  const text = new ByteWriter(64);
  return ({ keys, view }, p) => {
    if (p < 0) return false;
    text.length = 0;
    keys.write(text, strkeyVersion.contract, view, p);
    return allowed.has(text.text());
  };
}
