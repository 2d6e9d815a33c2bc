/** Operations and transactions in words. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as enums from '../../../src/xdr/generated/enums.ts';
import { goNames } from '../../../src/xdr/names.ts';
import { openMade, toid, type Made } from './made.ts';

let made: Made;
beforeAll(async () => {
  made = await openMade();
});
afterEach(() => made.clear());
afterAll(() => made.close());

const source = 'GSRC' + 'A'.repeat(48) + 'SRCE';
const party = 'GDST' + 'A'.repeat(48) + 'DEST';
const helix = { asset_type: 'credit_alphanum12', asset_code: 'HELIX', asset_issuer: party };
const yxlm = { source_asset_type: 'credit_alphanum4', source_asset_code: 'yXLM', source_asset_issuer: party };
const offer = {
  selling_asset_type: 'native',
  buying_asset_type: 'credit_alphanum4',
  buying_asset_code: 'USDC',
  buying_asset_issuer: party,
  price_n: 1,
  price_d: 4,
  amount_stroops: 15_0000000,
  offer_id: 0,
};
const call = { type: 24, function_name: 'swap', contract_id: 'CABC' + 'A'.repeat(48) + 'SWAP' };

type Fields = Record<string, string | number | bigint | boolean | null>;

/** One transaction of these operations; of a failed one `codes` are the results. */
async function insert(operations: readonly Fields[], transaction: Fields = {}): Promise<void> {
  const same = { ledger_sequence: 5, closed_at: '2024-01-01 00:00:05', transaction_hash: 'aa' };
  const successful = transaction['successful'] ?? true;
  await made.insert('history_transactions', {
    ...same,
    id: toid(5, 1),
    account: source,
    successful: true,
    operation_count: operations.length,
    transaction_result_code: successful ? 'TransactionResultCodeTxSuccess' : 'TransactionResultCodeTxFailed',
    ...transaction,
  });
  const rows = operations.map((operation, i) => ({
    ...same,
    id: toid(5, 1, i + 1),
    transaction_id: toid(5, 1),
    operation_index: i,
    transaction_successful: successful,
    source_account: source,
    type_string: 'payment',
    operation_result_code: 'OperationResultCodeOpInner',
    operation_trace_code: 'PaymentResultCodePaymentSuccess',
    other_details_json: '{}',
    ...operation,
  }));
  await made.insert('history_operations', ...rows);
}

async function columnOf(name: string): Promise<unknown[]> {
  const found = await made.rows(`select ${name} from semantic.explained_operations order by operation_id`);
  return found.map((row) => row[name]);
}

async function transactionOf(): Promise<Record<string, unknown> | undefined> {
  const [found] = await made.rows(
    'select sentence, reason, failed_operation_index from semantic.explained_transactions',
  );
  return found;
}

const failed = (type: number, name: string, code: string, fields: Fields) => ({
  type,
  operation_trace_code: `${name}ResultCode${name}${code}`,
  ...fields,
});

