/** XDR bytes of any type of the schema as SEP-51 JSON. */
import { UsageError } from '../core/errors.ts';
import { explained } from './explain.ts';
import { jsonWriters } from './generated/json.ts';
import { skips } from './generated/skip.ts';
import { JsonWriter } from './json-writer.ts';
import { unkept } from './strkey.ts';

/** The name of a type that the schema has. */
export type TypeName = keyof typeof skips;

/** Returns whether the schema has a type of this name, in any mixture of cases. */
function typeNamed(name: string): TypeName {
  const known = Object.keys(skips).find((type) => type.toLowerCase() === name.toLowerCase());
  if (!known) throw new UsageError(`the XDR schema has no type ${name}`);
  return known as TypeName;
}

/**
 * Returns the value that the bytes hold as SEP-51 JSON text, after checking all of them.
 * Throws UsageError for a type that the schema lacks, DecodeError for bytes that are not one value of the type.
 */
export function decodeJson(type: string, bytes: Uint8Array, file?: string): string {
  const name = typeNamed(type);
  explained(name, bytes, { file }, (view) => skips[name](view, 0));
  const writer = new JsonWriter(unkept, bytes.length * 4).from(bytes);
  jsonWriters[name](writer, 0);
  return writer.text();
}
