/** Reads bodies of JSON with few values: V8 takes a microsecond to make one, and longer to check it. */

/** Most bodies hold statements, parameters and secrets; RPC, whose batches are long, reads its own. */
const MOST_VALUES = 5000;

/** Returns the value of a body. Throws an error that says what it must be: `what`, of up to so many values. */
export function parseJsonBody(bytes: Uint8Array, what: string, most = MOST_VALUES): unknown {
  if (countValues(bytes) > most) throw new Error(`invalid body: must be ${what} of up to ${most} values`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new Error(`invalid body: must be ${what}`);
  }
}

const [QUOTE, COMMA, OPEN_ARRAY, BACKSLASH, OPEN_OBJECT] = [34, 44, 91, 92, 123];

/** Returns how many commas and opening brackets are outside of texts. */
function countValues(bytes: Uint8Array): number {
  let isText = false;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) values++;
  }
  return values;
}