describe('explained_operations', () => {
  it('says what operations of every type do', async () => {
    await insert([
      { type: 0, destination: party, amount_stroops: 20000001 },
      { type: 1, destination: party, amount_stroops: 12345670000000, asset_type: 'native' },
      { type: 2, destination: party, amount_stroops: 505453868, source_amount_stroops: 5, ...helix, ...yxlm },
      { type: 3, ...offer },
      { type: 4, ...offer },
      { type: 5 },
      { type: 6, limit_stroops: 10, ...helix },
      { type: 7, trustor: party, ...helix },
      { type: 8, destination: party, amount_stroops: 10000000 },
      { type: 9 },
      { type: 10, other_details_json: '{"name":"color","value":"cmVk"}' },
      { type: 11, other_details_json: '{"bump_to":"77"}' },
      { type: 12, ...offer, offer_id: 9 },
      { type: 13, destination: party, amount_stroops: 505453868, source_amount_stroops: 5, ...helix, ...yxlm },
      { type: 14, amount_stroops: 1, ...helix },
      { type: 15, balance_id_strkey: 'BAAA' + 'A'.repeat(50) + 'BALA' },
      { type: 16, sponsored_id: party },
      { type: 17 },
      { type: 18 },
      { type: 19, details_from: party, amount_stroops: 1, ...helix },
      { type: 20, balance_id_strkey: 'BAAA' + 'A'.repeat(50) + 'BALA' },
      { type: 21, trustor: party, ...helix },
      { type: 22, liquidity_pool_id_strkey: 'LAAA' + 'A'.repeat(48) + 'POOL' },
      { type: 23, liquidity_pool_id_strkey: 'LAAA' + 'A'.repeat(48) + 'POOL', shares_stroops: 30000000 },
      call,
      { type: 25 },
      { type: 26 },
    ]);
    expect(await columnOf('sentence')).toEqual([
      'Creation of account GDST...DEST with 2.0000001 XLM by GSRC...SRCE',
      'Payment of 1,234,567 XLM from GSRC...SRCE to GDST...DEST',
      'Path payment of 0.0000005 yXLM from GSRC...SRCE for 50.5453868 HELIX to GDST...DEST',
      'Offer of GSRC...SRCE to sell 15 XLM at 0.25 USDC each',
      'Passive offer of GSRC...SRCE to sell 15 XLM at 0.25 USDC each',
      'Change of the settings of GSRC...SRCE',
      'Trust line of GSRC...SRCE for HELIX',
      'Authorization of the trust line of GDST...DEST for HELIX by GSRC...SRCE',
      'Merge of GSRC...SRCE into GDST...DEST with 1 XLM',
      'Inflation',
      'Data entry color of GSRC...SRCE',
      'Bump of the sequence number of GSRC...SRCE to 77',
      'Change of offer 9 of GSRC...SRCE to buy 15 USDC at 0.25 XLM each',
      'Path payment of 0.0000005 yXLM from GSRC...SRCE for 50.5453868 HELIX to GDST...DEST',
      'Claimable balance of 0.0000001 HELIX from GSRC...SRCE',
      'Claim of the claimable balance BAAA...BALA by GSRC...SRCE',
      'Start of the sponsorship of GDST...DEST by GSRC...SRCE',
      'End of the sponsorship of GSRC...SRCE',
      'Revocation of a sponsorship by GSRC...SRCE',
      'Clawback of 0.0000001 HELIX from GDST...DEST by GSRC...SRCE',
      'Clawback of the claimable balance BAAA...BALA by GSRC...SRCE',
      'Change of the flags of the trust line of GDST...DEST for HELIX by GSRC...SRCE',
      'Deposit into pool LAAA...POOL by GSRC...SRCE',
      'Withdrawal of 3 pool shares from pool LAAA...POOL by GSRC...SRCE',
      'Call of swap on CABC...SWAP by GSRC...SRCE',
      'Extension of the lifetime of contract entries by GSRC...SRCE',
      'Restoration of archived contract entries by GSRC...SRCE',
    ]);
  });

  it('says what is removed', async () => {
    await insert([
      { type: 3, ...offer, offer_id: 9, amount_stroops: 0 },
      { type: 6, limit_stroops: 0, ...helix },
      { type: 10, other_details_json: '{"name":"color","value":null}' },
      { type: 24, other_details_json: '{"type":"upload_wasm"}' },
      { type: 24, other_details_json: '{"type":"create_contract_v2"}' },
    ]);
    expect(await columnOf('sentence')).toEqual([
      'Removal of offer 9 by GSRC...SRCE',
      'Removal of the trust line of GSRC...SRCE for HELIX',
      'Removal of the data entry color of GSRC...SRCE',
      'Upload of contract code by GSRC...SRCE',
      'Deployment of a contract by GSRC...SRCE',
    ]);
  });

  it('says why, with amounts and assets', async () => {
    const path = { destination: party, ...helix, ...yxlm };
    await insert(
      [
        failed(2, 'PathPaymentStrictReceive', 'TooFewOffers', {
          ...path,
          amount_stroops: 505453868,
          source_max_stroops: 505500000,
        }),
        failed(2, 'PathPaymentStrictReceive', 'OverSendmax', {
          ...path,
          amount_stroops: 505453868,
          source_max_stroops: 10,
        }),
        failed(13, 'PathPaymentStrictSend', 'UnderDestmin', {
          ...path,
          source_amount_stroops: 10000000,
          destination_min_stroops: 20000000,
        }),
        failed(13, 'PathPaymentStrictSend', 'TooFewOffers', {
          ...path,
          source_amount_stroops: 10000000,
          destination_min_stroops: 20000000,
        }),
        failed(1, 'Payment', 'Underfunded', { destination: party, amount_stroops: 10000000, asset_type: 'native' }),
        failed(1, 'Payment', 'NoTrust', { destination: party, amount_stroops: 10000000, ...helix }),
        failed(3, 'ManageSellOffer', 'Underfunded', offer),
        failed(6, 'ChangeTrust', 'InvalidLimit', { limit_stroops: 0, ...helix }),
        { type: 1, destination: party, amount_stroops: 10000000, asset_type: 'native' },
        { type: 5, operation_result_code: 'OperationResultCodeOpBadAuth', operation_trace_code: '' },
      ],
      { successful: false },
    );
    expect(await columnOf('reason')).toEqual([
      'too few offers for 50.5453868 HELIX',
      '50.5453868 HELIX costs more than 0.000001 yXLM',
      '1 yXLM buys less than 2 HELIX',
      'too few offers to turn 1 yXLM into HELIX',
      'GSRC...SRCE has less than 1 XLM available',
      'GDST...DEST has no trust line for HELIX',
      'GSRC...SRCE has less than 15 XLM available',
      'GSRC...SRCE still holds HELIX, or offers to buy it',
      null,
      'signatures of GSRC...SRCE are missing',
    ]);
    expect(await columnOf('outcome')).toEqual([...Array<string>(8).fill('failed'), 'undone', 'failed']);
  });

  it('has words for every result code', async () => {
    const all = Object.entries(enums).filter(
      ([name]) => name.endsWith('ResultCode') && name !== 'TransactionResultCode',
    );
    const codes = all.flatMap(([name, members]) => [...goNames(name, members as Record<string, number>).values()]);
    const isOuter = (code: string) => code.startsWith('OperationResultCode');
    const meant = codes.filter((code) => !code.endsWith('Success') && !code.endsWith('OpInner'));
    const known = { ...offer, ...helix, ...yxlm, destination: party, limit_stroops: 1, shares_stroops: 1 };
    await insert(
      meant.map((code) => ({
        ...known,
        type: 2,
        source_max_stroops: 1,
        other_details_json: '{"name":"color"}',
        balance_id_strkey: 'BAAA',
        ...(isOuter(code) ? { operation_result_code: code, operation_trace_code: '' } : { operation_trace_code: code }),
      })),
      { successful: false },
    );
    const found = await made.rows(
      'select reason, operation_index from semantic.explained_operations order by operation_id',
    );
    expect(meant.length).toBeGreaterThan(120);
    const silent = found.filter(({ reason }) => !/^[a-zA-Z0-9].* .*[a-zA-Z0-9]$/.test(String(reason)));
    expect(silent.map(({ operation_index: index }) => meant[Number(index)])).toEqual([
      // Only these name what other types of operation lack in this test.
      'ClaimClaimableBalanceResultCodeClaimClaimableBalanceDoesNotExist',
      'ClawbackClaimableBalanceResultCodeClawbackClaimableBalanceDoesNotExist',
      'ManageDataResultCodeManageDataNameNotFound',
    ]);
  });

  it('gives the code where it has no words, and the type where parts are missing', async () => {
    await insert(
      [
        failed(1, 'Payment', 'SomethingNew', { destination: party, amount_stroops: 1, asset_type: 'native' }),
        { type: 1, operation_trace_code: 'PaymentResultCodePaymentNoTrust' },
        { type: 3, ...offer, price_d: 0, operation_trace_code: 'ManageSellOfferResultCodeManageSellOfferMalformed' },
        failed(1, 'Payment', 'Malformed', {
          destination: party,
          amount_stroops: -9223372036854775808n,
          asset_type: 'native',
        }),
      ],
      { successful: false },
    );
    expect(await columnOf('sentence')).toEqual([
      'Failed: payment of 0.0000001 XLM from GSRC...SRCE to GDST...DEST: PaymentSomethingNew',
      'Failed: payment by GSRC...SRCE: PaymentNoTrust',
      'Failed: payment by GSRC...SRCE: the operation is malformed',
      'Failed: payment of -922,337,203,685.4775808 XLM from GSRC...SRCE to GDST...DEST: the operation is malformed',
    ]);
  });

  it('tells the first error that a contract left in diagnostic events', async () => {
    const place = { ledger_sequence: 5, transaction_id: toid(5, 1), transaction_hash: 'aa' };
    const error = { ...place, event_kind: 'diagnostic', topic0: 'error' };
    const topics = (inner: string) => `[{"symbol":"error"},{"error":{${inner}}}]`;
    await made.insert(
      'history_contract_events',
      {
        ...error,
        event_index: 3,
        topics_decoded: topics('"contract":11'),
        data_decoded: '{"string":"escalating error to VM trap"}',
      },
      {
        ...error,
        event_index: 2,
        topics_decoded: topics('"contract":11'),
        data_decoded: '{"vec":[{"string":"failing with contract error"},{"u32":11}]}',
      },
    );
    await insert([failed(24, 'InvokeHostFunction', 'Trapped', call)], { successful: false });
    expect(await columnOf('reason')).toEqual(['the call failed: contract error 11']);
  });
});

