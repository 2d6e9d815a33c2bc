/** Decimals that say what they are: apache-arrow hands out their four 32-bit words and knows nothing of the scale. */
import { BufferType, Decimal, type Data, type DataType } from 'apache-arrow';

/** Returns a decimal's exact text: `words` is what Arrow hands out for it. */
export function decimalText(words: Uint32Array, scale: number): string {
  const unsigned = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  const value = BigInt.asIntN(128, unsigned);
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const whole = (value < 0n ? '-' : '') + digits.slice(0, digits.length - scale);
  return scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`;
}

/** Returns the column with decimals that print as exact text and convert to rounded numbers; also inside nested columns. */
export function scaled<Type extends DataType>(data: Data<Type>): Data<Type> {
  const { type, offset, length, nullCount, buffers, children } = data;
  const words: unknown = data.values;
  if (type instanceof Decimal && words instanceof Uint32Array && !(words instanceof Words)) {
    buffers[BufferType.DATA] = new Words(words, methodsFor(type.scale));
    return data.clone(type, offset, length, nullCount, buffers);
  }
  const inside = children.map((child) => scaled(child));
  if (inside.every((child, i) => child === children[i])) return data;
  return data.clone(type, offset, length, nullCount, buffers, inside);
}

/** How a value tells itself: apache-arrow gives it another prototype, so these are properties of its own. */
function methodsFor(scale: number): PropertyDescriptorMap {
  const text = function (this: Uint32Array): string {
    return decimalText(this, scale);
  };
  return {
    toString: { value: text },
    toJSON: { value: text },
    valueOf: {
      value(this: Uint32Array, by = scale): number {
        return Number(decimalText(this, by));
      },
    },
    [Symbol.toPrimitive]: {
      value(this: Uint32Array, hint: string): string | number {
        return hint === 'number' ? Number(decimalText(this, scale)) : decimalText(this, scale);
      },
    },
    [Symbol.for('nodejs.util.inspect.custom')]: { value: text },
  };
}

/** The memory of a column. A value of it, or a part, is taken by `subarray`. */
class Words extends Uint32Array<ArrayBufferLike> {
  readonly #methods: PropertyDescriptorMap;

  static get [Symbol.species](): Uint32ArrayConstructor {
    return Uint32Array;
  }

  constructor({ buffer, byteOffset, length }: Uint32Array, methods: PropertyDescriptorMap) {
    super(buffer, byteOffset, length);
    this.#methods = methods;
    if (length === 4) Object.defineProperties(this, methods);
  }

  override subarray(begin?: number, end?: number): Words {
    return new Words(super.subarray(begin, end), this.#methods);
  }
}
