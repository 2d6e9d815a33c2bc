import { Asset, Operation, StrKey } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../src/core/errors.ts';
import { readFrames } from '../../src/ledger/frames.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { RecordSet } from '../../src/pipelines/run/record-set.ts';
import { createTables } from '../../src/tables/index.ts';
import { LedgerEntryChangeType, LedgerEntryType, OperationType } from '../../src/xdr/generated/enums.ts';
import { operationFault } from './fault.ts';
import { account, key } from '../make/transaction.ts';
import { accountEntry, assetXdr, classic } from './movements.ts';
import { ledgerOf, words } from '../make/ledger.ts';

const {
  ledgerEntryState: STATE,
  ledgerEntryCreated: CREATED,
  ledgerEntryUpdated: UPDATED,
  ledgerEntryRemoved: REMOVED,
  ledgerEntryRestored: RESTORED,
} = LedgerEntryChangeType;

const usd = new Asset('USD', account(9));
const end = { operation: Operation.endSponsoringFutureReserves({}), type: OperationType.endSponsoringFutureReserves };
const change = (kind: number, entry: Buffer) => Buffer.concat([words(kind), entry]);
const removal = (byte: number) => Buffer.concat([words(REMOVED, LedgerEntryType.account, 0), key(byte)]);
const [one, two] = [accountEntry(key(2), 100), accountEntry(key(3), 100)];

/** Adds a ledger whose only operation has these changes, or this result. */
function add(changes: Buffer[], type: number = end.type): () => void {
  const set = createTables(networkId(passphrases.testnet), { withChanges: true });
  return () => set.add(ledgerOf(classic({ operations: [{ ...end, type, changes }] })));
}

describe('changes that contradict each other are refused', () => {
  it.each([
    { what: 'an entry that exists is created', changes: [change(CREATED, one), change(CREATED, one)] },
    { what: 'a removed entry has no state before it', changes: [removal(2)] },
    {
      what: 'an entry that was removed is updated',
      changes: [change(STATE, one), removal(2), change(UPDATED, one)],
    },
    {
      what: 'an entry that was removed is removed',
      changes: [change(STATE, one), removal(2), change(STATE, one), removal(2)],
    },
    { what: 'the state before a removed entry is of another entry', changes: [change(STATE, two), removal(2)] },
    {
      what: 'the state before an updated entry is of another entry',
      changes: [change(STATE, two), change(UPDATED, one)],
    },
    {
      what: 'the state before an updated entry is of another entry',
      changes: [change(STATE, lineEntry(1)), change(UPDATED, one)],
    },
  ])('$what', ({ what, changes }) => {
    expect(add(changes)).toThrow(operationFault(`changes contradict each other: ${what}`));
  });

  it('by processors of pipelines that read them, and by no others', () => {
    const ledger = ledgerOf(
      classic({ operations: [{ ...end, changes: [change(CREATED, one), change(CREATED, one)] }] }),
    );
    const records = (id: string) => {
      const set = new RecordSet([{ id, config: {}, passphrase: passphrases.testnet }], passphrases.testnet);
      set.add(ledger);
      return set.rows();
    };
    expect(() => records('account_data')).toThrow('changes contradict each other: an entry that exists is created');
    expect(records('latest_ledger')).toBe(1);
  });

  it('but an entry may be updated after another was restored', () => {
    expect(add([change(RESTORED, two), change(STATE, one), change(UPDATED, one)])).not.toThrow();
  });
});

function lineEntry(balance: number): Buffer {
  const amounts = [words(balance >> 31, balance), words(0, 1000)];
  return Buffer.concat([words(7, LedgerEntryType.trustline, 0), key(2), assetXdr(usd), ...amounts, words(1, 0, 0)]);
}

const balanceEntry = (amount: number) =>
  Buffer.concat([
    words(7, LedgerEntryType.claimableBalance, 0),
    ...[key(4), words(0), assetXdr(usd), words(amount >> 31, amount, 0, 0)],
  ]);

