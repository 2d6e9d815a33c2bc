import { Asset } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { simulate } from '../../src/simulator/simulate.ts';
import { ledgers, metaOf, metas, options } from './ledgers.ts';

const transactions = metas.flatMap(({ txProcessing }) => txProcessing);

test('closes the same bytes from the same options and others from another seed', () => {
  const again = [...simulate({ ...options, ledgers: 10 })];
  again.forEach(({ bytes }, i) => expect(Buffer.compare(bytes, ledgers[i].bytes)).toBe(0));
  const [other] = simulate({ ...options, seed: 'other', ledgers: 1 });
  expect(Buffer.compare(other.bytes, ledgers[0].bytes)).not.toBe(0);
});

test('closes consecutive ledgers five seconds apart', () => {
  ledgers.forEach(({ sequence, closeTime }, i) => {
    const { header } = metas[i].ledgerHeader;
    expect([header.ledgerSeq, Number(header.scpValue.closeTime)]).toEqual([sequence, closeTime]);
    expect([sequence, closeTime]).toEqual([2 + i, 1_767_225_600 + 5 * i]);
  });
});

test('starts where it is told to', () => {
  const [first] = simulate({ ...options, ledgers: 1, startLedger: 1000, startTime: 1_800_000_000 });
  expect([first.sequence, first.closeTime]).toEqual([1000, 1_800_000_000]);
});

test('holds successes, failures and fee bumps of both', () => {
  const results = new Set(transactions.map(({ result }) => result.result.result.type));
  expect([...results].toSorted()).toEqual(['txFailed', 'txFeeBumpInnerFailed', 'txFeeBumpInnerSuccess', 'txSuccess']);
});

test('holds every kind of operation and of expected failure', () => {
  expect([...new Set(operationResults())].toSorted()).toEqual(
    expect.arrayContaining([
      'changeTrustSuccess',
      'createAccountLowReserve',
      'createAccountSuccess',
      'manageDataNameNotFound',
      'manageDataSuccess',
      'paymentNoDestination',
      'paymentNoTrust',
      'paymentSuccess',
      'paymentUnderfunded',
      'setOptionsSuccess',
    ]),
  );
});

test('keeps operation meta for successful transactions only', () => {
  for (const transaction of transactions) {
    const { type } = transaction.result.result.result;
    const succeeded = type === 'txSuccess' || type === 'txFeeBumpInnerSuccess';
    expect(metaOf(transaction).operations.length > 0).toBe(succeeded);
  }
});

test('reports each fee as the event of the native asset contract', () => {
  const native = Asset.native().contractId(options.passphrase);
  for (const transaction of transactions) {
    const [fee, ...more] = metaOf(transaction).events;
    expect(more).toEqual([]);
    expect(fee.toJson()).toMatchObject({
      stage: 'before_all_txs',
      event: {
        contract_id: native,
        body: {
          v0: { topics: [{ symbol: 'fee' }, {}], data: { i128: String(transaction.result.result.feeCharged) } },
        },
      },
    });
  }
});

test('reports transfers, mints and burns', () => {
  const kinds = transactions.flatMap((transaction) =>
    metaOf(transaction).operations.flatMap(({ events }) => events.map(({ body }) => String(body.v0.topics[0].value))),
  );
  expect([...new Set(kinds)].toSorted()).toEqual(['burn', 'mint', 'transfer']);
});

function operationResults(): string[] {
  return transactions.flatMap(({ result }) => {
    const outer = result.result.result;
    const { value } = 'innerResultPair' in outer ? outer.innerResultPair.result.result : outer;
    if (!Array.isArray(value)) return [];
    return value.flatMap((operation) => ('tr' in operation ? operation.tr.value.type : []));
  });
}
