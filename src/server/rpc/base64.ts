/** XDR values that callers send as base64. */

/** Returns the bytes of a value that `skip` walks to its end; undefined for what is no base64, no such value, or more. */
export function decodeXdr(text: string, skip: (view: DataView, p: number) => number): DataView | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return skip(view, 0) === bytes.length ? view : undefined;
  } catch {
    return undefined;
  }
}
