/** The ledger keys that a Soroban transaction declares. */
import { Piece } from '../../core/bytes.ts';
import { LedgerEntryType, ScAddressType } from '../../xdr/generated/enums.ts';
import { skipLedgerKey, skipSorobanTransactionDataExt } from '../../xdr/generated/skip.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import type { KeyHashes } from '../entry/key-hashes.ts';
import type { DetailRow } from './columns.ts';
import { member } from './pieces.ts';

/** Where the LedgerFootprint stands, or -1, and the first contract that it names, or -1. */
interface Footprint {
  start: number;
  contract: number;
}

const keyHash = member('ledger_key_hash');
const noCodeHash = new Piece(',"contract_code_hash":null');
const COMMA = 44;
const QUOTE = 34;

/** Returns the footprint of the operation's transaction. */
export function readFootprint({ view, transaction }: OperationAt): Footprint {
  const { ext, isV0 } = transaction.envelope;
  if (isV0 || view.getInt32(ext) === 0) return { start: ABSENT, contract: ABSENT };
  // The resources begin with the footprint.
  return { start: skipSorobanTransactionDataExt(view, ext + 4), contract: ABSENT };
}

/** Writes the hashes of the keys, read-only ones first, and the hash of the code, which stellar-etl leaves null. */
export function writeFootprintHashes(w: JsonWriter, hashes: KeyHashes, footprint: Footprint): void {
  w.piece(keyHash);
  const start = w.length;
  if (footprint.start !== ABSENT) {
    const readWrite = writeHashes(w, hashes, footprint.start, footprint);
    writeHashes(w, hashes, readWrite, footprint);
  }
  if (w.length === start) w.ascii('null');
  else {
    w.buffer[start] = 91;
    w.byte(93);
  }
  w.piece(noCodeHash);
}

/** Writes the first contract of the keys, read-write ones first; empty when there is none. */
export function writeContractId(out: DetailRow, view: DataView, { contract }: Footprint): void {
  const { contract_id } = out.columns;
  contract_id.at(out.row);
  if (contract !== ABSENT) out.keys.write(contract_id.writer, strkeyVersion.contract, view, contract);
  contract_id.end();
}

/**
 * Writes the hashes of the list of LedgerKeys at `p`, each with a comma before it, sets the contract to the first one that
 * they name, if any, and returns where they end.
 */
function writeHashes(w: JsonWriter, hashes: KeyHashes, p: number, footprint: Footprint): number {
  let contract = ABSENT;
  const count = w.view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    if (contract === ABSENT) contract = contractOf(w.view, p);
    const end = skipLedgerKey(w.view, p);
    w.byte(COMMA);
    w.byte(QUOTE);
    hashes.write(w, w.view.getInt32(p), w.view, p + 4, end);
    w.byte(QUOTE);
    p = end;
  }
  if (contract !== ABSENT) footprint.contract = contract;
  return p;
}

/** Where the contract's id stands in the LedgerKey at `p`, or -1. */
function contractOf(view: DataView, p: number): number {
  const isContract =
    view.getInt32(p) === LedgerEntryType.contractData && view.getInt32(p + 4) === ScAddressType.scAddressTypeContract;
  return isContract ? p + 8 : ABSENT;
}
