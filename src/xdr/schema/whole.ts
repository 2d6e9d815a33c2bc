/** The schema of all protocols that are read: the types of the SDK, and additions to them. */
import type { xdr } from '@stellar/stellar-sdk';
import { reflect, type Schema } from '../schema.ts';
import { withOverlay, type Overlay } from './overlay.ts';
import { protocol30 } from './protocol-30.ts';

/** The additions to the schema of the SDK, in order of protocol. */
export const overlays: readonly Overlay[] = [protocol30];

/** The newest protocol whose ledgers are read. */
export const NEWEST_PROTOCOL = protocol30.protocol;

/** Returns the schemas of all types by name, in order of name: those of the SDK and what the overlays add to them. */
export function wholeSchema(sdk: typeof xdr): Map<string, Schema> {
  return overlays.reduce(withOverlay, reflect(sdk));
}
