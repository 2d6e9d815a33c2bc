/** Fields that a schema reads of a call's arguments (processor_contract_invocation_extractor.go of cdp-pipeline-workflow). */
import { formatPlain, type PlainJson } from './json/plain.ts';

export interface ExtractionSchema {
  schema_name: string;
  function_name: string;
  contract_ids?: readonly string[];
  extractors?: Readonly<Record<string, Extractor>>;
  validation?: Readonly<Record<string, Rule>>;
}

interface Extractor {
  argument_index: number;
  field_path?: string;
  field_type: string;
  required?: boolean;
  default_value?: unknown;
}

interface Rule {
  min_length?: number;
  max_length?: number;
  pattern?: string;
  min_value?: number;
  max_value?: number;
}

/** The fields that there are. */
export const fieldNames = ['funder', 'recipient', 'amount', 'project_id', 'memo_text', 'email'] as const;

type FieldName = (typeof fieldNames)[number];

/** Returns the fields of a call, by name; undefined when a field that is required is missing, or one is not as its rule says. */
export function schemaFields(
  { extractors = {}, validation = {} }: ExtractionSchema,
  args: readonly PlainJson[],
): Map<FieldName, string> | undefined {
  const fields = new Map<FieldName, string>();
  for (const [name, extractor] of Object.entries(extractors)) {
    const field = fieldNames.find((known) => known === name);
    const value = valueOf(extractor, args) ?? (extractor.required ? undefined : defaultOf(extractor));
    if (value === undefined && extractor.required) return undefined;
    if (value === undefined) continue;
    if (!field) return undefined;
    // An amount is a number; a text that stands for one is left out.
    if (field !== 'amount' || typeof value === 'bigint') fields.set(field, String(value));
  }
  const isRight = Object.entries(validation).every(([name, rule]) => {
    const field = fieldNames.find((known) => known === name);
    return field !== undefined && isAsRuled(field, fields.get(field), rule);
  });
  return isRight ? fields : undefined;
}

function defaultOf({ default_value: value }: Extractor): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function valueOf({ argument_index: index, field_path: path, field_type: type }: Extractor, args: readonly PlainJson[]) {
  const argument = args[index];
  if (argument === undefined) return undefined;
  const isPath = path !== undefined && path !== '';
  const value = isPath ? memberOf(argument, path) : argument;
  return value === undefined ? undefined : converted(value, type);
}

function memberOf(value: PlainJson, name: string): PlainJson | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Converts a value to a schema type. 128- and 256-bit integers keep their whole value; addresses become text. */
function converted(value: PlainJson, type: string): string | bigint | undefined {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : formatPlain(value);
    case 'uint64': {
      const whole = memberOf(value, 'value');
      const number = typeof whole === 'string' && /^-?\d+$/.test(whole) ? BigInt(whole) : value;
      return typeof number === 'bigint' && number >= 0n ? number : undefined;
    }
    case 'address': {
      const address = typeof value === 'string' ? value : memberOf(value, 'address');
      return typeof address === 'string' ? address : undefined;
    }
    default:
      return typeof value === 'string' || typeof value === 'bigint' ? value : undefined;
  }
}

/** Lengths count bytes; an amount that is missing counts as 0. */
function isAsRuled(field: FieldName, value: string | undefined, rule: Rule): boolean {
  if (field === 'amount') {
    const amount = Number(value ?? 0);
    return amount >= (rule.min_value ?? 0) && amount <= (rule.max_value ?? Infinity);
  }
  const { min_length: least = 0, max_length: most = 0, pattern } = rule;
  const text = value ?? '';
  const bytes = Buffer.byteLength(text);
  if (text === '' && least === 0) return true;
  if (bytes < least || (most > 0 && bytes > most)) return false;
  return pattern === undefined || pattern === '' || expressionOf(pattern)?.test(text) === true;
}

/** Returns a pattern of Go, which begins with its flags and may escape any punctuation; undefined for none. */
export function expressionOf(pattern: string): RegExp | undefined {
  const [, flags = '', rest] = /^(?:\(\?([ims]+)\))?(.*)$/su.exec(pattern)!;
  return expression(rest, `${flags}u`) ?? expression(rest, flags);
}

function expression(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
