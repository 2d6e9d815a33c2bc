import { Asset, Operation } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { createTables } from '../../src/tables/index.ts';
import { LedgerEntryChangeType, OperationType } from '../../src/xdr/generated/enums.ts';
import { account, key, signer } from '../make/transaction.ts';
import { accountEntry, classic } from './movements.ts';
import { ledgerOf, words } from '../make/ledger.ts';

const { ledgerEntryState: STATE, ledgerEntryUpdated: UPDATED, ledgerEntryCreated: CREATED } = LedgerEntryChangeType;
const TX_INTERNAL_ERROR = -11;

const payment = Operation.payment({ destination: account(2), asset: Asset.native(), amount: '1' });
const change = (kind: number, byte: Buffer, balance: number) =>
  Buffer.concat([words(kind), accountEntry(byte, balance)]);
const mine = (kind: number, balance: number) => change(kind, Buffer.from(signer.rawPublicKey()), balance);

/** The balances in `accounts` of a ledger whose transaction pays a fee and creates an account, or fails to. */
function balances(protocol: number, result: Buffer, metaVersion: number): unknown[] {
  const { envelope } = classic({ operations: [{ operation: payment, type: OperationType.payment }] });
  const before = [words(2), mine(STATE, 900), mine(UPDATED, 890)];
  const after = metaVersion < 2 ? [] : [words(2), mine(STATE, 880), mine(UPDATED, 870)];
  const operation = [words(1, 3), mine(STATE, 890), mine(UPDATED, 880), change(CREATED, key(2), 5)];
  const meta = Buffer.concat([words(metaVersion), ...before, ...operation, ...after]);
  const fee = Buffer.concat([words(2), mine(STATE, 1000), mine(UPDATED, 900)]);
  const tables = createTables(networkId(passphrases.testnet), { only: ['accounts'] });
  tables.add(ledgerOf({ envelope, result, meta, fee, protocol }));
  const rows = tables.batches().get('accounts')!.toArray();
  return rows.map((row) => Number(row.balance_stroops as bigint));
}

describe('changes of a transaction', () => {
  const failed = words(0, 100, TX_INTERNAL_ERROR, 0);

  it('are undone but for its fee and sequence number by an internal error up to protocol 12', () => {
    expect(balances(12, failed, 2)).toEqual([890]);
    expect(balances(12, failed, 1)).toEqual([890]);
  });

  it('all count after that, and with other results', () => {
    const succeeded = words(0, 100, 0, 1, 0, OperationType.payment, 0, 0);
    expect(balances(13, failed, 2)).toEqual([870, 5]);
    expect(balances(12, succeeded, 2)).toEqual([870, 5]);
    expect(balances(12, succeeded, 1)).toEqual([880, 5]);
  });
});
