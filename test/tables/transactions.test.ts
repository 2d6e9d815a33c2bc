import { StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { networkId } from '../../src/ledger/network.ts';
import { Envelope } from '../../src/ledger/transaction.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { conditionColumns, pushConditions } from '../../src/tables/transaction/conditions.ts';
import { extractTransactions, historyTransactions } from '../../src/tables/transactions.ts';
import { divergence } from '../divergences.ts';
import { ledgers, metas, options } from '../simulator/ledgers.ts';

const id = networkId(options.passphrase);

function contextOf(bytes: Uint8Array, withXdr = false) {
  const ledger = readLedger(bytes);
  checkLedger(ledger, id);
  return new Context(ledger, new Decoder(id, { withXdr }));
}

function rowsOf(bytes: Uint8Array, withXdr = false): Record<string, unknown>[] {
  const { columns, batch } = createBuilder(historyTransactions);
  extractTransactions(contextOf(bytes, withXdr), columns);
  const rows = batch();
  return Array.from({ length: rows.numRows }, (_, row) =>
    Object.fromEntries(rows.schema.names.map((name) => [name, rows.getChild(name)!.get(row)])),
  );
}

function conditionsOf(memo: xdr.Memo, cond: xdr.Preconditions): Record<string, unknown> {
  const source = xdr.MuxedAccount.keyTypeEd25519(new Uint8Array(32));
  const tx = new xdr.Transaction({
    ...{ sourceAccount: source, fee: 100, seqNum: 1n, cond, memo, operations: [] },
    ext: xdr.TransactionExt.v0(),
  });
  const envelope = xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx, signatures: [] }));
  const bytes = envelope.toXdr();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const { columns, batch } = createBuilder({ name: 't', grain: '', key: [], columns: conditionColumns });
  const whole = contextOf(ledgers[0].bytes);
  const context = Object.assign(whole, { bytes, view, json: whole.json.from(bytes) });
  pushConditions(columns, 0, context, new Envelope(view, 0));
  const rows = batch();
  return Object.fromEntries(rows.schema.names.map((name) => [name, rows.getChild(name)!.get(0)]));
}

const none = xdr.Preconditions.precondNone();

describe('history_transactions', () => {
  it('holds the outer and the inner parts of a fee bump', () => {
    const rows = ledgers.flatMap(({ bytes }) => rowsOf(bytes));
    const bumps = rows.filter(({ fee_account: account }) => account !== null);
    expect(bumps.length).toBeGreaterThan(0);
    for (const row of bumps) {
      expect(row.inner_transaction_hash).not.toBe(row.transaction_hash);
      expect(Number(row.new_max_fee)).toBeGreaterThan(Number(row.max_fee));
      expect(JSON.parse(row.signatures_json as string)).toHaveLength(1);
    }
  });

  it('holds whole XDR only when asked to', () => {
    const { bytes } = ledgers.at(-1)!;
    const [first] = rowsOf(bytes, true);
    const { txApplyProcessing, result } = metas.at(-1)!.txProcessing[0];
    expect(first.tx_meta).toBe(Buffer.from(txApplyProcessing.toXdr()).toString('base64'));
    expect(first.tx_result).toBe(Buffer.from(result.result.toXdr()).toString('base64'));
    expect(rowsOf(bytes)[0]).toEqual({
      ...first,
      ...{ tx_envelope: null, tx_result: null, tx_meta: null, tx_fee_meta: null },
    });
  });

  it('rejects a success that lacks the result of an operation', () => {
    const context = contextOf(ledgers.at(-1)!.bytes);
    const transaction = context.ledger.transactions.find(({ successful }) => successful)!;
    transaction.operationResults = transaction.operationResults.slice(0, -1);
    const hash = Buffer.from(context.bytes.subarray(transaction.pair, transaction.pair + 32)).toString('hex');
    const count = transaction.envelope.operations.length;
    expect(() => extractTransactions(context, createBuilder(historyTransactions).columns)).toThrow(
      `ledger ${context.ledger.sequence}, transaction ${transaction.order} (${hash}), byte ${transaction.result}, ` +
        `LedgerCloseMeta.v2.txProcessing[${transaction.order - 1}].result.result: ${count - 1} operation results, expected ${count}`,
    );
  });
});

describe('memo', () => {
  const memoOf = (memo: xdr.Memo) => {
    const { memo_type: type, memo: text, memo_bytes: bytes } = conditionsOf(memo, none);
    return bytes === null ? [type, text] : [type, text, Buffer.from(bytes as string, 'base64').toString('latin1')];
  };

  it('is text, a number or base64', () => {
    const hash = new Uint8Array(32).fill(255);
    const base64 = Buffer.from(hash).toString('base64');
    expect(memoOf(xdr.Memo.memoNone())).toEqual(['MemoTypeMemoNone', '']);
    expect(memoOf(xdr.Memo.memoText(''))).toEqual(['MemoTypeMemoText', '']);
    expect(memoOf(xdr.Memo.memoText('a\0"b"'))).toEqual(['MemoTypeMemoText', 'a\0"b"', 'a\0"b"']);
    expect(memoOf(xdr.Memo.memoId(2n ** 64n - 1n))).toEqual(['MemoTypeMemoId', '18446744073709551615']);
    expect(memoOf(xdr.Memo.memoHash(hash))).toEqual(['MemoTypeMemoHash', base64]);
    expect(memoOf(xdr.Memo.memoReturn(hash))).toEqual(['MemoTypeMemoReturn', base64]);
  });
});

