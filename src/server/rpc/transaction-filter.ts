/** The filter of getTransactions: which transactions are of an account or a contract, and which ledgers may hold such. */
import type { LedgerRange } from '../../datastore/keys.ts';
import { intersectRanges, mergeRanges } from '../../datastore/spans.ts';
import { kindsOf } from '../../history/key-columns.ts';
import type { LedgerIndex } from '../../history/ledger-index.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { LedgerTransaction } from '../../ledger/transaction.ts';
import { Context } from '../../tables/context.ts';
import type { Decoder } from '../../tables/decoder.ts';
import { Participants } from '../../tables/details/participants.ts';
import { AuthorisedCalls } from '../../tables/operation/authorised-calls.ts';
import { DiagnosticCalls } from '../../tables/operation/diagnostic-calls.ts';
import { OperationAt } from '../../tables/operation/operation-at.ts';
import { payerKey } from '../../tables/transaction/fee-changes.ts';
import { OperationType, ScAddressType } from '../../xdr/generated/enums.ts';
import { readKey, strkeyVersion } from '../../xdr/strkey.ts';
import { invalidParams } from './errors.ts';
import { string, struct, type DecodedParams } from './params.ts';

/** A filter as it is asked for. */
export const transactionFilter = struct('TransactionFilter', { account: string, contract: string });

/** A checked filter. */
export interface TransactionFilter {
  /** The address, G or C. */
  address: string;
  key: Uint8Array;
  isContract: boolean;
}

/** Returns the filter, checked; throws invalid parameters unless it has the address of an account or of a contract. */
export function checkTransactionFilter(asked: DecodedParams<typeof transactionFilter>): TransactionFilter {
  const { account, contract } = asked;
  if ((account === undefined) === (contract === undefined)) {
    throw invalidParams('filter must have either an account or a contract');
  }
  const isContract = contract !== undefined;
  const address = account ?? contract ?? '';
  const key = readKey(address, isContract ? strkeyVersion.contract : strkeyVersion.account);
  if (!key) throw invalidParams(`filter invalid: ${isContract ? 'contract' : 'account'} is not a strkey of one`);
  return { address, key, isContract };
}

/** One call reads at most this many ledgers for a filter: its cursor is where the next call goes on. */
const MOST_LEDGERS = 200;

/** Kinds of rows in the index of keys that the matches of a filter are among. */
const KINDS = { account: kindsOf('transaction', 'participant'), contract: kindsOf('call') };

/** The ledgers that a call reads for a filter, in order. After them and up to `end` there is no match. */
export interface FilteredLedgers {
  ledgers: number[];
  end: number;
}

/** Returns the first ledgers to read: the index of the lake names them; ledgers that it lacks are all read. */
export function filteredLedgers(
  { address, isContract }: TransactionFilter,
  range: LedgerRange,
  index: LedgerIndex | undefined,
): FilteredLedgers {
  const committed = { number: range.last, ranges: [range] };
  const kinds = isContract ? KINDS.contract : KINDS.account;
  const asked = { ...range, key: address, kinds, isDescending: false, count: MOST_LEDGERS };
  const named = index?.ledgersOf(committed, asked);
  // A file that is found to be damaged counts as lacking from then on.
  const lacking = named && index ? intersectRanges(range, index.lacking(committed)) : [range];
  const singles = named?.ledgers.map((ledger) => ({ first: ledger, last: ledger })) ?? [];
  const ledgers: number[] = [];
  for (const { first, last } of mergeRanges([...singles, ...lacking])) {
    for (let ledger = first; ledger <= last && ledgers.length <= MOST_LEDGERS; ledger++) ledgers.push(ledger);
  }
  const isAll = ledgers.length <= MOST_LEDGERS && named?.isAll !== false;
  const read = ledgers.slice(0, MOST_LEDGERS);
  return { ledgers: read, end: isAll ? range.last : (read.at(-1) ?? range.last) };
}

/**
 * Returns which transactions of a ledger match, by their index, in order. Of an account: it is the source, pays the fee or takes
 * part in an operation. Of a contract: a record of a call names it. Throws DecodeError if the ledger contradicts itself.
 */
export function matchingTransactions(filter: TransactionFilter, ledger: Ledger, decoder: Decoder): number[] {
  const { bytes, view, transactions } = ledger;
  const key = Buffer.from(filter.key);
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(key) < 0) return [];
  const isKey = (p: number) => key.compare(bytes, p, p + key.length) === 0;
  const at = new OperationAt(new Context(ledger, decoder));
  const namesKey = filter.isContract ? callsAt(isKey) : takesPartAt(isKey);
  return transactions.flatMap((transaction, index) => {
    const { envelope } = transaction;
    const isMatch =
      (!filter.isContract && paysOrSends(view, transaction, isKey)) ||
      envelope.operations.some((_, operation) => {
        at.move(transaction, operation);
        return namesKey(at);
      });
    return isMatch ? [index] : [];
  });
}

type IsKey = (p: number) => boolean;

function paysOrSends(view: DataView, transaction: LedgerTransaction, isKey: IsKey): boolean {
  const { isFeeBump, source } = transaction.envelope;
  // Whoever pays is the source, too, unless it is a fee bump.
  return (
    isKey(payerKey({ view }, transaction)) || (isFeeBump && isKey(source + (view.getInt32(source) === 0 ? 4 : 12)))
  );
}

function takesPartAt(isKey: IsKey): (at: OperationAt) => boolean {
  const participants = new Participants();
  return (at) => {
    participants.read(at);
    return participants.keys.slice(0, participants.length).some(isKey);
  };
}

function callsAt(isKey: IsKey): (at: OperationAt) => boolean {
  const recorded = new DiagnosticCalls();
  const authorised = new AuthorisedCalls();
  return (at) => {
    if (at.type !== OperationType.invokeHostFunction) return false;
    recorded.read(at);
    authorised.read(at);
    const isContract = (p: number) => at.view.getInt32(p) === ScAddressType.scAddressTypeContract;
    return (
      recorded.contracts.slice(0, recorded.length).some(isKey) ||
      authorised.starts.slice(0, authorised.length).some((p) => isContract(p) && isKey(p + 4))
    );
  };
}
