/** Definitions as files that people name, and what is found in them as lines. */
import { readFile } from 'node:fs/promises';
import type { Finding } from '../index.ts';
import { UsageError } from '../light.ts';
import { messageOf, systemReason } from '../core/system-errors.ts';

/** Returns the text of a definition. Throws UsageError. */
export async function definitionText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${systemReason(error) ?? messageOf(error)}`, {}, error);
  }
}

/** Returns a finding as a line, with its place in the file. */
export function line(
  file: string,
  level: string,
  { code, path, message, line: at, column, suggestion }: Finding,
): string {
  const place = [file, at, column].filter((part) => part !== undefined).join(':');
  const meant = suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`;
  return `${place}: ${level} ${code}${path && ` at ${path}`}: ${message}${meant}\n`;
}

/** Returns the one of the two that is given. Throws UsageError for both, and for none. */
export function definitionSource(
  store: string | undefined,
  lake: string | undefined,
): { store?: string; lake?: string } {
  if ((store === undefined) === (lake === undefined)) throw new UsageError('give either --store or --lake');
  return { ...(store !== undefined && { store }), ...(lake !== undefined && { lake }) };
}
