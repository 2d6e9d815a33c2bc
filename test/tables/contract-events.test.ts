import { Operation, StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { ByteWriter } from '../../src/core/bytes.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { networkId } from '../../src/ledger/network.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { extractContractEvents, historyContractEvents } from '../../src/tables/contract-events.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { writePlain } from '../../src/tables/event/plain.ts';
import { OperationType } from '../../src/xdr/generated/enums.ts';
import { jsonScVal } from '../../src/xdr/generated/json.ts';
import { JsonWriter } from '../../src/xdr/json-writer.ts';
import { ledgers, metaOf, metas, options } from '../simulator/ledgers.ts';
import { classic } from './movements.ts';
import { list } from '../make/call.ts';
import { divergence } from '../divergences.ts';
import { ledgerOf, ledgerOfAll, words } from '../make/ledger.ts';

const id = networkId(options.passphrase);

function contextOf(bytes: Uint8Array, withXdr = false) {
  const ledger = readLedger(bytes);
  checkLedger(ledger, id);
  return new Context(ledger, new Decoder(id, { withXdr }));
}

function rowsOf(bytes: Uint8Array): Record<string, unknown>[] {
  const { columns, batch } = createBuilder(historyContractEvents);
  extractContractEvents(contextOf(bytes, true), columns);
  const rows = batch();
  return Array.from({ length: rows.numRows }, (_, row) =>
    Object.fromEntries(rows.schema.names.map((name) => [name, rows.getChild(name)!.get(row)])),
  );
}

const base64 = (value: { toXdr(): Uint8Array }) => Buffer.from(value.toXdr()).toString('base64');

function plain(value: xdr.ScVal): string {
  const json = new JsonWriter().from(value.toXdr());
  jsonScVal(json, 0);
  const text = new ByteWriter();
  writePlain(text, json, 0);
  return text.text();
}

const bump = { operation: Operation.bumpSequence({ bumpTo: '9' }), type: OperationType.bumpSequence };

function contractEvent(text: string, type = xdr.ContractEventType.contract): xdr.ContractEvent {
  const body = xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics: [], data: xdr.ScVal.scvSymbol(text) }));
  return new xdr.ContractEvent({ ext: xdr.ExtensionPoint.v0(), contractId: null, type, body });
}

