/** What the fields of details mean: which there are is said by type, beside the writers of each type. */
import type { FieldsByType, FieldSpec } from '../../arrow/table.ts';
import { fieldName } from '../../xdr/names.ts';

/** Fields by name, as in `FieldsByType`. */
export type FieldSpecs = Record<string, FieldSpec>;

/** Returns fields by the names of their types in SQL: createAccount is create_account. */
export function byTypeName(fields: Record<string, FieldSpecs>): FieldsByType {
  return Object.fromEntries(Object.entries(fields).map(([type, specs]) => [fieldName(type), specs]));
}

/** Returns a field that is a text in JSON. */
export function field(doc: string, unit?: string): FieldSpec {
  return unit === undefined ? { doc } : { doc, unit };
}

/** Returns a field of another SQL type in JSON. */
export function typed(type: string, doc: string, unit?: string): FieldSpec {
  return { ...field(doc, unit), type };
}

/** Returns the field made of columns by the SQL. */
export function from(sql: string, spec: FieldSpec): FieldSpec {
  return { ...spec, from: sql };
}

/** Returns an amount in JSON, in units of ten million stroops. */
export function amountField(doc: string): FieldSpec {
  return typed('DECIMAL(19,7)', doc, 'units');
}

/** Returns an amount made of a column of stroops. */
export function storedField(column: string, doc: string): FieldSpec {
  return from(`bronze.units(${column})`, { doc, unit: 'units' });
}

/** Returns an account's address, made of columns by the SQL if there is one, and of a muxed one its `M` address and id. */
export function partyFields(name: string, doc: string, sql?: string): FieldSpecs {
  return {
    [name]: sql === undefined ? field(doc) : from(sql, field(doc)),
    [`${name}_muxed`]: field(`M address of ${name}; absent if it is not muxed.`),
    [`${name}_muxed_id`]: typed('UBIGINT', `Id in ${name}_muxed.`),
  };
}

/** Returns type, code and issuer of an asset, which have columns of the same names, after the prefix. */
export function assetNameFields(prefix: string, what: string): FieldSpecs {
  return {
    ...same(`${prefix}asset_type`, field(`Type of ${what}: native, credit_alphanum4 or credit_alphanum12.`)),
    ...same(`${prefix}asset_code`, field(`Code of ${what}; absent for lumens.`)),
    ...same(`${prefix}asset_issuer`, field(`Issuer of ${what}; absent for lumens.`)),
  };
}

/** Returns a field with a column of the same name. */
export function same(name: string, spec: FieldSpec): FieldSpecs {
  return { [name]: from(name, spec) };
}

/** Returns an id as hex and as strkey. */
export function idFields(name: string, doc: string, strkey: string): FieldSpecs {
  return { [name]: field(doc, 'hex'), [`${name}_strkey`]: field(`${name} as strkey (${strkey} address).`) };
}

/** Returns an id as hex and as strkey, with columns of the same names. */
export function storedIdFields(name: string, doc: string, strkey: string): FieldSpecs {
  const fields = idFields(name, doc, strkey);
  return Object.fromEntries(Object.entries(fields).map(([part, spec]) => [part, from(part, spec)]));
}
