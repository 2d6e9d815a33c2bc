/** What the fields of details mean: which there are is said by type, beside the writers of each type. */
import type { FieldsByType, Meaning } from '../arrow/table.ts';
import { fieldName } from '../xdr/names.ts';

/** Fields by name, as in `FieldsByType`. */
export type FieldSpecs = Record<string, Meaning>;

/** Returns fields by the names of their types in SQL: createAccount is create_account. */
export function byTypeName(fields: Record<string, FieldSpecs>): FieldsByType {
  return Object.fromEntries(Object.entries(fields).map(([type, specs]) => [fieldName(type), specs]));
}

/** Returns a field. */
export function field(doc: string, unit?: string): Meaning {
  return unit === undefined ? { doc } : { doc, unit };
}

/** Returns an amount, in units of ten million stroops. */
export function amount(doc: string): Meaning {
  return { doc, unit: 'units' };
}

/** Returns an account's address and, of a muxed one, its `M` address and id. */
export function partyFields(name: string, doc: string): FieldSpecs {
  return {
    [name]: field(doc),
    [`${name}_muxed`]: field(`M address of ${name}; absent when it is not muxed.`),
    [`${name}_muxed_id`]: field(`Id in ${name}_muxed.`),
  };
}

/** Returns type, code and issuer of an asset, their names after the prefix. */
export function assetNameFields(prefix: string, what: string): FieldSpecs {
  return {
    [`${prefix}asset_type`]: field(`Type of ${what}: native, credit_alphanum4 or credit_alphanum12.`),
    [`${prefix}asset_code`]: field(`Code of ${what}; absent of lumens.`),
    [`${prefix}asset_issuer`]: field(`Issuer of ${what}; absent of lumens.`),
  };
}

/** Returns an id as hex and as strkey. */
export function idFields(name: string, doc: string, strkey: string): FieldSpecs {
  return { [name]: field(doc, 'hex'), [`${name}_strkey`]: field(`The same as ${strkey} address.`) };
}
