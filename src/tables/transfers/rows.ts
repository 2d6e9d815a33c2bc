/** Writes movements as rows of the table. */
import type { Utf8Column } from '../../arrow/columns.ts';
import { Piece, type ByteWriter } from '../../bytes.ts';
import { isSorobanTransaction, operationTypeAt } from '../../ledger/soroban.ts';
import type { LedgerTransaction } from '../../ledger/transaction.ts';
import { writeWide } from '../../xdr/json-values.ts';
import { strkeyVersion, writeStrkey } from '../../xdr/strkey.ts';
import type { AssetContract } from '../asset/assets.ts';
import { pushLossyUtf8, pushToid, pushTransactionHash, type Context } from '../context.ts';
import { LUMENS, memoKinds, Movement, NOBODY, type Topic } from './movement.ts';
import type { TransferColumns } from './declaration.ts';

/** The place of a transaction's fees among its operations, which count from 1. */
export const NO_OPERATION = 0;

const TOPICS = 4;
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

const memoNames = ['', 'id', 'text', 'hash'];
/** An account's key and id. */
const payload = new Uint8Array(KEY_BYTES + ID_BYTES);

/** The rows of a ledger: `begin` says whose, then every movement recorded is one. */
export class TransferRows extends Movement {
  /** Where the first topics of the event that is read stand. */
  readonly topics = new Int32Array(TOPICS);
  readonly #context: Context;
  readonly #out: TransferColumns;
  #transaction!: LedgerTransaction;
  #operation = NO_OPERATION;
  #operationType = 0;
  #isSoroban = false;
  #count = 0;
  /** Where the amount stands as an i128 that does not fit into 64 bits; else 0. */
  #wide = 0;

  constructor(context: Context, out: TransferColumns) {
    super(context.view);
    this.#context = context;
    this.#out = out;
  }

  /** Says whose rows follow: those of an operation, from 1, or of the transaction's fees. */
  begin(transaction: LedgerTransaction, operation: number): void {
    if (transaction !== this.#transaction) this.#isSoroban = isSorobanTransaction(this.view, transaction.envelope);
    this.#transaction = transaction;
    this.#operation = operation;
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

  /** Writes the movement as a derived row. */
  record(topic: Topic, asset: number): void {
    const context = this.#context;
    const { contracts } = context.decoder;
    const contract = asset === LUMENS ? contracts.native : contracts.of(context.view, asset);
    this.#push(topic, contract, contract.id, 0, origin.derived);
  }

  /** Writes the movement that an event of the contract at `contract` tells of; its asset is known or it has none. */
  recordEvent(topic: Topic, contract: number, known: AssetContract | undefined): void {
    this.#push(topic, known, this.view, contract, origin.event);
  }

  #push(topic: Topic, known: AssetContract | undefined, id: DataView, idAt: number, from: Piece): void {
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
    this.#pushAsset(known, id, idAt);
    this.#pushAmount();
    if (this.memoKind !== memoKinds.none) this.#pushMemo(row);
    out.event_index.push(this.#count++);
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
    else if (kind === strkeyVersion.muxedAccount) this.#writeMuxed(column.writer, key + ID_BYTES, key);
    else keys.write(column.writer, kind, this.view, key);
    column.end();
  }

  /** An `id` below 0 is the id 0. */
  #writeMuxed(w: ByteWriter, key: number, id: number): void {
    for (let i = 0; i < KEY_BYTES; i++) payload[i] = this.view.getUint8(key + i);
    for (let i = 0; i < ID_BYTES; i++) payload[KEY_BYTES + i] = id < 0 ? 0 : this.view.getUint8(id + i);
    writeStrkey(w, strkeyVersion.muxedAccount, payload, 0, KEY_BYTES + ID_BYTES);
  }

  #pushAsset(known: AssetContract | undefined, id: DataView, idAt: number): void {
    const { asset_type: type, asset_key: key, contract_id: contract } = this.#out;
    this.#pushContract(contract, id, idAt);
    if (known) {
      type.piece(known.asset.typePiece);
      key.piece(known.asset.keyPiece);
    } else {
      type.end();
      this.#pushContract(key, id, idAt);
    }
  }

  #pushContract(column: Utf8Column, id: DataView, idAt: number): void {
    this.#context.keys.write(column.writer, strkeyVersion.contract, id, idAt);
    column.end();
  }

  #pushAmount(): void {
    const { amount_raw: amount } = this.#out;
    const { json } = this.#context;
    if (this.#wide === 0) {
      amount.writer.int64(this.high, this.low);
      amount.end();
      return;
    }
    json.length = 0;
    writeWide(json, this.view, this.#wide, 16, true);
    amount.text(json);
  }

  #pushMemo(row: number): void {
    const { to_muxed: muxed, to_memo_type: type } = this.#out;
    const { memoKind, memoStart, memoEnd, view } = this;
    const memo = this.#out.to_memo.at(row);
    this.#pushMuxed(muxed.at(row));
    type.at(row).name(memoNames[memoKind]);
    if (memoKind === memoKinds.text) return pushLossyUtf8(memo, this.#context.bytes, memoStart, memoEnd);
    if (memoKind === memoKinds.hash) return memo.hex(this.#context.view, memoStart, memoEnd);
    memo.writer.uint64(view.getUint32(memoStart), view.getUint32(memoStart + 4));
    memo.end();
  }

  /** Only accounts have muxed addresses; the reference has an empty text for others. */
  #pushMuxed(column: Utf8Column): void {
    if (this.toKind !== strkeyVersion.account) return column.ascii('');
    this.#writeMuxed(column.writer, this.to, this.memoKind === memoKinds.id ? this.memoStart : -1);
    column.end();
  }
}
