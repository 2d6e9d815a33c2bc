/** The parameter `xdrFormat`. */
import { invalidParams } from './errors.ts';

/** Returns what is wrong with a format, undefined when it is known; the empty text is base64. */
export function formatFault(format: string): string | undefined {
  if (format === '' || format === 'base64' || format === 'json') return undefined;
  return `got '${format}': expected base64, json for optional 'xdrFormat'`;
}

/** Throws invalid parameters when the format is not known. */
export function checkXdrFormat(format: string): void {
  const fault = formatFault(format);
  if (fault !== undefined) throw invalidParams(fault);
}
