/** Movements of assets that a contract call made, from the events of Stellar asset contracts among its diagnostics. */
import { ABSENT } from '../../ledger/transaction.ts';
import { ContractEventType, ScValType } from '../../xdr/generated/enums.ts';
import { skipContractEvent, skipScVal, skipSorobanTransactionMetaExt } from '../../xdr/generated/skip.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { isContract, namedAssetContract, type AssetContract } from '../asset-contract.ts';
import type { OperationAt } from '../operation-at.ts';
import { writeFixedUnits, writeWideUnits } from './amounts.ts';
import { AssetWriter, namedMembers } from './assets.ts';
import { append, member, piece } from './pieces.ts';
import { writeAddress } from './sc-val-text.ts';

const name = {
  amount: member('amount'),
  changes: member('asset_balance_changes'),
  from: member('from'),
  to: member('to'),
};
const types = {
  burn: piece(',"type":"burn"'),
  clawback: piece(',"type":"clawback"'),
  mint: piece(',"type":"mint"'),
  transfer: piece(',"type":"transfer"'),
};
type Movement = keyof typeof types;
const COMMA = 44;
const QUOTE = 34;
const OPEN = 123;

/**
 * Writes the movements of the operation's transaction. As in stellar-etl, mint and clawback count only in the form with
 * an administrator, and an amount that comes with a memo (protocol 23) is 0.
 */
export function writeAssetBalanceChanges(w: JsonWriter, at: OperationAt): void {
  append(w, name.changes);
  const start = w.length;
  let p = diagnosticEvents(at);
  const count = p === ABSENT ? 0 : at.view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    const isInSuccessfulCall = at.view.getUint32(p) === 1;
    if (isInSuccessfulCall) writeBalanceChange(w, at, p + 4);
    p = skipContractEvent(at.view, p + 4);
  }
  if (w.length === start) w.byte(91);
  else w.buffer[start] = 91;
  w.byte(93);
}

/** Where the list of DiagnosticEvents stands, or -1. */
function diagnosticEvents({ view, transaction }: OperationAt): number {
  if (transaction.metaVersion === 4) return transaction.diagnosticEvents;
  if (transaction.sorobanMeta === ABSENT) return ABSENT;
  let p = skipSorobanTransactionMetaExt(view, transaction.sorobanMeta);
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) p = skipContractEvent(view, p);
  return skipScVal(view, p);
}

const TOPICS = 4;
const topics = new Int32Array(TOPICS + 1);

/** Writes the ContractEvent at `p` when it is a movement that its asset's own contract tells of. */
function writeBalanceChange(w: JsonWriter, at: OperationAt, p: number): void {
  const { view } = at;
  // Extension 0, the option of the contract, type, version 0 of the body, topics.
  if (view.getUint32(p + 4) === 0 || view.getInt32(p + 40) !== ContractEventType.contract) return;
  const kind = movementOf(view, p + 52);
  const count = view.getUint32(p + 48);
  if (kind === '' || count !== (kind === 'burn' ? 3 : TOPICS)) return;
  topics[0] = p + 52;
  for (let i = 0; i < count; i++) topics[i + 1] = skipScVal(view, topics[i]!);
  const last = topics[count - 1]!;
  if (view.getInt32(last) !== ScValType.scvString) return;
  for (let i = 1; i < count - 1; i++) if (view.getInt32(topics[i]!) !== ScValType.scvAddress) return;
  if (kind === 'burn' && view.getInt32(topics[count]!) !== ScValType.scvI128) return;
  const contract = namedAssetContract(at, last + 4);
  if (contract && isContract(contract, view, p + 8)) writeMovement(w, kind, contract, topics[count]!);
}

/** The first topic must be the symbol of a movement. */
function movementOf(view: DataView, p: number): Movement | '' {
  if (view.getInt32(p) !== ScValType.scvSymbol) return '';
  const length = view.getUint32(p + 4);
  const word = view.getUint32(p + 8);
  if (length === 4) return word === 0x6d696e74 ? 'mint' : word === 0x6275726e ? 'burn' : '';
  if (length !== 8) return '';
  const rest = view.getUint32(p + 12);
  if (word === 0x7472616e && rest === 0x73666572) return 'transfer';
  return word === 0x636c6177 && rest === 0x6261636b ? 'clawback' : '';
}

const assetNames = new AssetWriter((asset) => namedMembers(asset));

function writeMovement(w: JsonWriter, kind: Movement, { view, xdr }: AssetContract, data: number): void {
  const start = w.length;
  w.byte(COMMA);
  if (kind === 'transfer' || kind === 'burn') writeParty(w, name.from, topics[1]!);
  if (kind === 'transfer' || kind === 'mint') writeParty(w, name.to, topics[2]!);
  if (kind === 'clawback') writeParty(w, name.from, topics[2]!);
  w.buffer[start + 1] = OPEN;
  append(w, types[kind]);
  append(w, name.amount);
  w.byte(QUOTE);
  writeAmount(w, data);
  w.byte(QUOTE);
  assetNames.writeFrom(w, view, xdr, 0);
  w.byte(125);
}

function writeParty(w: JsonWriter, role: Uint8Array, topic: number): void {
  append(w, role);
  w.byte(QUOTE);
  writeAddress(w, topic + 4);
  w.byte(QUOTE);
}

function writeAmount(w: JsonWriter, p: number): void {
  const { view } = w;
  if (view.getInt32(p) !== ScValType.scvI128) w.ascii('0.0000000');
  else if (view.getInt32(p + 4) === 0 && view.getInt32(p + 8) === 0 && view.getInt32(p + 12) >= 0) {
    writeFixedUnits(w, view.getInt32(p + 12), view.getUint32(p + 16));
  } else writeWideUnits(w, (view.getBigInt64(p + 4) << 64n) | view.getBigUint64(p + 12));
}