describe('memo that is not UTF-8', () => {
  it(`is ${divergence('text-that-is-not-utf8').ours}`, () => {
    const bytes = Buffer.from([65, 0, 66, 0xff, 0xe2, 0x82, 10, 92]);
    const { memo, memo_bytes } = conditionsOf(xdr.Memo.memoText(bytes), none);
    expect({ memo, memo_bytes }).toEqual({ memo: 'A\\0B\\xff\\xe2\\x82\\n\\\\', memo_bytes: bytes.toString('base64') });
  });
});

describe('conditions', () => {
  const time = (minTime: bigint, maxTime: bigint) => new xdr.TimeBounds({ minTime, maxTime });

  it('write time bounds, with and without an end', () => {
    const bounds = (value: xdr.TimeBounds) =>
      conditionsOf(xdr.Memo.memoNone(), xdr.Preconditions.precondTime(value)).time_bounds;
    expect(bounds(time(5n, 2n ** 63n))).toBe('[5,9223372036854775808)');
    expect(bounds(time(5n, 0n))).toBe('[5,)');
    expect(conditionsOf(xdr.Memo.memoNone(), none).time_bounds).toBe('');
  });

  it('write all preconditions of the second form', () => {
    const signer = xdr.SignerKey.signerKeyTypeHashX(new Uint8Array(32));
    const full = new xdr.PreconditionsV2({
      timeBounds: time(1n, 2n),
      ledgerBounds: new xdr.LedgerBounds({ minLedger: 3, maxLedger: 0 }),
      minSeqNum: 4n,
      minSeqAge: 5n,
      minSeqLedgerGap: 6,
      extraSigners: [signer],
    });
    expect(conditionsOf(xdr.Memo.memoNone(), xdr.Preconditions.precondV2(full))).toMatchObject({
      time_bounds: '[1,2)',
      ledger_bounds: divergence('ledger-bounds-without-end').ours,
      min_account_sequence: 4n,
      min_account_sequence_age: '5',
      min_account_sequence_ledger_gap: 6n,
      extra_signers_json: JSON.stringify([StrKey.encodeSha256Hash(Buffer.alloc(32))]),
    });
  });

  it(`have for an age ${divergence('unsigned-numbers').ours}`, () => {
    const none = { timeBounds: null, ledgerBounds: null, minSeqNum: null, minSeqLedgerGap: 0, extraSigners: [] };
    const cond = xdr.Preconditions.precondV2(new xdr.PreconditionsV2({ ...none, minSeqAge: 2n ** 64n - 1n }));
    expect(conditionsOf(xdr.Memo.memoNone(), cond).min_account_sequence_age).toBe('18446744073709551615');
  });

  it('stand behind those that are absent', () => {
    const payload = Buffer.from([1, 2, 3]);
    const signed = new xdr.SignerKeyEd25519SignedPayload({ ed25519: new Uint8Array(32).fill(4), payload });
    const extraSigners = [
      xdr.SignerKey.signerKeyTypeEd25519SignedPayload(signed),
      xdr.SignerKey.signerKeyTypePreAuthTx(new Uint8Array(32)),
    ];
    const strkeys = [StrKey.encodeSignedPayload(Buffer.from(signed.toXdr())), StrKey.encodePreAuthTx(Buffer.alloc(32))];
    for (let given = 0; given < 8; given++) {
      const cond = new xdr.PreconditionsV2({
        timeBounds: given & 1 ? time(1n, 2n ** 64n - 1n) : null,
        ledgerBounds: given & 2 ? new xdr.LedgerBounds({ minLedger: 3, maxLedger: 2 ** 32 - 1 }) : null,
        minSeqNum: given & 4 ? 0n : null,
        ...{ minSeqAge: 2n ** 64n - 1n, minSeqLedgerGap: 2 ** 32 - 1, extraSigners },
      });
      expect(conditionsOf(xdr.Memo.memoNone(), xdr.Preconditions.precondV2(cond))).toMatchObject({
        time_bounds: given & 1 ? '[1,18446744073709551615)' : '',
        ledger_bounds: given & 2 ? '[3,4294967295)' : '',
        min_account_sequence: given & 4 ? 0n : null,
        min_account_sequence_age: '18446744073709551615',
        min_account_sequence_ledger_gap: 2n ** 32n - 1n,
        extra_signers_json: JSON.stringify(strkeys),
      });
    }
  });
});
