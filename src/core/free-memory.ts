/** Memory that its last reader frees, so that it does not wait for V8's garbage collection. */

/** Ends the bytes, and all other views of their memory, which nobody else may have; what Node cut from memory of several stays. */
export function giveBack({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}
