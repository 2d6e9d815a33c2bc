/** Encodes contract values and addresses as XDR with less memory than the SDK takes. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { writeSdk } from './sdk.ts';
import { Writer } from './writer.ts';

/** Writes an ScVal of the kinds that contracts use most; the SDK, which writes the others, takes 8 KB of memory for each. */
export function writeScVal(writer: Writer, value: xdr.ScVal): Writer {
  switch (value.type) {
    case 'scvBool':
      return writer.int(0).int(value.b ? 1 : 0);
    case 'scvVoid':
      return writer.int(1);
    case 'scvU32':
      return writer.int(3).int(value.u32);
    case 'scvI128':
      return writer.int(10).long(value.i128.hi).long(value.i128.lo);
    case 'scvBytes':
      return writer.int(13).opaque(value.bytes.toBytes());
    case 'scvString':
      return writer.int(14).opaque(value.str.bytes);
    case 'scvSymbol':
      return writer.int(15).opaque(value.sym.bytes);
    case 'scvVec':
      return value.vec ? writeScVals(writer.int(16).int(1), value.vec) : writer.int(16).int(0);
    case 'scvMap':
      return value.map ? writeMap(writer.int(17).int(1), value.map) : writer.int(17).int(0);
    case 'scvAddress':
      return writeScAddress(writer.int(18), value.address);
    case 'scvContractInstance':
      return writeInstance(writer.int(19), value.instance);
    case 'scvLedgerKeyContractInstance':
      return writer.int(20);
    default:
      return writeSdk(writer, value);
  }
}

/** Writes values one after the other behind their number. */
export function writeScVals(writer: Writer, values: readonly xdr.ScVal[]): Writer {
  writer.int(values.length);
  for (const value of values) writeScVal(writer, value);
  return writer;
}

/** Writes an ScAddress. */
function writeScAddress(writer: Writer, address: xdr.ScAddress): Writer {
  switch (address.type) {
    case 'scAddressTypeAccount':
      return writer.int(0).int(0).raw(address.accountId.ed25519.toBytes());
    case 'scAddressTypeContract':
      return writer.int(1).raw(address.contractId.toBytes());
    default:
      return writeSdk(writer, address);
  }
}

/** Writes a LedgerKeyContractData without the number of its kind. */
export function writeContractDataKey(
  writer: Writer,
  { contract, key, durability }: Pick<xdr.LedgerKeyContractData, 'contract' | 'key' | 'durability'>,
): Writer {
  return writeScVal(writeScAddress(writer, contract), key).int(durability.value);
}

/** Returns the ScVal as XDR. */
export function scValXdr(value: xdr.ScVal): Uint8Array {
  return writeScVal(scratch.reset(), value).toBytes();
}

const scratch = new Writer();

function writeMap(writer: Writer, entries: readonly xdr.ScMapEntry[]): Writer {
  writer.int(entries.length);
  for (const { key, val } of entries) writeScVal(writeScVal(writer, key), val);
  return writer;
}

function writeInstance(writer: Writer, { executable, storage }: xdr.ScContractInstance): Writer {
  if (executable.type === 'contractExecutableWasm') writer.int(0).raw(executable.wasmHash.toBytes());
  else writeSdk(writer, executable);
  return storage ? writeMap(writer.int(1), storage) : writer.int(0);
}
