/** Partly unreadable values as SEP-51 JSON: the part before the fault, then bytes. */
import { jsonWriters } from './generated/json.ts';
import { skips } from './generated/skip.ts';
import { JsonWriter } from './json-writer.ts';
import { armNames, fieldName } from './names.ts';
import { schemaOf } from './explain.ts';
import { XdrFault, count, flag, skipPadded, skipVarOpaque } from './reader.ts';
import { resolve, type Schema } from './schema.ts';
import type { TypeName } from './decode.ts';

/**
 * Returns the value of the type that the bytes begin with as SEP-51 JSON. In place of the innermost value that cannot be read stands
 * `{"undecoded": hex}`, with the bytes from there to the end: XDR does not say where a value ends that is unknown, so that nothing behind
 * it can be read. Fields and elements that would follow are absent.
 */
export function lenientJson(type: TypeName, bytes: Uint8Array): string {
  return new Part(bytes).value(schemaOf(type), 0).text;
}

/** The text of a value, and where it ends; -1 when a part of it could not be read. */
interface Read {
  text: string;
  end: number;
}

const UNREAD = -1;

class Part {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #writer: JsonWriter;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#writer = new JsonWriter().from(bytes);
    this.#view = this.#writer.view;
  }

  value(schema: Schema, p: number): Read {
    const type = resolve(schema);
    try {
      const whole = this.#whole(type, p);
      if (whole) return whole;
      return this.#inner(type, p);
    } catch (error) {
      if (!(error instanceof XdrFault || error instanceof RangeError)) throw error;
      return { text: JSON.stringify({ undecoded: Buffer.from(this.#bytes.subarray(p)).toString('hex') }), end: UNREAD };
    }
  }

  /** Returns a value of a type that has a name, or no parts, if all of it can be read. */
  #whole(type: Exclude<Schema, { kind: 'lazy' }>, p: number): Read | undefined {
    const { name } = type;
    const write = name !== undefined && name in skips ? jsonWriters[name as TypeName] : this.#scalar(type);
    if (!write) return undefined;
    try {
      const end = name !== undefined && name in skips ? skips[name as TypeName](this.#view, p) : this.#end(type, p);
      if (end > this.#bytes.length) throw new RangeError('the bytes end inside a value');
      this.#writer.length = 0;
      write(this.#writer, p);
      return { text: this.#writer.text(), end };
    } catch (error) {
      const hasParts = type.kind === 'struct' || type.kind === 'union';
      if (hasParts && (error instanceof XdrFault || error instanceof RangeError)) return undefined;
      throw error;
    }
  }

  #scalar(type: Schema): ((w: JsonWriter, p: number) => number) | undefined {
    switch (type.kind) {
      case 'void':
        return (w, p) => (w.ascii('null'), p);
      case 'opaque':
        return (w, p) => w.opaque(p, type.length);
      case 'string':
      case 'varOpaque':
      case 'int32':
      case 'uint32':
      case 'int64':
      case 'uint64':
      case 'bool': {
        const { kind } = type;
        return (w, p) => w[kind](p);
      }
      default:
        return undefined;
    }
  }

  #end(type: Schema, p: number): number {
    switch (type.kind) {
      case 'void':
        return p;
      case 'opaque':
        return skipPadded(this.#view, p, type.length);
      case 'string':
      case 'varOpaque':
        return skipVarOpaque(this.#view, p, type.maxLength);
      case 'bool':
        flag(this.#view, p);
        return p + 4;
      default:
        return type.kind === 'int64' || type.kind === 'uint64' ? p + 8 : p + 4;
    }
  }

  #inner(type: Exclude<Schema, { kind: 'lazy' }>, p: number): Read {
    switch (type.kind) {
      case 'struct':
        return this.#struct(type.entries, p);
      case 'union': {
        const arm = type.cases.find(({ discriminant }) => discriminant === this.#view.getInt32(p))?.arm;
        if (arm?.kind !== 'field') throw new XdrFault(p, `${type.name} has no such arm`);
        const { text, end } = this.value(arm.schema, p + 4);
        return { text: `{"${armNames(type).get(this.#view.getInt32(p))}":${text}}`, end };
      }
      case 'option':
        return flag(this.#view, p) ? this.value(type.element, p + 4) : { text: 'null', end: p + 4 };
      case 'array':
        return this.#list(type.element, count(this.#view, p, type.maxLength), p + 4);
      case 'fixedArray':
        return this.#list(type.element, type.length, p);
      default:
        throw new XdrFault(p, `no ${type.kind} can be read`);
    }
  }

  #struct(entries: readonly (readonly [string, Schema])[], p: number): Read {
    const texts: string[] = [];
    for (const [name, field] of entries) {
      const { text, end } = this.value(field, p);
      texts.push(`"${fieldName(name)}":${text}`);
      p = end;
      if (end === UNREAD) break;
    }
    return { text: `{${texts.join(',')}}`, end: p };
  }

  #list(element: Schema, length: number, p: number): Read {
    const texts: string[] = [];
    for (let i = 0; i < length && p !== UNREAD; i++) {
      const { text, end } = this.value(element, p);
      texts.push(text);
      p = end;
    }
    return { text: `[${texts.join(',')}]`, end: p };
  }
}
