/** Memory that its last reader frees, so that it does not wait for V8's garbage collection. */

/** Frees the memory of the bytes and of all views of it. Does nothing for memory from Node's pool. */
export function giveBack({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}
