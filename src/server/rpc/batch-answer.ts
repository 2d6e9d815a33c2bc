/** The answer to a batch under way: a JSON array, of which some was sent and the rest is held. */
import type { Spill } from './call.ts';

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');

export class BatchAnswer {
  /** How many bytes there are, sent or held. */
  length = 0;
  /** How many bytes are held. */
  held = 0;
  #parts: Uint8Array[] = [];
  readonly #send: Spill;

  constructor(send: Spill) {
    this.#send = send;
  }

  /** Begins the next answer. */
  begin(): void {
    this.push(this.length === 0 ? OPEN : COMMA);
  }

  /** Holds a part. */
  push(part: Uint8Array): void {
    this.#parts.push(part);
    this.held += part.length;
    this.length += part.length;
  }

  /** Sends a part, after what is held; resolves when there is room for more. */
  async spill(part: Uint8Array): Promise<void> {
    this.push(part);
    await this.flush();
  }

  /** Sends what is held. */
  async flush(): Promise<void> {
    const parts = this.#parts;
    this.#parts = [];
    this.held = 0;
    for (const part of joined(parts)) await this.#send(part);
  }

  /** Returns what is left to send; undefined when nothing was answered. */
  end(): Uint8Array | undefined {
    return this.length === 0 ? undefined : Buffer.concat([...this.#parts, CLOSE]);
  }
}

const SMALL_BYTES = 64 * 1024;

/** Yields the parts, small ones together: each is a chunk of its own, and large ones are not copied. */
function* joined(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  let small: Uint8Array[] = [];
  for (const part of parts) {
    if (part.length < SMALL_BYTES) small.push(part);
    else {
      yield Buffer.concat(small);
      yield part;
      small = [];
    }
  }
  yield Buffer.concat(small);
}
