import { Asset, Memo, Operation, StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { listEvents } from '../../src/ledger/event-list.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { ABSENT } from '../../src/ledger/transaction.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { tokenTransfersRaw } from '../../src/tables/transfers/declaration.ts';
import { extractTokenTransfers } from '../../src/tables/token-transfers.ts';
import { LedgerEntryChangeType, OperationType } from '../../src/xdr/generated/enums.ts';
import { ledgers, options } from '../simulator/ledgers.ts';
import { divergence } from '../divergences.ts';
import { transactionFault } from './fault.ts';
import { account, key, signer, source } from '../make/transaction.ts';
import { accountEntry, classic, movementsOf, rowsOf, told } from './movements.ts';
import { words, type TransactionParts } from '../make/ledger.ts';

const { ScVal } = xdr;
const me = source;
const usd = new Asset('USD', account(9));
const usdContract = StrKey.decodeContract(usd.contractId(passphrases.testnet));
const lumens = StrKey.decodeContract(Asset.native().contractId(passphrases.testnet));
const token = key(6);

const symbol = (text: string) => ScVal.scvSymbol(text);
const string = (text: string) => ScVal.scvString(text);
const i128 = (amount: bigint) =>
  ScVal.scvI128(new xdr.Int128Parts({ hi: amount >> 64n, lo: BigInt.asUintN(64, amount) }));
const holder = (byte: number) => addressOf(key(byte));
const addressOf = (bytes: Uint8Array) =>
  ScVal.scvAddress(xdr.ScAddress.scAddressTypeAccount(xdr.PublicKey.publicKeyTypeEd25519(bytes)));
const name = string(`USD:${account(9)}`);
const five = i128(5n);

function event(contract: Uint8Array, topics: xdr.ScVal[], data: xdr.ScVal): xdr.ContractEvent {
  return new xdr.ContractEvent({
    ext: xdr.ExtensionPoint.v0(),
    contractId: new xdr.ContractId(contract),
    type: xdr.ContractEventType.contract,
    body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data })),
  });
}

const map = (members: Record<string, xdr.ScVal>) =>
  ScVal.scvMap(Object.entries(members).map(([member, val]) => new xdr.ScMapEntry({ key: symbol(member), val })));

const call: TransactionParts = classic({
  operations: [
    {
      operation: Operation.invokeContractFunction({ contract: StrKey.encodeContract(token), function: 'f', args: [] }),
      type: OperationType.invokeHostFunction,
      success: key(0),
    },
  ],
});
const pay = classic({
  operations: [
    {
      operation: Operation.payment({ destination: account(2), asset: usd, amount: '1' }),
      type: OperationType.payment,
    },
  ],
  memo: Memo.text('hi'),
});

/** The transaction with meta V3: a call with these events. */
function metaV3(parts: TransactionParts, events: xdr.ContractEvent[], changesAfter: Buffer[] = []): TransactionParts {
  const soroban = [words(0, events.length), ...events.map(bytesOf), words(0, 0), words(0)];
  return withMeta(parts, [words(3, 0, 0, 1, 0, changesAfter.length), ...changesAfter, words(1), ...soroban]);
}

/** The transaction with meta V4: one operation with these events, and events of the transaction. */
function metaV4(
  parts: TransactionParts,
  events: xdr.ContractEvent[],
  fees: xdr.ContractEvent[] = [],
  changesAfter: Buffer[] = [],
): TransactionParts {
  const operations = [words(1, 0, 0, events.length), ...events.map(bytesOf)];
  const after = [words(changesAfter.length), ...changesAfter];
  const ofTransaction = [words(fees.length), ...fees.flatMap((fee) => [words(0), bytesOf(fee)])];
  return withMeta(parts, [words(4, 0, 0), ...operations, ...after, words(0), ...ofTransaction, words(0)]);
}

const bytesOf = (value: { toXdr(): Uint8Array }) => Buffer.from(value.toXdr());
const withMeta = (parts: TransactionParts, meta: Buffer[]) => ({ ...parts, meta: Buffer.concat(meta) });

const fee = event(lumens, [symbol('fee'), addressOf(signer.rawPublicKey())], i128(100n));

