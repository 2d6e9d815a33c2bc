/** The time at which an answer is made. */

/** Returns it in whole seconds. No checksum and no ETag includes it. */
export function wallClock(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}