describe('history_contract_events', () => {
  it('has the events of each transaction, then those of its operations', () => {
    ledgers.forEach(({ bytes }, i) => {
      const expected = metas[i].txProcessing
        .map(metaOf)
        .flatMap(({ events, operations }) => [
          ...events.map(({ event }, index) => ({ event, kind: 'transaction', index })),
          ...operations.flatMap((operation) =>
            operation.events.map((event, index) => ({ event, kind: 'operation', index })),
          ),
        ]);
      expect(
        rowsOf(bytes).map((row) => [row.event_kind, row.event_index, JSON.parse(row.topics as string), row.data]),
      ).toEqual(
        expected.map(({ event: { body }, kind, index }) => [
          ...[kind, index, body.v0.topics.map(base64), JSON.stringify(base64(body.v0.data))],
        ]),
      );
    });
  });

  it('names the stage of events of transactions and the operation of the others', () => {
    for (const row of ledgers.flatMap(({ bytes }) => rowsOf(bytes))) {
      if (row.event_kind === 'transaction')
        expect([row.event_stage, row.operation_id]).toEqual(['before_all_txs', null]);
      else expect([row.event_stage, Number(row.operation_id) & 4095]).toEqual([null, expect.any(Number)]);
    }
  });

  it('wraps every event as a diagnostic event', () => {
    const [row] = rowsOf(ledgers.at(-1)!.bytes);
    const wrapped = xdr.DiagnosticEvent.fromXdr(Buffer.from(row.contract_event_xdr as string, 'base64'));
    expect(wrapped.inSuccessfulContractCall).toBe(true);
    expect(base64(wrapped.event.body.v0.data)).toBe(JSON.parse(row.data as string));
  });

  it('has, of meta V3, those of Soroban transactions alone', () => {
    const event = (text: string) =>
      new xdr.ContractEvent({
        ...{ ext: xdr.ExtensionPoint.v0(), contractId: null, type: xdr.ContractEventType.system },
        body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics: [], data: xdr.ScVal.scvSymbol(text) })),
      });
    const diagnostic = new xdr.DiagnosticEvent({ inSuccessfulContractCall: false, event: event('two') });
    const soroban = [words(0, 1), event('one').toXdr(), words(1, 1), diagnostic.toXdr()];
    const meta = Buffer.concat([words(3, 0, 0, 1, 0, 0), words(1), ...soroban]);
    const operation = Operation.bumpSequence({ bumpTo: '9' });
    const parts = { ...classic({ operations: [{ operation, type: OperationType.bumpSequence }] }), meta };
    // The extension of the transaction, before no signature: from 0 to 1 with empty Soroban data.
    const withData = Buffer.concat([parts.envelope.subarray(0, -8), words(1, 0, 0, 0, 0, 0, 0, 0, 0, 0)]);
    const told = (envelope: Buffer) => {
      const { columns, batch } = createBuilder(historyContractEvents);
      extractContractEvents(new Context(ledgerOf({ ...parts, envelope }), new Decoder(id, { withXdr: true })), columns);
      return batch()
        .toArray()
        .map((row) => [row.event_kind, row.data_decoded, row.in_successful_contract_call, row.contract_id]);
    };
    expect(told(withData)).toEqual([
      ['operation', '{"symbol":"one"}', true, ''],
      ['diagnostic', '{"symbol":"two"}', false, ''],
    ]);
    expect(told(parts.envelope)).toEqual([]);
  });

  it(`says of events of a failed transaction ${divergence('events-of-failed').ours}`, () => {
    const event = Buffer.from(contractEvent('fee').toXdr());
    const told = (code: 0 | -1) => {
      const result = words(0, 100, code, 1, 0, OperationType.bumpSequence, code, 0);
      const meta = Buffer.concat([words(4, 0, 0, 0, 0, 0, 1, 0), event, words(1, 1), event]);
      const ledger = ledgerOf({ ...classic({ operations: [bump] }), result, meta });
      const { columns, batch } = createBuilder(historyContractEvents);
      extractContractEvents(new Context(ledger, new Decoder(id, { withXdr: true })), columns);
      return batch()
        .toArray()
        .map((row) => {
          const { event_kind: kind, in_successful_contract_call: isSuccess, contract_event_xdr: whole } = row.toJSON();
          const wrapped = xdr.DiagnosticEvent.fromXdr(Buffer.from(whole as string, 'base64'));
          return [kind, isSuccess, wrapped.inSuccessfulContractCall] as unknown[];
        });
    };
    expect(told(0)).toEqual([
      ['transaction', true, true],
      ['diagnostic', true, true],
    ]);
    // A diagnostic event stays as the ledger has it, though nothing of the transaction took effect.
    expect(told(-1)).toEqual([
      ['transaction', false, false],
      ['diagnostic', false, true],
    ]);
  });

  it('marks diagnostic events that repeat one of an operation', () => {
    const events = ['one', 'two'].map((text) => contractEvent(text));
    const told = (type: xdr.ContractEventType, diagnosed: string[]) => {
      const diagnostics = diagnosed.map(
        (text) => new xdr.DiagnosticEvent({ inSuccessfulContractCall: true, event: contractEvent(text, type) }),
      );
      const meta = [words(4, 0, 0, 1, 0, 0), list(events), words(0, 0, 0), list(diagnostics)];
      const ledger = ledgerOf({ ...classic({ operations: [bump] }), meta: Buffer.concat(meta) });
      const { columns, batch } = createBuilder(historyContractEvents);
      extractContractEvents(new Context(ledger, new Decoder(id)), columns);
      return batch()
        .toArray()
        .filter((row) => row.repeats_operation_event as boolean)
        .map((row) => [row.event_kind, row.event_index] as unknown[]);
    };
    const { contract, diagnostic } = xdr.ContractEventType;
    expect(told(contract, ['two', 'three', 'one'])).toEqual([
      ['diagnostic', 0],
      ['diagnostic', 2],
    ]);
    expect(told(diagnostic, ['two', 'three', 'one'])).toEqual([]);
  });

  it('has each event as it is, whether it is the one before it again or not', () => {
    const { ScVal } = xdr;
    const event = (topics: number, data: string, type: xdr.ContractEventType, contract?: number) => {
      const texts = ['transfer', 'from', 'to', 'asset', 'more'].slice(0, topics);
      const body = { topics: texts.map((text) => ScVal.scvString(text)), data: ScVal.scvString(data) };
      return new xdr.ContractEvent({
        ext: xdr.ExtensionPoint.v0(),
        contractId: contract === undefined ? null : new xdr.ContractId(new Uint8Array(32).fill(contract)),
        type,
        body: xdr.ContractEventBody.v0(new xdr.ContractEventV0(body)),
      });
    };
    const { contract, system } = xdr.ContractEventType;
    const events = [
      event(5, 'of five topics', contract, 1),
      event(2, 'of two topics', contract, 1),
      event(0, '', system),
      event(3, 'of another contract', contract, 2),
    ];
    const operation = Operation.bumpSequence({ bumpTo: '9' });
    const parts = classic({ operations: [{ operation, type: OperationType.bumpSequence }] });
    const listOf = (values: Buffer[]) => Buffer.concat([words(values.length), ...values]);
    const told = (transactions: { before?: number[]; own: number[]; diagnostic?: number[] }[]) => {
      const ledger = transactions.map(({ before = [], own, diagnostic = [] }) => {
        const operations = [words(4, 0, 0, 1, 0, 0), listOf(own.map((number) => Buffer.from(events[number].toXdr())))];
        const others = [before, diagnostic].map((numbers) =>
          listOf(numbers.map((number) => Buffer.concat([words(0), events[number].toXdr()]))),
        );
        return { ...parts, meta: Buffer.concat([...operations, words(0, 0), ...others]) };
      });
      const { columns, batch } = createBuilder(historyContractEvents);
      extractContractEvents(new Context(ledgerOfAll(ledger), new Decoder(id, { withXdr: true })), columns);
      return batch()
        .toArray()
        .map((row) => {
          const { contract_id, type, type_string, topics, topics_decoded, data, data_decoded, ...rest } = row.toJSON();
          const { topic_count, topic0, topic1, topic2, topic3, contract_event_xdr: whole } = rest;
          const xdrText = rest.event_kind === 'operation' ? whole : '';
          const first = [contract_id, type, type_string, topics, topics_decoded, data, data_decoded];
          return [...first, topic_count, topic0, topic1, topic2, topic3, xdrText] as unknown[];
        });
    };
    const ofTwo = { before: [1], own: [0, 0, 1, 1, 1, 2, 2, 3, 0], diagnostic: [1, 0] };
    const numbers = [...ofTwo.before, ...ofTwo.own, ...ofTwo.diagnostic];
    const alone = events.map((_, number) => told([{ own: [number] }])[0]);
    const rows = told([{ own: [1] }, ofTwo, { own: [0, 1] }, { before: [3], own: [1, 1] }]);
    const expected = [1, ...numbers, 0, 1, 3, 1, 1].map((number) => alone[number]);
    expect(rows.map((row) => row.slice(0, -1))).toEqual(expected.map((row) => row.slice(0, -1)));
    const wholes = rows.map((row) => row.at(-1));
    expect(wholes.filter((text) => text !== '')).toEqual(
      [1, ...ofTwo.own, 0, 1, 1, 1].map((number) => alone[number].at(-1)),
    );
  });

  it('rejects meta of more operations than the transaction has', () => {
    const context = contextOf(ledgers.at(-1)!.bytes);
    const transaction = context.ledger.transactions.find(({ operationEvents }) => operationEvents.length > 0)!;
    const count = transaction.operationEvents.push(transaction.operationEvents[0]);
    const hash = Buffer.from(context.bytes.subarray(transaction.pair, transaction.pair + 32)).toString('hex');
    expect(() => extractContractEvents(context, createBuilder(historyContractEvents).columns)).toThrow(
      `ledger ${context.ledger.sequence}, transaction ${transaction.order} (${hash}), byte ${transaction.meta}, ` +
        `LedgerCloseMeta.v2.txProcessing[${transaction.order - 1}].txApplyProcessing: meta of ${count} operations, expected at most ${count - 1}`,
    );
  });
});

