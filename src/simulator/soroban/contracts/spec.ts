/** Encodes the contract spec of the wallet (SEP-48) with the longest names that protocol 30 allows. */
import { Writer } from '../../encode/writer.ts';
import { ScSpecEntryKind, ScSpecType } from '../../../xdr/generated/enums.ts';

/** The first protocol whose specs may have names of 1,024 bytes. */
export const FIRST_WITH_LONG_NAMES = 30;

/** The most bytes that a name in a spec has from protocol 30 on; before, types had 60 and events 32. */
const MOST = 1024;

/** Returns a name of as many bytes as one may have: a path of modules, as compilers make them, before it. */
const longName = (name: string): string => 'ledgerlake::'.repeat(MOST).slice(0, MOST - name.length) + name;

/**
 * Returns the spec of a wallet as XDR (SEP-48), whose type and event have the longest names of protocol 30. The SDK can write none of
 * those.
 */
export function walletSpec(): Uint8Array {
  const { scSpecEntryFunctionV0, scSpecEntryUdtStructV0, scSpecEntryEventV0 } = ScSpecEntryKind;
  const { scSpecTypeAddress, scSpecTypeUdt } = ScSpecType;
  const holder = longName('Holder');
  const writer = new Writer(4096);
  writer.int(scSpecEntryUdtStructV0).string('Who owns the wallet.').string('').string(holder);
  writer.int(1).string('').string('owner').int(scSpecTypeAddress);
  writer.int(scSpecEntryFunctionV0).string('').string('__constructor');
  writer.int(1).string('').string('owner').int(scSpecTypeAddress).int(0);
  writer.int(scSpecEntryFunctionV0).string('Who owns it.').string('holder');
  writer.int(0).int(1).int(scSpecTypeUdt).string(holder);
  // no prefix topics, no parameters, data as a single value
  writer.int(scSpecEntryEventV0).string('').string('').string(longName('Opened')).int(0).int(0).int(0);
  return writer.toLastingBytes();
}
