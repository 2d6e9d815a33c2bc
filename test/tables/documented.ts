/** Whether what is written into details is what is documented of them. */
import { expect } from 'vitest';
import type { FieldsByType } from '../../src/arrow/table.ts';

/** Fields whose inside is as free as what users write: a value of a contract, a predicate. */
const opaque = /^(parameters_json_decoded\[\]|predicate|claimants\[\]\.predicate)$/;

/** Yields the fields of a JSON value by name, `path[].asset_code` one of each item of a list; of an empty list none. */
function* fieldsOf(value: unknown, name: string): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* fieldsOf(item, `${name}[]`);
  else if (value === null || typeof value !== 'object' || opaque.test(name)) yield name;
  else for (const [member, inner] of Object.entries(value)) yield* fieldsOf(inner, name ? `${name}.${member}` : member);
}

/** Returns the fields of details that are not documented for the type. A list may be null, and an item an object. */
export function undocumented(documented: FieldsByType, type: string, details: string): string[] {
  const known = Object.keys(documented[type]).flatMap((name) => [
    name,
    // As a whole, where it is null; and an object for the list of one that the struct has.
    name.replace(/\[\].*$/, ''),
    name.replace('[]', ''),
  ]);
  return [...fieldsOf(JSON.parse(details), '')].filter((name) => name !== '' && !known.includes(name));
}

/** Fails when a field of the rows' details is not documented. */
export function expectDocumented(documented: FieldsByType, rows: readonly Record<string, unknown>[]): void {
  for (const { type_string, details_json } of rows) {
    expect(undocumented(documented, String(type_string), String(details_json)), String(type_string)).toEqual([]);
  }
}
