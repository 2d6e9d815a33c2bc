/** Writes movements as rows of the table. */
import type { Utf8Column } from '../../arrow/columns.ts';
import { Piece, type ByteWriter } from '../../core/bytes.ts';
import { isSorobanTransaction, operationTypeAt } from '../../ledger/soroban.ts';
import type { LedgerTransaction } from '../../ledger/transaction.ts';
import { writeWide } from '../../xdr/json-values.ts';
import { strkeyVersion, writeStrkey } from '../../xdr/strkey.ts';
import type { AssetContract } from '../asset/assets.ts';
import { pushKey, pushTextOf, pushToid, pushTransactionHash, type Context } from '../context.ts';
import { LUMENS_KEY, memoKinds, Movement, NOBODY, type Topic } from './movement.ts';
import type { TransferColumns } from './declaration.ts';

/** The place of a transaction's fees among its operations, which count from 1. */
export const NO_OPERATION = 0;

const KEY_BYTES = 32;
const ID_BYTES = 8;
const origin = { derived: new Piece('derived'), event: new Piece('event') };
const topics = {
  transfer: new Piece('transfer'),
  mint: new Piece('mint'),
  burn: new Piece('burn'),
  clawback: new Piece('clawback'),
  fee: new Piece('fee'),
};

/** The first protocol with muxed contracts (CAP-84). Earlier, an id beside a contract is no part of its address. */
const FIRST_WITH_MUXED_CONTRACTS = 30;

const memoNames = ['', 'id', 'text', 'hash'];
/** The key of an account or contract, and an id. */
const payload = new Uint8Array(KEY_BYTES + ID_BYTES);

/** The position of an event: the parts of its id (`EventList`), and its index in its operation, else its transaction. */
export interface TransferPlace {
  transaction: number;
  operation: number;
  number: number;
  position: number;
}

/** The rows of a ledger: `begin` says whose, then every movement recorded is one. */
export class TransferRows extends Movement {
  readonly #context: Context;
  readonly #out: TransferColumns;
  readonly #hasMuxedContracts: boolean;
  #transaction!: LedgerTransaction;
  #operation = NO_OPERATION;
  #operationType = 0;
  #isSoroban = false;
  #count = 0;
  /** Where the amount stands as an i128 that does not fit into 64 bits; else 0. */
  #wide = 0;
  /** How many derived movements of the operation there were. */
  #derived = 0;
  #place: TransferPlace = { transaction: 0, operation: 0, number: 0, position: 0 };

  constructor(context: Context, out: TransferColumns) {
    super(context.view);
    this.#context = context;
    this.#out = out;
    this.#hasMuxedContracts = context.ledger.protocolVersion >= FIRST_WITH_MUXED_CONTRACTS;
  }

  /** Says whose rows follow: those of an operation, from 1, or of the transaction's fees. */
  begin(transaction: LedgerTransaction, operation: number): void {
    if (transaction !== this.#transaction) this.#isSoroban = isSorobanTransaction(this.view, transaction.envelope);
    this.#transaction = transaction;
    this.#operation = operation;
    this.#derived = 0;
    if (operation !== NO_OPERATION)
      this.#operationType = operationTypeAt(this.view, transaction.envelope.operations[operation - 1]);
  }

  override clear(): void {
    super.clear();
    this.#wide = 0;
  }

  /** Sets the amount to the i128 at `p`. */
  setWideAmountAt(p: number): void {
    const { view } = this;
    this.setAmountAt(p + 8);
    const sign = this.high >> 31;
    this.#wide = view.getInt32(p) === sign && view.getInt32(p + 4) === sign ? 0 : p;
  }

  /** Says where the event of the next row stands; without it that is the next place of the operation. */
  placeAt(place: TransferPlace): void {
    this.#place = place;
  }

  /** Writes the movement as a derived row. */
  record(topic: Topic, asset: number): void {
    const context = this.#context;
    if (this.#operation !== NO_OPERATION) this.#placeInOperation(this.#derived++);
    const { contracts } = context.decoder;
    const contract = asset === LUMENS_KEY ? contracts.native : contracts.of(context.view, asset);
    this.#push(topic, contract, 0, origin.derived);
  }

  /** Writes the movement that an event of the contract at `contract` tells of; its asset is known or it has none. */
  recordEvent(topic: Topic, contract: number, known: AssetContract | undefined, position?: number): void {
    if (position !== undefined) this.#placeInOperation(position);
    this.#push(topic, known, contract, origin.event);
  }

  #placeInOperation(position: number): void {
    this.#place = {
      transaction: this.#transaction.order,
      operation: this.#operation - 1,
      number: position,
      position,
    };
  }

