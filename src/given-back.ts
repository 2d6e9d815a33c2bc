/** Memory that is given back when its last reader is done with it, in place of when V8 comes to collect. */

/** Ends the bytes, and all other views of their memory, which nobody else may have; what Node cut from memory of several stays. */
export function giveBack({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}
