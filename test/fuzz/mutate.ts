/** Changes inputs as a fuzzer does: bits, words, lengths, tokens, and pieces of other inputs. */

/** Returns a whole number from 0 up to, and without, the given one. */
export type Random = (below: number) => number;

/** Returns numbers that depend on the seed alone (mulberry32). */
export function seededRandom(seed: number): Random {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** What is known of the inputs of a target. */
export interface Grammar {
  /** Places and sizes of pieces are multiples of it: 4 for XDR. */
  align?: number;
  /** Pieces that mean something: words of a language, or a level of nesting. */
  tokens?: readonly Uint8Array[];
}

const WORDS = [0, 1, 2, 16, 0x7f, 0xff, 0x100, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff];

/** Returns the input with one to four changes. `others` are inputs that pieces are taken of. */
export function mutate(input: Uint8Array, others: readonly Uint8Array[], grammar: Grammar, random: Random): Uint8Array {
  let changed = input;
  for (let i = random(4); i >= 0; i--) changed = changeOnce(changed, others, grammar, random);
  return changed;
}

function changeOnce(input: Uint8Array, others: readonly Uint8Array[], grammar: Grammar, random: Random): Uint8Array {
  const { align = 1, tokens = [] } = grammar;
  const place = (of: Uint8Array) => random(Math.floor(of.length / align) + 1) * align;
  const at = place(input);
  const end = Math.min(input.length, at + align * (1 + random(16)));
  switch (random(tokens.length > 0 ? 10 : 8)) {
    case 0:
      return withByte(input, random(input.length + 1), (byte) => byte ^ (1 << random(8)));
    case 1:
      return withByte(input, random(input.length + 1), () => random(256));
    case 2:
      return withWord(input, at, () => WORDS[random(WORDS.length)]);
    case 3:
      return withWord(input, at, (word) => word + random(9) - 4);
    case 4:
      return joined(input.subarray(0, at), input.subarray(end));
    case 5: {
      const other = others[random(others.length)];
      const from = place(other);
      const piece = other.subarray(from, from + align * (1 + random(64)));
      return joined(input.subarray(0, at), piece, input.subarray(random(2) === 0 ? at : end));
    }
    case 6: {
      const piece = input.subarray(at, end);
      return joined(input.subarray(0, at), ...Array<Uint8Array>(2 + random(30)).fill(piece), input.subarray(end));
    }
    case 7:
      return input.subarray(0, at);
    default: {
      const token = tokens[random(tokens.length)];
      const times = random(8) === 0 ? 1 + random(200) : 1;
      const pieces = Array<Uint8Array>(times).fill(token);
      return joined(input.subarray(0, at), ...pieces, input.subarray(random(2) === 0 ? at : end));
    }
  }
}

function withByte(input: Uint8Array, at: number, change: (byte: number) => number): Uint8Array {
  const changed = Uint8Array.from(input);
  if (at < changed.length) changed[at] = change(changed[at]);
  return changed;
}

function withWord(input: Uint8Array, at: number, change: (word: number) => number): Uint8Array {
  const changed = Uint8Array.from(input);
  if (at + 4 > changed.length) return changed;
  const view = new DataView(changed.buffer);
  view.setUint32(at, change(view.getUint32(at)));
  return changed;
}

/** Returns the pieces one after another. */
export function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(pieces));
}
