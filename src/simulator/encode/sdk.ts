/** Values of the SDK's classes as XDR. The SDK's own way allocates 8 KB and the path of every field for each value that is written. */
import { XdrString } from '@stellar/stellar-sdk/xdr';
import { ScAddressType } from '../../xdr/generated/enums.ts';
import type { Schema, Union } from '../../xdr/schema.ts';
import { ContractKey } from './contract-key.ts';
import { Writer } from './writer.ts';

/** A value of any class of the SDK. */
export interface SdkValue {
  toXdrObject(): unknown;
}

/** Returns a value of the SDK as XDR. Throws TypeError where it is not what its schema says. */
export function sdkXdr(value: SdkValue): Uint8Array {
  return writeSdk(scratch.reset(), value).toBytes();
}

/** Returns a value of the SDK as XDR in hex. Throws as `sdkXdr` does. */
export function sdkHex(value: SdkValue): string {
  return writeSdk(scratch.reset(), value).toHex();
}

/** Writes a value of the SDK. Throws as `sdkXdr` does. */
export function writeSdk(writer: Writer, value: SdkValue): Writer {
  // every class of the SDK has its schema as a static field
  const { schema } = value.constructor as typeof value.constructor & { schema: Schema };
  putOf(schema)(writer, value.toXdrObject());
  return writer;
}

const scratch = new Writer();

type Put = (writer: Writer, value: unknown) => void;

const puts = new WeakMap<Schema, Put>();

function putOf(schema: Schema): Put {
  const known = puts.get(schema);
  if (known) return known;
  const put = makePut(schema);
  puts.set(schema, put);
  return put;
}

function makePut(schema: Schema): Put {
  switch (schema.kind) {
    case 'int32':
    case 'enum':
      return integer(schema, -0x80000000, 0x7fffffff);
    case 'uint32':
      return integer(schema, 0, 0xffffffff);
    case 'int64':
      return long(schema, -(1n << 63n), (1n << 63n) - 1n);
    case 'uint64':
      return long(schema, 0n, (1n << 64n) - 1n);
    case 'bool':
      return (writer, value) => void writer.int(value ? 1 : 0);
    case 'void':
      return () => undefined;
    case 'opaque':
      return (writer, value) => void writer.raw(bytes(schema, value, schema.length, schema.length));
    case 'varOpaque':
      return (writer, value) => void writer.opaque(bytes(schema, value, 0, schema.maxLength));
    case 'string':
      return (writer, value) => void writer.opaque(bytes(schema, contentOf(value), 0, schema.maxLength));
    case 'option':
      return option(putOf(schema.element));
    case 'array':
      return array(schema, true);
    case 'fixedArray':
      return array({ ...schema, maxLength: schema.length }, false);
    case 'struct':
      return struct(schema.entries);
    case 'union':
      return schema.name === 'ScAddress' ? scAddress(union(schema)) : union(schema);
    case 'lazy':
      return (writer, value) => putOf(schema.getSchema())(writer, value);
    default:
      throw wrong(schema);
  }
}

function integer(schema: Schema, low: number, high: number): Put {
  return (writer, value) => {
    if (typeof value !== 'number' || !(value >= low && value <= high)) throw wrong(schema);
    writer.int(value);
  };
}

function long(schema: Schema, low: bigint, high: bigint): Put {
  return (writer, value) => {
    if (typeof value !== 'bigint' || value < low || value > high) throw wrong(schema);
    writer.long(value);
  };
}

function bytes(schema: Schema, value: unknown, least: number, most: number): Uint8Array {
  if (value instanceof Uint8Array && value.length >= least && value.length <= most) return value;
  throw wrong(schema);
}

const contentOf = (text: unknown): unknown => (text instanceof XdrString ? text.bytes : text);

const option =
  (put: Put): Put =>
  (writer, value) => {
    writer.int(value === null ? 0 : 1);
    if (value !== null) put(writer, value);
  };

function array(
  schema: Extract<Schema, { kind: 'array' | 'fixedArray' }> & { maxLength: number },
  counted: boolean,
): Put {
  const put = putOf(schema.element);
  return (writer, value) => {
    if (!Array.isArray(value) || value.length > schema.maxLength) throw wrong(schema);
    if (counted) writer.int(value.length);
    for (const element of value) put(writer, element);
  };
}

function struct(entries: readonly (readonly [string, Schema])[]): Put {
  const names = entries.map(([name]) => name);
  const parts = entries.map(([, schema]) => putOf(schema));
  return (writer, value) => {
    const fields = value as Readonly<Record<string, unknown>>;
    for (let i = 0; i < parts.length; i++) parts[i](writer, fields[names[i]]);
  };
}

function union(schema: Union): Put {
  const arms = new Map(
    schema.cases.map(({ discriminant, arm }) => [
      discriminant,
      arm.kind === 'field' ? { name: arm.name, put: putOf(arm.schema) } : undefined,
    ]),
  );
  return (writer, value) => {
    const fields = value as Readonly<Record<string, unknown>>;
    const type = fields[schema.switchKey];
    if (typeof type !== 'number' || !arms.has(type)) throw wrong(schema);
    writer.int(type);
    const arm = arms.get(type);
    arm?.put(writer, fields[arm.name]);
  };
}

/** A muxed contract is a muxed account of another type, whose key is a contract's. */
function scAddress(put: Put): Put {
  return (writer, value) => {
    const { muxedAccount } = value as { muxedAccount?: { id: bigint; ed25519: Uint8Array } };
    if (!(muxedAccount?.ed25519 instanceof ContractKey)) return put(writer, value);
    writer.int(ScAddressType.scAddressTypeMuxedContract).long(muxedAccount.id).raw(muxedAccount.ed25519);
  };
}

const wrong = ({ kind, name }: Schema) => new TypeError(`a value is no ${name ?? kind} of the protocol`);