const poolEntry = (a: number, b: number) =>
  Buffer.concat([
    words(7, LedgerEntryType.liquidityPool),
    ...[key(5), words(0), words(0), assetXdr(usd), words(30, a >> 31, a, b >> 31, b, 0, 50, 0, 1, 0)],
  ]);

describe('an amount below 0 is refused', () => {
  it.each([
    { what: 'the balance of an account', entry: negative(accountEntry(key(2), 5)) },
    { what: 'the balance of a trust line', entry: lineEntry(-5) },
    { what: 'the amount of a claimable balance', entry: balanceEntry(-5) },
    { what: 'reserve A of a liquidity pool', entry: poolEntry(-5, 5) },
    { what: 'reserve B of a liquidity pool', entry: poolEntry(5, -5) },
  ])('as $what', ({ what, entry }) => {
    expect(add([change(CREATED, entry)])).toThrow(operationFault(`${what} is -5`));
  });

  it('and 0 is not', () => {
    const entries = [accountEntry(key(2), 0), lineEntry(0), balanceEntry(0), poolEntry(0, 0)];
    expect(add(entries.map((entry) => change(CREATED, entry)))).not.toThrow();
  });
});

/** The account's balance of 5 as -5: it stands behind ledger, type and key. */
function negative(entry: Buffer): Buffer {
  entry.writeBigInt64BE(-5n, 4 + 4 + 36);
  return entry;
}

describe('a fault', () => {
  it('names its place in fields, too', () => {
    const ledger = ledgerOf(classic({ operations: [end, { ...end, changes: [removal(2)] }] }));
    ledger.bytes.fill(0xab, ledger.transactions[0].pair, ledger.transactions[0].pair + 32);
    const set = createTables(networkId(passphrases.testnet));
    const path = 'LedgerCloseMeta.v0.txProcessing[0].txApplyProcessing.v2.operations[1].changes[0]';
    const offset = ledger.changes.start(0);
    expect(() => set.add(ledger)).toThrow(
      new DecodeError(
        `ledger 0, transaction 1 (${'ab'.repeat(32)}), operation 1, byte ${offset}, ${path}: ` +
          'changes contradict each other: a removed entry has no state before it',
        {
          ...{ file: undefined, ledger: 0, transaction: 1, transactionHash: 'ab'.repeat(32), operation: 1 },
          ...{ offset, path },
        },
      ),
    );
  });

  it('is a host function that there is not', () => {
    const call = Operation.invokeContractFunction({ contract: StrKey.encodeContract(key(6)), function: 'f', args: [] });
    const operation = { operation: call, type: OperationType.invokeHostFunction, success: key(0) };
    const bytes = Buffer.from(ledgerOf({ ...classic({ operations: [operation] }), sequence: 7 }).bytes);
    const host = bytes.indexOf(words(0, OperationType.invokeHostFunction, 0)) + 8;
    bytes.writeInt32BE(9, host);
    const path = 'LedgerCloseMeta.v0.txSet.txs[0].envelopeTypeTx.tx.operations[0].body.invokeHostFunction.hostFunction';
    expect(() => [...readFrames(bytes, 'x.xdr')]).toThrow(
      new DecodeError(
        `x.xdr, ledger 7, byte ${host}, ${path}: HostFunction has no arm 9; a newer protocol may bring it: update ledgerlake`,
        { file: 'x.xdr', ledger: 7, operation: 0, offset: host, path },
      ),
    );
  });

  it('is a result of another operation', () => {
    const path = 'LedgerCloseMeta\\.v0\\.txProcessing\\[0\\]\\.result\\.result\\.result\\.txSuccess\\[0\\]';
    const payment = OperationType.payment;
    expect(add([], payment)).toThrow(
      new RegExp(`operation 0, byte \\d+, ${path}: result of operation type 1, expected 17$`),
    );
  });
});