describe('the origin of movements', () => {
  const transfer = event(usdContract, [symbol('transfer'), holder(2), holder(3), name], five);
  const origins = (parts: TransactionParts) => rowsOf([parts]).map((row) => [row.origin, ...told(row).slice(0, 4)]);

  it('is the events, when the meta has a fee event', () => {
    expect(origins(metaV4(pay, [transfer], [fee]))).toEqual([
      ['event', 'fee', me, null, '100'],
      ['event', 'transfer', account(2), account(3), '5'],
    ]);
  });

  it('is operation and result, when it has none', () => {
    expect(origins(metaV4(pay, [transfer]))).toEqual([
      ['derived', 'fee', me, null, '100'],
      ['derived', 'transfer', me, account(2), '10000000'],
    ]);
  });

  it('is the events of a contract all the same', () => {
    expect(origins(metaV4(call, [transfer]))).toEqual([
      ['derived', 'fee', me, null, '100'],
      ['event', 'transfer', account(2), account(3), '5'],
    ]);
  });

  it('makes no difference to what moved', () => {
    const id = networkId(options.passphrase);
    const movements = (bytes: Uint8Array, withEvents: boolean) => {
      const ledger = readLedger(bytes);
      checkLedger(ledger, id);
      if (!withEvents) for (const transaction of ledger.transactions) transaction.events = ABSENT;
      const { columns, batch } = createBuilder(tokenTransfersRaw);
      extractTokenTransfers(new Context(ledger, new Decoder(id)), columns);
      const rows = batch().toArray();
      const origin = [...new Set(rows.map((row) => row.origin as string))];
      // The simulator gives new accounts no memo; the rules of memos have tests of their own.
      const withoutMemo = rows.map((row) =>
        JSON.stringify([String(row.operation_id), ...told(row.toJSON()).slice(0, 5)]),
      );
      return { origin, told: withoutMemo.sort() };
    };
    let count = 0;
    for (const { bytes } of ledgers) {
      const read = movements(bytes, true);
      const derived = movements(bytes, false);
      expect(derived.told).toEqual(read.told);
      if (read.told.length > 0) expect([read.origin, derived.origin]).toEqual([['event'], ['derived']]);
      count += read.told.length;
    }
    expect(count).toBeGreaterThan(1000);
  });

  it('is refused when a fee event is not as CAP-67 has it', () => {
    const otherToken = event(token, [symbol('fee'), holder(2)], five);
    const refused = (fees: xdr.ContractEvent[], what: string) =>
      expect(() => rowsOf([metaV4(pay, [], fees)])).toThrow(transactionFault(what));
    refused([otherToken], 'fee event of another form');
    refused([event(lumens, [symbol('fee'), name], five)], 'fee event of another form');
    refused([fee, fee, fee], 'more than two fee events');
  });
});