  #push(topic: Topic, known: AssetContract | undefined, contract: number, from: Piece): void {
    const out = this.#out;
    const context = this.#context;
    const { pair, order } = this.#transaction;
    const row = out.event_index.length;
    pushTransactionHash(out.transaction_hash, context, pair);
    pushToid(out.transaction_id, context, order, 0);
    if (this.#operation !== NO_OPERATION) this.#pushOperation(order, row);
    out.event_topic.piece(topics[topic]);
    if (this.fromKind !== NOBODY) this.#pushParty(out.from.at(row), this.fromKind, this.from);
    if (this.toKind !== NOBODY) this.#pushParty(out.to.at(row), this.toKind, this.to);
    this.#pushAsset(known, contract);
    this.#pushAmount();
    if (this.memoKind !== memoKinds.none) this.#pushMemo(row);
    out.event_index.push(this.#count++);
    pushToid(out.event_toid, context, this.#place.transaction, this.#place.operation);
    out.event_number.push(this.#place.number);
    out.event_position.push(this.#place.position);
    out.is_soroban.push(this.#isSoroban);
    out.origin.piece(from);
    this.clear();
  }

  #pushOperation(order: number, row: number): void {
    const { operation_id: id, operation_type: type } = this.#out;
    pushToid(id.at(row), this.#context, order, this.#operation);
    type.at(row).push(this.#operationType);
  }

  #pushParty(column: Utf8Column, kind: number, key: number): void {
    const { keys } = this.#context;
    // The type of a ClaimableBalanceID comes before its hash.
    if (kind === strkeyVersion.claimableBalance) keys.writeBalance(column.writer, this.view, key - 4);
    else if (isMuxed(kind)) this.#writeMuxed(column.writer, kind, key + ID_BYTES, key);
    else keys.write(column.writer, kind, this.view, key);
    column.end();
  }

  #writeMuxed(w: ByteWriter, kind: number, key: number, id: number): void {
    for (let i = 0; i < KEY_BYTES; i++) payload[i] = this.view.getUint8(key + i);
    for (let i = 0; i < ID_BYTES; i++) payload[KEY_BYTES + i] = this.view.getUint8(id + i);
    writeStrkey(w, kind, payload, 0, KEY_BYTES + ID_BYTES);
  }

  /** Writes the asset, or what has none as the contract whose id stands at `id`. */
  #pushAsset(known: AssetContract | undefined, id: number): void {
    const { asset_type: type, asset_key: key, contract_id: contract } = this.#out;
    if (known) {
      type.piece(known.asset.typePiece);
      key.piece(known.asset.keyPiece);
      contract.piece(known.address);
      return;
    }
    type.end();
    for (const column of [key, contract]) pushKey(column, strkeyVersion.contract, this.#context, id);
  }

  #pushAmount(): void {
    const { amount_raw: amount } = this.#out;
    const { json } = this.#context;
    if (this.#wide === 0) {
      amount.writer.signed64(this.high, this.low);
      amount.end();
      return;
    }
    json.length = 0;
    writeWide(json, this.view, this.#wide, 16, true);
    amount.text(json);
  }

  #pushMemo(row: number): void {
    const { to_memo_type: type } = this.#out;
    const { memoKind, memoStart, memoEnd, view } = this;
    const memo = this.#out.to_memo.at(row);
    type.at(row).name(memoNames[memoKind]);
    if (memoKind === memoKinds.text) {
      this.#out.to_memo_bytes.at(row).base64(view, memoStart, memoEnd);
      return pushTextOf(memo, this.#context.bytes, memoStart, memoEnd);
    }
    if (memoKind === memoKinds.hash) return memo.hex(this.#context.view, memoStart, memoEnd);
    if (this.toKind === strkeyVersion.account) this.#pushMuxed(row, strkeyVersion.muxedAccount);
    if (this.toKind === strkeyVersion.contract && this.#hasMuxedContracts)
      this.#pushMuxed(row, strkeyVersion.muxedContract);
    memo.writer.unsigned64(view.getUint32(memoStart), view.getUint32(memoStart + 4));
    memo.end();
  }

  #pushMuxed(row: number, kind: number): void {
    const column = this.#out.to_muxed.at(row);
    this.#writeMuxed(column.writer, kind, this.to, this.memoStart);
    column.end();
  }
}

function isMuxed(kind: number): boolean {
  return kind === strkeyVersion.muxedAccount || kind === strkeyVersion.muxedContract;
}
