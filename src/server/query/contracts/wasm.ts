/** Custom sections of WebAssembly: where a contract describes itself (SEP-46, SEP-48). */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];
const HEADER_BYTES = 8;
const CUSTOM = 0;

/** The custom sections of code, and what is wrong with the code. */
export interface Sections {
  /** Contents by name; contents of one name are joined. */
  sections: Map<string, Uint8Array>;
  warning?: string;
}

/** Returns the custom sections up to where the bytes cease to be WebAssembly. */
export function readSections(wasm: Uint8Array): Sections {
  const parts = new Map<string, Uint8Array[]>();
  if (wasm.length < HEADER_BYTES || MAGIC.some((byte, i) => wasm[i] !== byte)) {
    return { sections: new Map(), warning: 'the code is not WebAssembly' };
  }
  let at = HEADER_BYTES;
  while (at < wasm.length) {
    const [size, start] = leb128(wasm, at + 1);
    if (size > wasm.length - start) break;
    if (wasm[at] === CUSTOM && !addSection(parts, wasm.subarray(start, start + size))) break;
    at = start + size;
  }
  const sections = new Map([...parts].map(([name, contents]) => [name, Buffer.concat(contents)]));
  if (at === wasm.length) return { sections };
  return { sections, warning: `the section at byte ${at} of the code cannot be read; it and all after it are missing` };
}

/** Adds a custom section, which begins with its name; returns false when the name does not fit. */
function addSection(parts: Map<string, Uint8Array[]>, bytes: Uint8Array): boolean {
  const [length, start] = leb128(bytes, 0);
  if (length > bytes.length - start) return false;
  const name = Buffer.from(bytes.subarray(start, start + length)).toString('utf8');
  const content = bytes.subarray(start + length);
  const others = parts.get(name);
  if (others) others.push(content);
  else parts.set(name, [content]);
  return true;
}

/** Returns an unsigned number of 32 bits, seven a byte, and where it ends; Infinity for what is none. */
function leb128(bytes: Uint8Array, from: number): [value: number, end: number] {
  let value = 0;
  for (let at = from; at < bytes.length && at < from + 5; at++) {
    value += (bytes[at] & 0x7f) * 2 ** (7 * (at - from));
    if (bytes[at] < 0x80) return [value, at + 1];
  }
  return [Infinity, from];
}
