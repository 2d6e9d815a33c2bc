/** Ledgers of a few transactions and what moved in them, as short texts. */
import { Account, MuxedAccount, type Asset, type Memo, type xdr as base } from '@stellar/stellar-sdk';
import { createBuilder } from '../../src/arrow/table.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { tokenTransfersRaw } from '../../src/tables/transfers/declaration.ts';
import { extractTokenTransfers } from '../../src/tables/token-transfers.ts';
import { LedgerEntryType } from '../../src/xdr/generated/enums.ts';
import { ledgerOfAll, words, type TransactionParts } from '../make/ledger.ts';
import { account, envelopeOf } from '../make/transaction.ts';

export const muxed = (byte: number, id: string) => new MuxedAccount(new Account(account(byte), '0'), id).accountId();

/** A movement: topic, from, to, amount and asset's code; then the memo and its type when there is one. */
export type Told = (string | null)[];

/** Parts of a transaction whose operations are given with the success arms of their results and their entry changes. */
export interface Plan {
  operations: { operation: base.Operation; type: number; success?: Buffer; changes?: Buffer[] }[];
  memo?: Memo;
  source?: string;
}

/** Returns the parts of a successful classic transaction with meta V2. */
export function classic({ operations, memo, source: from }: Plan): TransactionParts {
  const results = operations.map(({ type, success }) => Buffer.concat([words(0, type, 0), success ?? words()]));
  const changes = operations.map(({ changes = [] }) => Buffer.concat([words(changes.length), ...changes]));
  return {
    envelope: envelopeOf(
      operations.map(({ operation }) => operation),
      { from, memo },
    ),
    result: Buffer.concat([words(0, 100, 0, operations.length), ...results, words(0)]),
    meta: Buffer.concat([words(2, 0, operations.length), ...changes, words(0)]),
  };
}

/** Returns the rows of a ledger of testnet with these transactions. */
export function rowsOf(transactions: TransactionParts[], protocol = 22): Record<string, unknown>[] {
  const ledger = Object.assign(ledgerOfAll(transactions), { protocolVersion: protocol });
  const { columns, batch } = createBuilder(tokenTransfersRaw);
  extractTokenTransfers(new Context(ledger, new Decoder(networkId(passphrases.testnet))), columns);
  return batch()
    .toArray()
    .map((row) => row.toJSON() as Record<string, unknown>);
}

/** Returns what moved in the ledger besides fees. */
export function movementsOf(transactions: TransactionParts[], protocol?: number): Told[] {
  return rowsOf(transactions, protocol)
    .filter(({ event_topic }) => event_topic !== 'fee')
    .map(told);
}

export function told(row: Record<string, unknown>): Told {
  const { event_topic, from, to, amount_raw, asset_key, asset_type, to_memo, to_memo_type } = row;
  const memo = to_memo_type === null ? [] : [to_memo_type, to_memo];
  const [code, issuer] = String(asset_key).split(':');
  return [event_topic, from, to, amount_raw, issuer === undefined ? asset_type : code, ...memo] as Told;
}

/** Returns the XDR of an asset. */
export const assetXdr = (asset: Asset) => asset.toXDRObject().toXDR();

/** Returns the entry of an account with a balance. */
export function accountEntry(keyOf: Buffer, balance: number): Buffer {
  const head = [words(7, LedgerEntryType.account, 0), keyOf, words(0, balance, 0, 1, 0, 0, 0, 0)];
  return Buffer.concat([...head, words(0x01000000, 0, 0, 0)]);
}
