/** Encodes the ledger keys of the simulator's entries as XDR. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { Entry } from '../state/entries.ts';
import { entryTypes } from './entry.ts';
import { writeContractDataKey } from './sc-val.ts';
import { writeAccountId, writeTrustedAsset } from './values.ts';
import { Writer } from './writer.ts';

/** Returns the ledger key of an entry as XDR. */
export function keyXdr(entry: Entry): Uint8Array {
  const writer = scratch.reset().int(entryTypes[entry.kind]);
  writeKey(writer, entry);
  return writer.toBytes();
}

const scratch = new Writer(256);

function writeKey(writer: Writer, entry: Entry): void {
  switch (entry.kind) {
    case 'account':
      return void writeAccountId(writer, entry.id);
    case 'trust_line':
      return void writeTrustedAsset(writeAccountId(writer, entry.owner), entry.asset);
    case 'offer':
      return void writeAccountId(writer, entry.seller).long(entry.id);
    case 'data':
      return void writeAccountId(writer, entry.owner).string(entry.name);
    case 'claimable_balance':
      return void writer.int(0).hex(entry.id);
    case 'liquidity_pool':
      return void writer.hex(entry.id);
    case 'contract_data':
      return void writeContractDataKey(writer, entry.data);
    case 'contract_code':
      return void writer.raw(entry.data.hash.toBytes());
    case 'config_setting':
      return void writer.int(xdr.ConfigSettingId[entry.data.type].value);
    case 'ttl':
      return void writer.hex(entry.keyHash);
    default:
      entry satisfies never;
  }
}