describe('events of contracts', () => {
  const v3 = (...events: xdr.ContractEvent[]) => movementsOf([metaV3(call, events)]);
  const v4 = (...events: xdr.ContractEvent[]) => movementsOf([metaV4(call, events)]);

  it('may name an administrator before the holder, in any meta', () => {
    const parties = [[holder(1), holder(2)], [holder(2)]];
    const events = parties.flatMap((named) =>
      ['mint', 'clawback'].flatMap((topic) => [
        event(usdContract, [symbol(topic), ...named, name], five),
        event(token, [symbol(topic), ...named], five),
      ]),
    );
    const once = [
      ['mint', null, account(2), '5', 'USD'],
      ['mint', null, account(2), '5', ''],
      ['clawback', account(2), null, '5', 'USD'],
      ['clawback', account(2), null, '5', ''],
    ];
    for (const read of [v3, v4]) expect(read(...events)).toEqual([...once, ...once]);
    expect(divergence('administrator-is-no-holder').proof).toBe('tables/token-transfer-events.test.ts');
  });

  it('may have further topics, and data of further members, in any meta', () => {
    const parties = { transfer: [holder(2), holder(3)], mint: [holder(2)], burn: [holder(2)], clawback: [holder(2)] };
    const data = [five, map({ amount: five, reason: name }), ScVal.scvVec([five]), ScVal.scvVec([five, name])];
    const events = Object.entries(parties).flatMap(([topic, named]) =>
      data.flatMap((one) => [
        event(token, [symbol(topic), ...named, symbol('more'), five], one),
        event(usdContract, [symbol(topic), ...named, name, symbol('more')], one),
      ]),
    );
    const expected = Object.keys(parties).flatMap((topic) =>
      data.flatMap(() => [
        [topic, ''],
        [topic, 'USD'],
      ]),
    );
    for (const read of [v3, v4]) {
      expect(read(...events).map(([topic, , , amount, asset]) => [topic, asset, amount])).toEqual(
        expected.map((row) => [...row, '5']),
      );
    }
    expect(divergence('token-events-of-any-form').proof).toBe('tables/token-transfer-events.test.ts');
  });

  it('tell of mints and burns of assets as transfers before CAP-67', () => {
    const between = (from: number, to: number) =>
      event(usdContract, [symbol('transfer'), holder(from), holder(to), name], five);
    for (const read of [v3, v4]) {
      expect(read(between(9, 2), between(2, 9), between(9, 9), between(2, 3))).toEqual([
        ['mint', null, account(2), '5', 'USD'],
        ['burn', account(2), null, '5', 'USD'],
        ['transfer', account(9), account(9), '5', 'USD'],
        ['transfer', account(2), account(3), '5', 'USD'],
      ]);
    }
  });

  it('have an asset only when its own contract names it', () => {
    const topics = [symbol('transfer'), holder(2), holder(3), name];
    const events = [event(token, topics, five), event(usdContract, topics.slice(0, 3), five)];
    expect(v4(...events)).toEqual(events.map(() => ['transfer', account(2), account(3), '5', '']));
  });

  it('may have a memo with the amount', () => {
    const topics = [symbol('transfer'), holder(2), holder(3)];
    const memos = [ScVal.scvU64(7n), string('hi'), ScVal.scvBytes(new Uint8Array([1, 255])), ScVal.scvVoid(), five];
    const events = memos.map((memo) => event(token, topics, map({ amount: five, to_muxed_id: memo, zone: five })));
    for (const read of [v3, v4]) {
      expect(read(...events).map((movement) => movement.slice(5))).toEqual([
        ...[['id', '7'], ['text', 'hi'], ['hash', '01ff'], [], []],
      ]);
    }
  });

  it('have no muxed address when the memo is for another than an account', () => {
    const data = map({ amount: five, to_muxed_id: ScVal.scvU64(7n) });
    const contract = ScVal.scvAddress(xdr.ScAddress.scAddressTypeContract(new xdr.ContractId(key(7))));
    const events = [
      [symbol('transfer'), holder(2), contract],
      [symbol('burn'), holder(2)],
    ];
    const [, ...rows] = rowsOf([
      metaV4(
        call,
        events.map((topics) => event(token, topics, data)),
      ),
    ]);
    expect(rows.map(({ to_memo, to_muxed }) => [to_memo, to_muxed])).toEqual(events.map(() => ['7', null]));
  });

  it('have amounts of 128 bits', () => {
    const amounts = [2n ** 127n - 1n, -(2n ** 127n), 2n ** 63n, -(2n ** 63n), 2n ** 53n + 1n, -1n];
    const burnt = amounts.map((amount) => event(token, [symbol('burn'), holder(2)], i128(amount)));
    expect(v4(...burnt).map(([, , , amount]) => amount)).toEqual(amounts.map(String));
  });

  it('move between parties of any kind', () => {
    const strkey = StrKey.encodeContract(key(7));
    const contract = ScVal.scvAddress(xdr.ScAddress.scAddressTypeContract(new xdr.ContractId(key(7))));
    expect(v4(event(token, [symbol('transfer'), contract, holder(3)], five))).toEqual([
      ['transfer', strkey, account(3), '5', ''],
    ]);
  });

  it('are skipped when they tell of something else', () => {
    const parties = [holder(2), holder(3)];
    const transfer = symbol('transfer');
    const notI128 = ScVal.scvU64(5n);
    const others = [
      event(token, [], five),
      event(token, [transfer], five),
      event(token, [transfer, holder(2)], five),
      event(token, [transfer, holder(2), name], five),
      event(token, [string('transfer'), ...parties], five),
      event(token, [symbol('approve'), ...parties], five),
      event(token, [symbol(''), ...parties], five),
      event(token, [transfer, ...parties], notI128),
      event(token, [transfer, ...parties], map({ sum: five })),
      event(token, [transfer, ...parties], map({ amount: notI128 })),
      event(token, [transfer, ...parties], ScVal.scvVec([])),
      event(token, [transfer, ...parties], ScVal.scvVec([notI128, five])),
      new xdr.ContractEvent({
        ...event(token, [transfer, ...parties], five),
        type: xdr.ContractEventType.system,
      }),
    ];
    expect(v4(...others)).toEqual([]);
  });
});

