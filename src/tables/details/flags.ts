/** Flags as a list of numbers and a list of words. */
import type { JsonWriter } from '../../xdr/json-writer.ts';

const accountFlags = ['auth_required', 'auth_revocable', 'auth_immutable', 'auth_clawback_enabled'];
const trustLineFlags = ['authorized', 'authorized_to_maintain_liabilities', 'clawback_enabled'];

/** Writes account flags as `<prefix>_flags` and `<prefix>_flags_s`; nothing when no flag is given. */
export function writeAccountFlags(w: JsonWriter, prefix: string, flags: number): void {
  if (flags !== 0) writeFlags(w, prefix, flags, accountFlags, '[]');
}

/** Writes trust line flags likewise; flags that none of the words stands for give null. */
export function writeTrustLineFlags(w: JsonWriter, prefix: string, flags: number): void {
  if (flags !== 0) writeFlags(w, prefix, flags, trustLineFlags, 'null');
}

function writeFlags(w: JsonWriter, prefix: string, flags: number, words: string[], none: string): void {
  const bits = words.map((_, bit) => bit).filter((bit) => flags & (1 << bit));
  w.ascii(`,"${prefix}_flags":`);
  w.ascii(bits.length === 0 ? none : `[${bits.map((bit) => 1 << bit).join()}]`);
  w.ascii(`,"${prefix}_flags_s":`);
  w.ascii(bits.length === 0 ? none : `[${bits.map((bit) => `"${words[bit]}"`).join()}]`);
}
