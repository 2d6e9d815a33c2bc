/** Writes XDR values as SEP-51 JSON text, straight from their bytes. */
import { ByteWriter } from '../core/bytes.ts';
import { unkept, type KeyTexts } from './strkey.ts';

const QUOTE = 34;
const BACKSLASH = 92;

/** JSON text under construction, over the XDR bytes that it comes from. */
export class JsonWriter extends ByteWriter {
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  /** What writes the keys in it. */
  readonly keys: KeyTexts;

  constructor(keys: KeyTexts = unkept, capacity?: number) {
    super(capacity);
    this.keys = keys;
  }

  /** Makes the bytes the source of what follows. */
  from(bytes: Uint8Array): this {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this;
  }

  bool(p: number): number {
    this.ascii(this.view.getUint32(p) === 0 ? 'false' : 'true');
    return p + 4;
  }

  int32(p: number): number {
    this.integer(this.view.getInt32(p));
    return p + 4;
  }

  uint32(p: number): number {
    this.integer(this.view.getUint32(p));
    return p + 4;
  }

  /** 64-bit integers are texts in SEP-51, since JSON numbers lose digits above 2^53. */
  int64(p: number): number {
    this.byte(QUOTE);
    this.signed64(this.view.getInt32(p), this.view.getUint32(p + 4));
    this.byte(QUOTE);
    return p + 8;
  }

  uint64(p: number): number {
    this.byte(QUOTE);
    this.unsigned64(this.view.getUint32(p), this.view.getUint32(p + 4));
    this.byte(QUOTE);
    return p + 8;
  }

  /** Fixed opaque: hex. */
  opaque(p: number, length: number): number {
    this.byte(QUOTE);
    this.hex(this.view, p, p + length);
    this.byte(QUOTE);
    return p + length + (-length & 3);
  }

  /** Variable opaque: hex. */
  varOpaque(p: number): number {
    return this.opaque(p + 4, this.view.getUint32(p));
  }

  /** String: printable ASCII as it is, other bytes escaped, the whole a JSON string. */
  string(p: number): number {
    const length = this.view.getUint32(p);
    this.escaped(p + 4, p + 4 + length);
    return p + 4 + length + (-length & 3);
  }

  /** Writes `bytes[start, end)` as a JSON string of SEP-51's escaped ASCII. */
  escaped(start: number, end: number): void {
    this.reserve((end - start) * 5 + 2);
    const { bytes, buffer } = this;
    let to = this.length;
    buffer[to++] = QUOTE;
    for (let at = start; at < end; at++) {
      const byte = bytes[at];
      if (byte >= 32 && byte <= 126 && byte !== BACKSLASH && byte !== QUOTE) buffer[to++] = byte;
      else {
        this.length = to;
        this.#escape(byte, at);
        to = this.length;
      }
    }
    buffer[to++] = QUOTE;
    this.length = to;
  }

  #escape(byte: number, at: number): void {
    if (byte === QUOTE) this.ascii('\\"');
    else if (byte === BACKSLASH) this.ascii('\\\\\\\\');
    else if (byte === 0) this.ascii('\\\\0');
    else if (byte === 9) this.ascii('\\\\t');
    else if (byte === 10) this.ascii('\\\\n');
    else if (byte === 13) this.ascii('\\\\r');
    else {
      this.ascii('\\\\x');
      this.hex(this.view, at, at + 1);
    }
  }
}
