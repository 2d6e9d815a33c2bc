/** The time at which an answer is made. */

/** Returns it in whole seconds; it is part of no checksum. */
export function wallClock(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}
