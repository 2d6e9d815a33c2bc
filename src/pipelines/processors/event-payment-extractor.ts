/** Payments from the events of a payment processor contract. */
import { column, type ColumnsOf } from '../../arrow/table.ts';
import { pushAddress, pushClosedAt, pushTransactionHash, type Context } from '../../tables/context.ts';
import { ScValType } from '../../xdr/generated/enums.ts';
import { extractionOf, processorConfig, type ExtractionSettings, type Processor } from '../component.ts';
import { contractsFilter } from './contracts.ts';
import { eachEvent, eventName, type EventAt } from './events.ts';
import { wideInteger } from './json/plain.ts';
import { swapMembers } from './soroswap.ts';
import { defineRecords } from '../sink.ts';

export const eventPayments = defineRecords({
  name: 'event_payments',
  grain: 'One row per payment event.',
  key: ['id'],
  ledger: 'block_height',
  decimals: { amount: 'bigint', royalty_amount: 'bigint' },
  columns: {
    id: column('utf8', 'Ledger, first 8 digits of the transaction hash and index of the event.'),
    payment_id: column('utf8', 'Payment as the contract numbers it, 0x and hex.'),
    token_id: column('utf8', 'Token that is paid.'),
    amount: column('utf8', 'Amount of the payment.'),
    from_id: column('utf8', 'Payer.'),
    merchant_id: column('utf8', 'Payee.'),
    royalty_amount: column('utf8', 'Amount that the contract keeps.'),
    tx_hash: column('utf8', 'Hash of the transaction.', 'hex'),
    block_height: column('int64', 'Ledger of the payment.'),
    block_timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

export const eventPaymentExtractor: Processor = {
  kind: 'processor',
  id: 'event_payment_extractor',
  name: 'Event Payment Extractor',
  description: 'Payments from the events of a payment processor contract.',
  origin: 'hosted',
  reads: 'contract_event',
  records: [eventPayments],
  extraction: eventPaymentExtraction,
  config: processorConfig(),
  example: `- type: event_payment_extractor\n`,
};

/** Types of the members of a payment event; amounts are integers of any width. */
const ADDRESSES = ['token', 'from', 'merchant'];

function eventPaymentExtraction({ contracts }: ExtractionSettings) {
  const isWanted = contractsFilter(contracts);
  return extractionOf({ out: eventPayments }, (context, { out }) => {
    eachEvent(context, (event) => {
      if (eventName(context.view, event) !== 'payment' || !isWanted(context, event.contract)) return;
      const members = swapMembers(context.view, event.data);
      if (members) pushPayment(context, out, event, members);
    });
  });
}

function pushPayment(
  context: Context,
  out: ColumnsOf<typeof eventPayments>,
  event: EventAt,
  members: ReadonlyMap<string, number>,
): void {
  const { view, ledger } = context;
  const { pair } = event.transaction;
  const id = members.get('payment_id');
  const addresses = ADDRESSES.map((name) => members.get(name));
  const amount = amountAt(view, members.get('amount'));
  const royalty = amountAt(view, members.get('royalty_amount'));
  const [token, from, merchant] = addresses.filter((p) => p !== undefined && view.getInt32(p) === ScValType.scvAddress);
  const isId = id !== undefined && view.getInt32(id) === ScValType.scvBytes;
  // An event of another shape is no payment.
  if (!isId || !token || !from || !merchant || amount === undefined || royalty === undefined) return;
  out.id.writer.ascii(`${ledger.sequence}-`);
  out.id.writer.hex(view, pair, pair + 4);
  out.id.ascii(`-${event.index}`);
  out.payment_id.writer.ascii('0x');
  out.payment_id.hex(view, id + 8, id + 8 + view.getUint32(id + 4));
  pushAddress(out.token_id, context, token + 4);
  out.amount.ascii(amount);
  pushAddress(out.from_id, context, from + 4);
  pushAddress(out.merchant_id, context, merchant + 4);
  out.royalty_amount.ascii(royalty);
  pushTransactionHash(out.tx_hash, context, pair);
  out.block_height.pushNumber(ledger.sequence);
  pushClosedAt(out.block_timestamp, context);
}

/** Returns an integer that is not negative as text; undefined where there is none. */
function amountAt(view: DataView, p: number | undefined): string | undefined {
  const value = p === undefined ? undefined : integerAt(view, view.getInt32(p), p + 4);
  return value === undefined || value < 0n ? undefined : value.toString();
}

/** Returns the integer of the type at `p`; undefined of any other type. */
function integerAt(view: DataView, type: number, p: number): bigint | undefined {
  switch (type) {
    case ScValType.scvU32:
      return BigInt(view.getUint32(p));
    case ScValType.scvI32:
      return BigInt(view.getInt32(p));
    case ScValType.scvU64:
      return view.getBigUint64(p);
    case ScValType.scvI64:
      return view.getBigInt64(p);
    case ScValType.scvU128:
    case ScValType.scvI128:
      return wideInteger(view, p, 2, type === ScValType.scvI128);
    default:
      return undefined;
  }
}