describe('explained_transactions', () => {
  const payment = { type: 1, destination: party, amount_stroops: 10000000, asset_type: 'native' };

  it('names the first operation, and counts the others', async () => {
    await insert([payment, { type: 5 }, { type: 5 }]);
    expect(await transactionOf()).toEqual({
      sentence: 'Payment of 1 XLM from GSRC...SRCE to GDST...DEST and 2 more operations',
      reason: null,
      failed_operation_index: null,
    });
  });

  it('names the operation that failed', async () => {
    await insert([payment, failed(1, 'Payment', 'NoDestination', payment)], { successful: false });
    expect(await transactionOf()).toEqual({
      sentence:
        'Failed at operation 2 of 2: payment of 1 XLM from GSRC...SRCE to GDST...DEST: the destination GDST...DEST does not exist',
      reason: 'the destination GDST...DEST does not exist',
      failed_operation_index: 1,
    });
  });

  it('tells who bumped the fee, and why the transaction inside failed', async () => {
    await insert([{ ...payment, operation_result_code: '', operation_trace_code: '' }], {
      successful: false,
      fee_account: party,
      transaction_result_code: 'TransactionResultCodeTxFeeBumpInnerFailed',
      inner_transaction_result_code: 'TransactionResultCodeTxBadSeq',
    });
    expect(await transactionOf()).toEqual({
      sentence:
        'Failed before its operations: its sequence number does not follow that of GSRC...SRCE (payment of 1 XLM from GSRC...SRCE to GDST...DEST); fee bump by GDST...DEST',
      reason: 'its sequence number does not follow that of GSRC...SRCE',
      failed_operation_index: null,
    });
    expect(await columnOf('outcome')).toEqual(['not_run']);
  });

  it('has words for every result code', async () => {
    const codes = [...goNames('TransactionResultCode', enums.TransactionResultCode).values()];
    const reasons: unknown[] = [];
    for (const code of codes) {
      await insert([], { successful: false, transaction_result_code: code });
      reasons.push((await transactionOf())?.['reason']);
      await made.clear();
    }
    expect(reasons.filter((reason) => !String(reason).includes(' '))).toEqual([
      'TxFeeBumpInnerSuccess',
      'TxSuccess',
      'TxFailed',
      'TxFeeBumpInnerFailed',
    ]);
  });
});