describe('the place of a movement', () => {
  const transfer = event(token, [symbol('transfer'), holder(2), holder(3)], five);
  const other = event(token, [symbol('transfer'), holder(2), name], five);
  const placesOf = (transactions: TransactionParts[], protocol?: number) =>
    rowsOf(transactions, protocol).map(({ event_topic, event_toid, event_number, event_position }) => [
      ...[event_topic, BigInt(event_toid as bigint) & 0xffffffffn, event_number, event_position],
    ]);
  const toid = (transaction: number, operation: number) => BigInt(transaction * 4096 + operation);

  it('counts the events that tell of no movement', () => {
    const counted = metaV4(call, [other, other, transfer, other, transfer], [other, fee]);
    expect(placesOf([counted, counted])).toEqual([
      ['fee', 0n, 1, 1],
      ['fee', 0n, 3, 1],
      ['transfer', toid(1, 0), 2, 2],
      ['transfer', toid(1, 0), 4, 4],
      ['transfer', toid(2, 0), 2, 2],
      ['transfer', toid(2, 0), 4, 4],
    ]);
  });

  it('is that of the event in the order of CAP-67 where the meta has none', () => {
    expect(placesOf([pay, pay])).toEqual([
      ['fee', 0n, 0, 0],
      ['fee', 0n, 1, 0],
      ['transfer', toid(1, 0), 0, 0],
      ['transfer', toid(2, 0), 0, 0],
    ]);
  });

  it('is the id that getEvents has in every ledger', () => {
    const id = networkId(options.passphrase);
    let count = 0;
    for (const { bytes } of ledgers) {
      const ledger = readLedger(bytes);
      checkLedger(ledger, id);
      const list = listEvents(ledger);
      const known = new Set(
        Array.from({ length: list.length }, (_, i) =>
          [list.transaction(i) * 4096 + list.operation(i), list.number(i)].join(),
        ),
      );
      const { columns, batch } = createBuilder(tokenTransfersRaw);
      extractTokenTransfers(new Context(ledger, new Decoder(id)), columns);
      const found = batch()
        .toArray()
        .map((row) => [Number((row.event_toid as bigint) & 0xffffffffn), row.event_number].join());
      expect(found.filter((place) => !known.has(place))).toEqual([]);
      expect(new Set(found).size).toBe(found.length);
      count += found.length;
    }
    expect(count).toBeGreaterThan(1000);
  });
});

describe('refunds of Soroban fees', () => {
  const { ledgerEntryState: STATE, ledgerEntryUpdated: UPDATED } = LedgerEntryChangeType;
  const change = (kind: number, balance: number) =>
    Buffer.concat([words(kind), accountEntry(Buffer.from(signer.rawPublicKey()), balance)]);
  const feeChanges = Buffer.concat([words(2), change(STATE, 1000), change(UPDATED, 400)]);
  const moved = event(token, [symbol('burn'), holder(2)], five);
  /** The extension of the transaction, before one signature: from 0 to 1 with empty Soroban data. */
  const soroban = (parts: TransactionParts): TransactionParts => ({
    ...parts,
    envelope: Buffer.concat([parts.envelope.subarray(0, -8), words(1, 0, 0, 0, 0, 0, 0, 0, 0, 0)]),
    fee: feeChanges,
  });
  const transaction = soroban(metaV3(call, [moved], [change(STATE, 400), change(UPDATED, 450)]));
  const order = (protocol: number) =>
    rowsOf([transaction, transaction], protocol).map(({ event_topic, amount_raw, transaction_id, event_index }) => [
      ...[event_topic, amount_raw, Number(transaction_id) >> 12, event_index],
    ]);

  it('follow their transaction before protocol 23', () => {
    expect(order(22)).toEqual([
      ['fee', '600', 1, 0],
      ['fee', '600', 2, 1],
      ['burn', '5', 1, 2],
      ['fee', '-50', 1, 3],
      ['burn', '5', 2, 4],
      ['fee', '-50', 2, 5],
    ]);
  });

  it('follow all transactions since', () => {
    expect(order(23)).toEqual([
      ['fee', '600', 1, 0],
      ['fee', '600', 2, 1],
      ['burn', '5', 1, 2],
      ['burn', '5', 2, 3],
      ['fee', '-50', 1, 4],
      ['fee', '-50', 2, 5],
    ]);
  });

  it('have nothing of an event before them that was skipped', () => {
    const topics = [symbol('transfer'), holder(2), holder(3)];
    const changes = [change(STATE, 400), change(UPDATED, 450)];
    const refund = (data: xdr.ScVal) => {
      const rows = rowsOf([soroban(metaV4(call, [event(token, topics, data)], [], changes))], 22);
      return rows.map(told).at(-1);
    };
    const others = [
      ...[ScVal.scvU64(5n), map({ to_muxed_id: string('hi') })],
      map({ amount: i128(2n ** 100n), to_muxed_id: five }),
    ];
    expect(others.map(refund)).toEqual(others.map(() => ['fee', me, null, '-50', 'native']));
  });

  it('are refused when they take more', () => {
    const less = soroban(metaV3(call, [], [change(STATE, 450), change(UPDATED, 400)]));
    expect(() => rowsOf([less])).toThrow(transactionFault('the refund lowers the balance of who gets it'));
  });
});
