import { basename } from 'node:path';
import { Account, Operation, StrKey, TransactionBuilder } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { createTables } from '../../src/tables/index.ts';
import { OperationType } from '../../src/xdr/generated/enums.ts';
import { corpusFiles, hasCorpus, readText } from '../corpus.ts';
import { ledgerOf, words } from '../make/ledger.ts';

/** Topics and value are ScVals in base64. */
interface RecordedEvent {
  topics: string[];
  value: string;
}

/** What a contract emitted in one call on pubnet: one event, or those that tell of one swap together. */
interface Recorded extends Partial<RecordedEvent> {
  contract_id: string;
  ledger: number;
  tx_hash: string;
  ledger_closed_at: string;
  events?: RecordedEvent[];
}

const source = StrKey.encodeEd25519PublicKey(Buffer.alloc(32, 7));

const files = corpusFiles('contract-events', '.jsonl').map((path) => ({
  name: basename(path),
  cases: readText(path)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded),
}));

const eventsOf = ({ events, topics, value }: Recorded): RecordedEvent[] =>
  events ?? [{ topics: topics!, value: value! }];
const valueOf = (base64: string) => xdr.ScVal.fromXdr(Buffer.from(base64, 'base64'));

/** Returns a ledger in which a call of the contract emits the events. */
function ledgerWith(recorded: Recorded) {
  const { contract_id: contract, ledger: sequence } = recorded;
  const envelope = new TransactionBuilder(new Account(source, '1'), {
    fee: '100',
    networkPassphrase: passphrases.pubnet,
  })
    .addOperation(Operation.invokeContractFunction({ contract, function: 'f', args: [] }))
    .setTimeout(0)
    .build();
  const events = eventsOf(recorded).map(({ topics, value }) => {
    const body = new xdr.ContractEventV0({ topics: topics.map(valueOf), data: valueOf(value) });
    const event = new xdr.ContractEvent({
      ext: xdr.ExtensionPoint.v0(),
      contractId: new xdr.ContractId(StrKey.decodeContract(contract)),
      type: xdr.ContractEventType.contract,
      body: xdr.ContractEventBody.v0(body),
    });
    return Buffer.from(event.toXdr());
  });
  const ledger = ledgerOf({
    sequence,
    envelope: Buffer.from(envelope.toXDR(), 'base64'),
    result: Buffer.concat([words(0, 100, 0, 1, 0, OperationType.invokeHostFunction, 0), Buffer.alloc(32), words(0)]),
    meta: Buffer.concat([words(4, 0, 0, 1, 0, 0, events.length), ...events, words(0, 0, 0, 0)]),
  });
  ledger.bytes.set(Buffer.from(recorded.tx_hash, 'hex'), ledger.transactions[0].pair);
  return Object.assign(ledger, { closeTimeMs: Date.parse(recorded.ledger_closed_at) });
}

function rowsOf(recorded: Recorded, table: string): Record<string, unknown>[] {
  const set = createTables(networkId(passphrases.pubnet), { only: [table] });
  set.add(ledgerWith(recorded));
  return set
    .batches()
    .get(table)!
    .toArray()
    .map((row) => row.toJSON() as Record<string, unknown>);
}

/** Topics as plain text, for the kinds that occur here. */
function plain(base64: string): string {
  const value = valueOf(base64).toJson() as Record<string, unknown>;
  return String(Object.values(value)[0]);
}

describe.skipIf(!hasCorpus)('events of contracts on pubnet', () => {
  it('are of four protocols', () => {
    expect(Object.fromEntries(files.map(({ name, cases }) => [name, cases.length]))).toEqual({
      'aquarius.jsonl': 4,
      'phoenix.jsonl': 4,
      'reflector.jsonl': 7,
      'soroswap.jsonl': 11,
    });
  });

  for (const { name, cases } of files) {
    it.each(cases)(`${name}: $ledger $contract_id is as recorded, and as the SDK decodes it`, (recorded) => {
      const rows = rowsOf(recorded, 'history_contract_events').map(
        ({ topics, topics_decoded, data, data_decoded, ...row }) => ({
          ...row,
          topics: JSON.parse(topics as string) as unknown,
          topics_decoded: JSON.parse(topics_decoded as string) as unknown,
          data: JSON.parse(data as string) as unknown,
          data_decoded: JSON.parse(data_decoded as string) as unknown,
        }),
      );
      expect(rows).toMatchObject(
        eventsOf(recorded).map(({ topics, value }, index) => ({
          transaction_hash: recorded.tx_hash,
          ledger_sequence: recorded.ledger,
          closed_at: Date.parse(recorded.ledger_closed_at),
          contract_id: recorded.contract_id,
          successful: true,
          in_successful_contract_call: true,
          type_string: 'ContractEventTypeContract',
          event_kind: 'operation',
          event_index: index,
          topic_count: topics.length,
          topics,
          topics_decoded: topics.map((topic) => valueOf(topic).toJson() as unknown),
          data: value,
          data_decoded: valueOf(value).toJson(),
          ...Object.fromEntries(
            [0, 1, 2, 3].map((i) => [`topic${i}`, topics[i] === undefined ? null : plain(topics[i])]),
          ),
        })),
      );
    });

    it.each(cases)(`${name}: $ledger $contract_id tells of no token, whose own contract does`, (recorded) => {
      const moved = rowsOf(recorded, 'token_transfers_raw').filter(({ event_topic }) => event_topic !== 'fee');
      expect(moved).toEqual([]);
    });
  }
});
