/** Payments that match the memo, amount, asset or parties in the config. */
import Type from 'typebox';
import { column } from '../../arrow/table.ts';
import { ByteWriter } from '../../core/bytes.ts';
import { PipelineError } from '../../core/errors.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { assetBytes, LUMENS } from '../../tables/asset/assets.ts';
import { pushClosedAt, pushToid, pushTransactionHash, type Context } from '../../tables/context.ts';
import { muxedEnd, OperationAt } from '../../tables/operation/operation-at.ts';
import { LedgerEntryType, MemoType, OperationType } from '../../xdr/generated/enums.ts';
import { atClaimableBalanceEntry, locateClaimableBalanceEntry } from '../../xdr/generated/locate.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { extractionOf, processorConfig, withDefault, type ExtractionSettings, type Processor } from '../component.ts';
import { stringAt } from './json/text.ts';
import { defineRecords } from '../sink.ts';

const payments = defineRecords({
  name: 'payments',
  grain: 'One row per payment, path payment, account merge and claim of a successful transaction.',
  key: ['tx_hash', 'op_index'],
  ledger: 'ledger_sequence',
  zoned: ['timestamp'],
  stamps: ['created_at'],
  decimals: { amount: 'numeric(20,7)' },
  columns: {
    id: column('int64', 'TOID of the operation.'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    buyer_account_id: column('utf8', 'Who receives.'),
    seller_account_id: column('utf8', 'Sender: source of the operation.'),
    asset_code: column('utf8', 'Asset that arrives; `native` for lumens.'),
    asset_issuer: column('utf8', 'Its issuer; empty for lumens.'),
    amount: column('utf8', 'How much arrives.'),
    memo: column('utf8', 'Memo of the transaction; a hash in hex.'),
    tx_hash: column('utf8', 'Hash of the transaction.', 'hex'),
    op_index: column('int32', 'Position of the operation, from 0.'),
  },
});

export const paymentsMemo: Processor = {
  kind: 'processor',
  id: 'payments_memo',
  name: 'Payments with Memo',
  description: 'Payments that match the memo, amount, asset or parties in the config.',
  origin: 'hosted',
  records: [payments],
  extraction: paymentsExtraction,
  config: processorConfig({
    min_amount: Type.Optional(Type.String({ description: 'The least amount, as decimal text.' })),
    memo_text: withDefault(
      Type.String({ description: 'The memo that a payment must have; an empty text takes every one.' }),
      'internal',
    ),
    asset_code: Type.Optional(Type.String({ description: 'The code of the asset that arrives; native for lumens.' })),
    addresses: Type.Optional(Type.Array(Type.String(), { description: 'Accounts that send or receive.' })),
  }),
  example: `- type: payments_memo\n  config: {memo_text: "", min_amount: "10"}\n`,
};

/** What was paid: where destination and asset stand, or -1 for lumens; the amount that arrived, in stroops. */
interface Paid {
  /** The 32 bytes of the account's key. */
  destination: number;
  asset: number;
  amount: bigint;
}

function paymentsExtraction({ config }: ExtractionSettings) {
  const isWanted = filterOf(config);
  const key = new ByteWriter(64);
  return extractionOf({ out: payments }, (context, { out }) => {
    const { ledger, view, keys, decoder } = context;
    const accountAt = (p: number) => {
      key.length = 0;
      keys.write(key, strkeyVersion.account, view, p);
      return key.text();
    };
    const at = new OperationAt(context);
    for (const transaction of ledger.transactions) {
      if (!transaction.successful) continue;
      const memo = memoText(context, transaction.envelope.memo);
      for (let index = 0; index < transaction.envelope.operations.length; index++) {
        at.move(transaction, index);
        const paid = paidBy(at);
        if (!paid) continue;
        const asset = paid.asset < 0 ? LUMENS : decoder.assets.at(view, paid.asset);
        const code = asset.type === 'native' ? 'native' : asset.code;
        const [buyer, seller] = [accountAt(paid.destination), accountAt(at.sourceKey)];
        if (!isWanted({ memo, code, amount: paid.amount, accounts: [buyer, seller] })) continue;
        pushToid(out.id, context, transaction.order, index + 1);
        pushClosedAt(out.timestamp, context);
        out.ledger_sequence.push(ledger.sequence);
        out.buyer_account_id.ascii(buyer);
        out.seller_account_id.ascii(seller);
        out.asset_code.push(code);
        out.asset_issuer.ascii(asset.issuer);
        out.amount.ascii(lumens(paid.amount));
        out.memo.push(memo);
        pushTransactionHash(out.tx_hash, context, transaction.pair);
        out.op_index.push(index);
      }
    }
  });
}

/** Returns what an operation paid; undefined of one that pays nobody. */
function paidBy(at: OperationAt): Paid | undefined {
  const { view, type, body } = at;
  switch (type) {
    case OperationType.payment: {
      const asset = muxedEnd(view, body);
      return { destination: muxedKey(view, body), asset, amount: view.getBigInt64(asset + assetBytes(view, asset)) };
    }
    case OperationType.pathPaymentStrictReceive:
    case OperationType.pathPaymentStrictSend: {
      const { claims } = at;
      claims.open();
      while (claims.next());
      const { destination, paidAsset, paidAmount } = claims;
      return { destination: destination + 4, asset: paidAsset, amount: view.getBigInt64(paidAmount) };
    }
    case OperationType.accountMerge:
      return { destination: muxedKey(view, body), asset: ABSENT, amount: view.getBigInt64(at.done) };
    case OperationType.claimClaimableBalance:
      return claimed(at);
    default:
      return undefined;
  }
}

const balance = atClaimableBalanceEntry();

/** What the claimable balance held that the operation removed; whoever claims it is paid. */
function claimed(at: OperationAt): Paid | undefined {
  const { view, sourceKey } = at;
  const changes = at.changes.open();
  while (changes.next()) {
    if (changes.type !== LedgerEntryType.claimableBalance || changes.post !== ABSENT || changes.pre === ABSENT)
      continue;
    locateClaimableBalanceEntry(view, changes.pre + 8, balance);
    return { destination: sourceKey, asset: balance.asset, amount: view.getBigInt64(balance.amount) };
  }
  throw at.fault('no change removes the claimable balance that the operation claims', at.body);
}

/** Where the key of the MuxedAccount at `p` stands: behind the id, if it has one. */
function muxedKey(view: DataView, p: number): number {
  return view.getInt32(p) === 0 ? p + 4 : p + 12;
}

function memoText({ view, bytes }: Context, p: number): string {
  switch (view.getInt32(p)) {
    case MemoType.memoNone:
      return '';
    case MemoType.memoText:
      return stringAt(view, p + 4);
    case MemoType.memoId:
      return view.getBigUint64(p + 4).toString();
    default:
      return Buffer.from(bytes.subarray(p + 4, p + 36)).toString('hex');
  }
}

const STROOPS = 10_000_000n;

/** Returns stroops as a decimal with seven places. */
function lumens(stroops: bigint): string {
  return `${stroops / STROOPS}.${String(stroops % STROOPS).padStart(7, '0')}`;
}

interface Payment {
  memo: string;
  code: string;
  amount: bigint;
  accounts: readonly string[];
}

/** Returns whether a payment is as the config says; an empty memo_text takes every memo. */
function filterOf(config: ExtractionSettings['config']): (payment: Payment) => boolean {
  const { min_amount: least, memo_text: text, asset_code: asset, addresses } = config;
  if (typeof least === 'string' && !/^\d*(\.\d*)?$/.test(least)) {
    const what = 'payments_memo: min_amount must be a decimal text such as 10 or 0.5';
    throw new PipelineError(what, { code: 'invalid_config', component: 'payments_memo' });
  }
  const [whole = '0', part = ''] = typeof least === 'string' ? least.split('.') : [];
  const min = BigInt(whole || '0') * STROOPS + BigInt(part.padEnd(7, '0').slice(0, 7));
  const parties = Array.isArray(addresses) ? new Set(addresses.map(String)) : undefined;
  return ({ memo, code, amount, accounts }) =>
    amount >= min &&
    (typeof text !== 'string' || text === '' || memo === text) &&
    (asset === undefined || code === asset) &&
    (!parties || accounts.some((account) => parties.has(account)));
}
