/** Snappy's block format (google/snappy, format_description.txt): a length, then literals and copies. */

/** A copy of 64 bytes takes three, so a block that claims a larger ratio is damaged. */
const MOST_SHRUNK = 22;
/** Shorter pieces are sooner copied byte by byte than by a call. */
const LEAST_CALLED = 24;

/** Returns the `size` bytes of a block. Throws a RangeError if it is damaged or has another size. */
export function snappyDecompress(block: Uint8Array, size: number): Uint8Array {
  let at = 0;
  let told = 0;
  for (let scale = 1, byte = 128; byte > 127; scale *= 128) {
    if (at >= block.length || scale > 2 ** 28) throw new RangeError(`the length of a Snappy block ends at ${at}`);
    byte = block[at++];
    told += (byte & 127) * scale;
  }
  if (told !== size || size > block.length * MOST_SHRUNK) {
    throw new RangeError(`a Snappy block of ${block.length} bytes says ${told}, expected ${size}`);
  }
  const plain = new Uint8Array(size);
  let end = 0;
  while (at < block.length) {
    const tag = block[at++];
    const kind = tag & 3;
    let length = (tag >> 2) + 1;
    if (kind === 0) {
      const more = Math.max(0, length - 60);
      if (more > 0) length = numberAt(block, at, more) + 1;
      at += more;
      if (length > block.length - at || length > size - end) {
        throw new RangeError(`${length} bytes at ${at} of a Snappy block are more than are left`);
      }
      if (length >= LEAST_CALLED) plain.set(block.subarray(at, at + length), end);
      else for (let i = 0; i < length; i++) plain[end + i] = block[at + i];
      at += length;
    } else {
      const more = kind === 3 ? 4 : kind;
      let offset = numberAt(block, at, more);
      at += more;
      if (kind === 1) {
        offset += (tag >> 5) * 256;
        length = ((tag >> 2) & 7) + 4;
      }
      if (offset === 0 || offset > end || length > size - end) {
        throw new RangeError(`a Snappy block copies ${length} bytes from ${offset} before ${end} of ${size}`);
      }
      const from = end - offset;
      // What is copied may be partly of the copy itself: byte by byte that is as it should be.
      for (let i = 0; i < length; i++) plain[end + i] = plain[from + i];
    }
    end += length;
  }
  if (end !== size) throw new RangeError(`a Snappy block ends after ${end} of ${size} bytes`);
  return plain;
}

/** Returns the number that bytes are, the low one first. */
function numberAt(bytes: Uint8Array, at: number, count: number): number {
  if (at + count > bytes.length) throw new RangeError(`a Snappy block ends within a tag at ${at}`);
  let number = 0;
  for (let i = count - 1; i >= 0; i--) number = number * 256 + bytes[at + i];
  return number;
}
