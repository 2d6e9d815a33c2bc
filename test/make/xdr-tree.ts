/** XDR values as plain trees, by the schema: read, change, write again. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { resolve, type Schema, type Union } from '../../src/xdr/schema.ts';
import { wholeSchema } from '../../src/xdr/schema/whole.ts';

/** A struct is an object of its fields, a union names its arm, bytes and texts are bytes, an absent option is null. */
export type Tree = number | bigint | boolean | Uint8Array | null | Tree[] | { [field: string]: Tree };

/** What a struct is. */
export type Fields = Record<string, Tree>;
/** What a union is: the discriminant of its arm, and null or what that holds. */
export type Arm = { arm: number; value: Tree };

/** The schemas of all types of the protocol, by their names. */
export const types = wholeSchema(xdr);

/** Returns the schema of a type; throws for a name that the schema does not have. */
export function typeOf(name: string): Schema {
  const type = types.get(name);
  if (!type) throw new Error(`the schema has no type ${name}`);
  return type;
}

/** Returns the arm of a union that a discriminant selects. */
export function armOf(type: Union, discriminant: number): Schema | undefined {
  const found = type.cases.find((each) => each.discriminant === discriminant);
  if (!found) throw new Error(`${type.name} has no arm ${discriminant}`);
  return found.arm.kind === 'field' ? found.arm.schema : undefined;
}

class Reader {
  readonly view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  uint32(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4);
  }

  bytes(length: number): Uint8Array {
    const { buffer, byteOffset } = this.view;
    const start = this.at;
    this.at += (length + 3) & ~3;
    return new Uint8Array(buffer, byteOffset + start, length);
  }

  read(schema: Schema): Tree {
    const type = resolve(schema);
    switch (type.kind) {
      case 'int32':
      case 'enum':
        return this.uint32() | 0;
      case 'uint32':
        return this.uint32();
      case 'int64':
        return BigInt.asIntN(64, (BigInt(this.uint32()) << 32n) | BigInt(this.uint32()));
      case 'uint64':
        return (BigInt(this.uint32()) << 32n) | BigInt(this.uint32());
      case 'bool':
        return this.uint32() === 1;
      case 'void':
        return null;
      case 'opaque':
        return this.bytes(type.length);
      case 'varOpaque':
      case 'string':
        return this.bytes(this.uint32());
      case 'option':
        return this.uint32() === 1 ? this.read(type.element) : null;
      case 'array':
        return Array.from({ length: this.uint32() }, () => this.read(type.element));
      case 'fixedArray':
        return Array.from({ length: type.length }, () => this.read(type.element));
      case 'struct':
        return Object.fromEntries(type.entries.map(([name, field]) => [name, this.read(field)]));
      case 'union': {
        const arm = this.uint32() | 0;
        const of = armOf(type, arm);
        return { arm, value: of ? this.read(of) : null };
      }
      default:
        throw new Error(`the protocol has no ${type.kind}`);
    }
  }
}

/** Returns the tree of a value. */
export function readTree(name: string, bytes: Uint8Array): Tree {
  return new Reader(bytes).read(typeOf(name));
}

/** Returns the XDR of a tree. */
export function writeTree(name: string, tree: Tree): Buffer {
  const parts: Uint8Array[] = [];
  write(typeOf(name), tree, parts);
  return Buffer.concat(parts);
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value | 0);
  return bytes;
};

const uint64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value));
  return bytes;
};

function write(schema: Schema, tree: Tree, to: Uint8Array[]): void {
  const type = resolve(schema);
  switch (type.kind) {
    case 'int32':
    case 'enum':
    case 'uint32':
      to.push(uint32(tree as number));
      return;
    case 'int64':
    case 'uint64':
      to.push(uint64(tree as bigint));
      return;
    case 'bool':
      to.push(uint32(tree === true ? 1 : 0));
      return;
    case 'void':
      return;
    case 'opaque':
    case 'varOpaque':
    case 'string': {
      const bytes = tree as Uint8Array;
      if (type.kind !== 'opaque') to.push(uint32(bytes.length));
      to.push(bytes, new Uint8Array(-bytes.length & 3));
      return;
    }
    case 'option':
      to.push(uint32(tree === null ? 0 : 1));
      if (tree !== null) write(type.element, tree, to);
      return;
    case 'array':
      to.push(uint32((tree as Tree[]).length));
      for (const each of tree as Tree[]) write(type.element, each, to);
      return;
    case 'fixedArray':
      for (const each of tree as Tree[]) write(type.element, each, to);
      return;
    case 'struct':
      for (const [name, field] of type.entries) write(field, (tree as Fields)[name], to);
      return;
    case 'union': {
      const { arm, value } = tree as Arm;
      to.push(uint32(arm));
      const of = armOf(type, arm);
      if (of) write(of, value, to);
      return;
    }
    default:
      throw new Error(`the protocol has no ${type.kind}`);
  }
}
