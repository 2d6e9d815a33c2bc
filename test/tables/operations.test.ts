import { Account, Asset, Keypair, MuxedAccount, Operation, TransactionBuilder, type xdr } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { extractOperations, historyOperations } from '../../src/tables/operations.ts';
import { OperationResultCode, TransactionResultCode } from '../../src/xdr/generated/enums.ts';
import { ledgerOf, words } from '../make/ledger.ts';
import { useOperationRows } from './operation-rows.ts';

const signer = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 1));
const source = signer.publicKey();
const other = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 2)).publicKey();
const sourceMuxed = new MuxedAccount(new Account(source, '1'), '18446744073709551615');
const otherMuxed = new MuxedAccount(new Account(other, '1'), '9007199254740993').accountId();
const usd = new Asset('USD', other);
const native = Asset.native();
const balanceId = `00000000${'ab'.repeat(32)}`;

const NO_FEE = [0, 0];
const NO_CHANGES = words(2, 0, 0, 0);
const INNER_HASH = Buffer.alloc(32, 5);

function transactionOf(operations: xdr.Operation[]) {
  const options = { fee: '100', networkPassphrase: passphrases.testnet };
  const builder = new TransactionBuilder(sourceMuxed, options).setTimeout(0);
  operations.forEach((operation) => builder.addOperation(operation));
  return builder.build();
}

const shown = useOperationRows();

function rowsOf(envelope: string, result: Buffer) {
  const { columns, batch } = createBuilder(historyOperations);
  const ledger = ledgerOf({ envelope: Buffer.from(envelope, 'base64'), result, meta: NO_CHANGES });
  extractOperations(new Context(ledger, new Decoder(networkId(passphrases.testnet))), columns);
  return shown(batch());
}

/** The accounts and ids that the details name, the numbers as they are written. */
async function partiesOf(operation: xdr.Operation): Promise<Record<string, string>> {
  const rows = await rowsOf(transactionOf([operation]).toXDR(), words(...NO_FEE, TransactionResultCode.txBadSeq, 0));
  const exact = (_key: string, value: unknown, context: { source: string }) =>
    typeof value === 'number' ? context.source : value;
  const details = JSON.parse(rows[0].details_json, exact as Parameters<typeof JSON.parse>[1]) as Record<string, string>;
  return Object.fromEntries(Object.entries(details).filter(([, value]) => /^([GM][A-Z2-7]{55,}|\d{16,})$/.test(value)));
}

const party = (name: string, account: string, muxed: string, id: string) => ({
  [name]: account,
  [`${name}_muxed`]: muxed,
  [`${name}_muxed_id`]: id,
});
const own = (name: string) => party(name, source, sourceMuxed.accountId(), '18446744073709551615');
const theirs = (name: string) => party(name, other, otherMuxed, '9007199254740993');

describe('parties with an id', () => {
  const path = { sendAsset: native, destination: otherMuxed, destAsset: native, path: [usd, native] };

  it.each<[string, xdr.Operation, Record<string, string>]>([
    [
      'create account',
      Operation.createAccount({ destination: other, startingBalance: '0' }),
      { ...own('funder'), account: other },
    ],
    [
      'payment',
      Operation.payment({ destination: otherMuxed, asset: native, amount: '1' }),
      { ...own('from'), ...theirs('to') },
    ],
    [
      'path payment strict send',
      Operation.pathPaymentStrictSend({ ...path, sendAmount: '1', destMin: '1' }),
      { ...own('from'), ...theirs('to') },
    ],
    [
      'path payment strict receive',
      Operation.pathPaymentStrictReceive({ ...path, sendMax: '1', destAmount: '1' }),
      { ...own('from'), ...theirs('to') },
    ],
    ['account merge', Operation.accountMerge({ destination: otherMuxed }), { ...own('account'), ...theirs('into') }],
    ['change trust', Operation.changeTrust({ asset: usd }), { ...own('trustor'), trustee: other, asset_issuer: other }],
    ['claim claimable balance', Operation.claimClaimableBalance({ balanceId }), own('claimant')],
    [
      'clawback',
      Operation.clawback({ asset: usd, amount: '1', from: otherMuxed }),
      { ...theirs('from'), asset_issuer: other },
    ],
  ])('are named with it in the details of %s', async (_, operation, parties) => {
    expect(await partiesOf(operation)).toMatchObject(parties);
  });

  it('are the source of the operation, else of the transaction', async () => {
    const operations = [
      Operation.inflation({}),
      Operation.inflation({ source: otherMuxed }),
      Operation.inflation({ source: other }),
    ];
    const rows = await rowsOf(transactionOf(operations).toXDR(), words(...NO_FEE, TransactionResultCode.txBadSeq, 0));
    expect(rows.map((row) => [row.source_account, row.source_account_muxed])).toEqual([
      [source, sourceMuxed.accountId()],
      [other, otherMuxed],
      [other, null],
    ]);
  });
});

describe('result codes', () => {
  const transaction = transactionOf([Operation.inflation({}), Operation.bumpSequence({ bumpTo: '1' })]);
  const bump = TransactionBuilder.buildFeeBumpTransaction(signer, '1000', transaction, passphrases.testnet).toXDR();
  const codesOf = async (envelope: string, ...result: (number | Buffer)[]) => {
    const parts = result.map((part) => (typeof part === 'number' ? words(part) : part));
    const rows = await rowsOf(envelope, Buffer.concat(parts));
    return rows.map((row) => [row.operation_result_code, row.operation_trace_code]);
  };
  const { txFailed, txSuccess, txFeeBumpInnerFailed, txFeeBumpInnerSuccess } = TransactionResultCode;
  const early = Object.entries(TransactionResultCode).filter(
    ([, code]) => ![txFailed, txSuccess, txFeeBumpInnerFailed, txFeeBumpInnerSuccess].includes(code as never),
  );

  it.each(early)('are empty when the transaction ends in %s before its operations', async (_, code) => {
    const none = [
      ['', ''],
      ['', ''],
    ];
    expect(await codesOf(transaction.toXDR(), ...NO_FEE, code, 0)).toEqual(none);
    expect(await codesOf(bump, ...NO_FEE, txFeeBumpInnerFailed, INNER_HASH, ...NO_FEE, code, 0, 0)).toEqual(none);
  });

  it.each(Object.entries(OperationResultCode).filter(([name]) => name !== 'opInner'))(
    'have no inner code for %s',
    async (name, code) => {
      const outer = [`OperationResultCode${name[0].toUpperCase()}${name.slice(1)}`, ''];
      expect(await codesOf(transaction.toXDR(), ...NO_FEE, txFailed, 2, code, code, 0)).toEqual([outer, outer]);
      const inner = [INNER_HASH, ...NO_FEE, txFailed, 2, code, code, 0];
      expect(await codesOf(bump, ...NO_FEE, txFeeBumpInnerFailed, ...inner, 0)).toEqual([outer, outer]);
    },
  );
});
