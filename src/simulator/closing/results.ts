/** Encodes transaction results, and caches operation results that are a code alone. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkXdr } from '../encode/sdk.ts';
import type { AppliedTransaction, Outcome } from '../transactions/outcome.ts';
import { Writer } from '../encode/writer.ts';

/** Returns the TransactionResultPair of a transaction as XDR. */
export function resultPairXdr(applied: AppliedTransaction): Uint8Array {
  return writeResult(scratch.reset().raw(applied.frame.hash), applied).toBytes();
}

const scratch = new Writer();

/** Writes a TransactionResult. */
export function writeResult(
  writer: Writer,
  { frame, feeCharged, outcome }: Pick<AppliedTransaction, 'frame' | 'feeCharged' | 'outcome'>,
): Writer {
  writer.long(feeCharged);
  if (frame.bump && !(outcome.kind === 'fault' && outcome.bump)) {
    writer
      .int(outcome.kind === 'success' ? feeBumpInnerSuccess : feeBumpInnerFailed)
      .raw(frame.inner.hash)
      .long(0n);
    return writeOutcome(writer, outcome).int(0).int(0);
  }
  return writeOutcome(writer, outcome).int(0);
}

function writeOutcome(writer: Writer, outcome: Outcome): Writer {
  if (outcome.kind === 'fault') return writer.int(xdr.TransactionResultCode[outcome.fault].value);
  writer.int(outcome.kind === 'success' ? 0 : -1).int(outcome.results.length);
  for (const result of outcome.results) writer.raw(operationResultXdr(result));
  return writer;
}

// Most results are a code alone; the SDK takes 10 us for each, and a ledger has hundreds.
function operationResultXdr(result: xdr.OperationResult): Uint8Array {
  if (result.type !== 'opInner') return cached(result.type, result);
  const inner: { type: string; value?: unknown } = result.tr.value;
  return inner.value === undefined ? cached(`${result.tr.type}/${inner.type}`, result) : sdkXdr(result);
}

const codes = new Map<string, Uint8Array>();

function cached(name: string, result: xdr.OperationResult): Uint8Array {
  const known = codes.get(name);
  if (known) return known;
  const bytes = sdkXdr(result);
  codes.set(name, bytes);
  return bytes;
}

const feeBumpInnerSuccess = xdr.TransactionResultCode.txFeeBumpInnerSuccess.value;
const feeBumpInnerFailed = xdr.TransactionResultCode.txFeeBumpInnerFailed.value;
