/** Custom sections of WebAssembly: where a contract keeps what it says of itself (SEP-48, SEP-46). */
const HEADER_BYTES = 8;
const CUSTOM = 0;

/** Returns the content of custom sections by name, those of one name joined; nothing of what is no WebAssembly. */
export function customSections(wasm: Uint8Array): Map<string, Uint8Array> {
  const sections = new Map<string, Uint8Array>();
  let at = HEADER_BYTES;
  while (at < wasm.length) {
    const id = wasm[at];
    const [size, start] = leb128(wasm, at + 1);
    const end = start + size;
    if (end > wasm.length || start <= at) break;
    if (id === CUSTOM) addSection(sections, wasm.subarray(start, end));
    at = end;
  }
  return sections;
}

function addSection(sections: Map<string, Uint8Array>, bytes: Uint8Array): void {
  const [length, start] = leb128(bytes, 0);
  const name = Buffer.from(bytes.subarray(start, start + length)).toString('utf8');
  const content = bytes.subarray(start + length);
  sections.set(name, Buffer.concat([sections.get(name) ?? Buffer.alloc(0), content]));
}

/** Returns an unsigned number of seven bits a byte, and where it ends; a section has at most 32 bits. */
function leb128(bytes: Uint8Array, from: number): [number, number] {
  let value = 0;
  for (let at = from; at < bytes.length && at < from + 5; at++) {
    value += (bytes[at] & 0x7f) * 2 ** (7 * (at - from));
    if (bytes[at] < 0x80) return [value, at + 1];
  }
  return [0, bytes.length];
}