describe('plain topics', () => {
  const { ScVal } = xdr;

  it('are bare for symbols, strings, addresses and numbers', () => {
    expect(plain(ScVal.scvSymbol('transfer'))).toBe('transfer');
    expect(plain(ScVal.scvString('é "a" \\'))).toBe('é "a" \\');
    expect(plain(ScVal.scvBool(true))).toBe('true');
    expect(plain(ScVal.scvU32(7))).toBe('7');
    expect(plain(ScVal.scvI64(-7n))).toBe('-7');
    expect(plain(ScVal.scvI128(new xdr.Int128Parts({ hi: -1n, lo: 2n ** 64n - 5n })))).toBe('-5');
    const contract = xdr.ScAddress.scAddressTypeContract(new xdr.ContractId(new Uint8Array(32)));
    expect(plain(ScVal.scvAddress(contract))).toBe(StrKey.encodeContract(Buffer.alloc(32)));
  });

  it('are flat JSON for the rest', () => {
    const symbol = ScVal.scvSymbol('a');
    const i128 = ScVal.scvI128(new xdr.Int128Parts({ hi: 0n, lo: 5n }));
    expect(plain(ScVal.scvVoid())).toBe('null');
    expect(plain(ScVal.scvBytes(new Uint8Array([1, 255])))).toBe(
      '{"type":"bytes","hex":"01ff","base64":"Af8=","length":2}',
    );
    expect(plain(ScVal.scvVec([symbol, i128]))).toBe('["a",{"type":"i128","hi":"0","lo":"5","value":"5"}]');
    const map = [new xdr.ScMapEntry({ key: ScVal.scvU32(1), val: symbol })];
    expect(plain(ScVal.scvMap(map))).toBe('{"type":"map","entries":{"1":"a"},"keys":[1]}');
  });
});
