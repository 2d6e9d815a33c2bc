/** Reads bodies of JSON with few values: V8 takes a microsecond to make one, and longer to check it. */

/** Bodies hold statements, parameters and secrets; RPC, whose batches are long, reads its own. */
const MOST_VALUES = 5000;

/** Returns the value of a body. Throws an error that says what it must be: `what`, of up to so many values. */
export function parseJsonBody(bytes: Uint8Array, what: string): unknown {
  if (hasMany(bytes)) throw new Error(`invalid body: must be ${what} of up to ${MOST_VALUES} values`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new Error(`invalid body: must be ${what}`);
  }
}

const [QUOTE, COMMA, OPEN_ARRAY, BACKSLASH, OPEN_OBJECT] = [34, 44, 91, 92, 123];

/** Whether there are too many commas and brackets outside of texts. */
function hasMany(bytes: Uint8Array): boolean {
  let isText = false;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) values++;
  }
  return values > MOST_VALUES;
}
