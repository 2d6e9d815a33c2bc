/** Ledgers of one transaction with one call of the host, put together by hand. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { RecordBatch } from 'apache-arrow';
import { createBuilder, type ColumnsOf, type TableSpec } from '../../src/arrow/table.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { OperationType } from '../../src/xdr/generated/enums.ts';
import { ledgerOf as ledgerOfParts, words } from './ledger.ts';

export const id = networkId(passphrases.testnet);

type Xdr = { toXdr(): Uint8Array };

/** A list of values as XDR: their count, then each. */
export const list = (values: readonly Xdr[]) => Buffer.concat([words(values.length), ...values.map((v) => v.toXdr())]);

/** What a call of the host left in its ledger. */
export interface Call {
  host: xdr.HostFunction;
  auth?: xdr.SorobanAuthorizationEntry[];
  events?: xdr.ContractEvent[];
  diagnostics?: xdr.DiagnosticEvent[];
  changes?: xdr.LedgerEntryChange[];
  failed?: boolean;
}

const HASH = 32;
const source = Buffer.alloc(32, 7);

function envelopeOf({ host, auth = [] }: Call): Buffer {
  const op = xdr.OperationBody.invokeHostFunction(new xdr.InvokeHostFunctionOp({ hostFunction: host, auth }));
  const operation = new xdr.Operation({ sourceAccount: null, body: op });
  const transaction = new xdr.Transaction({
    sourceAccount: xdr.MuxedAccount.keyTypeEd25519(source),
    fee: 100,
    seqNum: 1n,
    cond: xdr.Preconditions.precondNone(),
    memo: xdr.Memo.memoNone(),
    operations: [operation],
    ext: xdr.TransactionExt.v0(),
  });
  const envelope = new xdr.TransactionV1Envelope({ tx: transaction, signatures: [] });
  return Buffer.from(xdr.TransactionEnvelope.envelopeTypeTx(envelope).toXdr());
}

/** A close meta of version 0 with the call, and transaction meta of version 4. */
export function ledgerOf(call: Call) {
  const { events = [], diagnostics = [], changes = [], failed = false } = call;
  const { invokeHostFunction } = OperationType;
  const result = failed
    ? words(0, 100, -1, 1, 0, invokeHostFunction, -2, 0)
    : Buffer.concat([words(0, 100, 0, 1, 0, invokeHostFunction, 0), Buffer.alloc(HASH), words(0)]);
  const meta = [words(4, 0, 0, 1, 0), list(changes), list(events), words(0, 0, 0), list(diagnostics)];
  return ledgerOfParts({ envelope: envelopeOf(call), result, meta: Buffer.concat(meta) });
}

type Extract<T extends TableSpec> = (context: Context, out: ColumnsOf<T>) => void;

/** The rows that a table has of the call, as a batch. */
export function batchOf<T extends TableSpec>(spec: T, extract: Extract<T>, call: Call): RecordBatch {
  const { columns, batch } = createBuilder(spec);
  extract(new Context(ledgerOf(call), new Decoder(id)), columns as ColumnsOf<T>);
  return batch();
}

/** The rows that a table has of the call. */
export function rowsOf<T extends TableSpec>(spec: T, extract: Extract<T>, call: Call): Record<string, unknown>[] {
  return batchOf(spec, extract, call)
    .toArray()
    .map((row) => row.toJSON() as Record<string, unknown>);
}
