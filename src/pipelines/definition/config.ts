/** Checks the config of one component against its schema; every fault has the code `invalid_config`. */
import type { TObject, TSchema } from 'typebox';
import { Format } from 'typebox/format';
import { Settings } from 'typebox/system';
import Value from 'typebox/value';
import { readStrkey, strkeyVersion } from '../../xdr/strkey.ts';
import { below, type Findings, type Position } from '../yaml/findings.ts';
import { plain, type JsonData, type MapNode, type Node } from '../yaml/nodes.ts';
import { expressionOf } from '../processors/schema-fields.ts';
import { holdsSecret } from './credentials.ts';
import { placeholders, type Placeholder } from '../yaml/placeholders.ts';
import { nearest } from './suggest.ts';

Format.Set('stellar-contract', (text) => readStrkey(text)?.version === strkeyVersion.contract);
Format.Set('stellar-account', (text) => readStrkey(text)?.version === strkeyVersion.account);
Format.Set('stellar-asset', (text) => {
  const [, issuer] = /^[A-Za-z0-9]{1,12}:(.*)$/s.exec(text) ?? [];
  return text === 'native' || (issuer !== undefined && Format.Test('stellar-account', issuer));
});
Format.Set('go-pattern', (text) => expressionOf(text) !== undefined);

/** What of a schema we read beside JSON Schema. */
export interface Field {
  default?: JsonData;
  'x-sensitive'?: boolean;
  'x-url'?: boolean;
  /** It names a file or folder of the machine that runs the pipeline. */
  'x-file'?: boolean;
  items?: TSchema & {
    /** What its items are where they are to find anything; another one is no error, since services may differ. */
    'x-expects'?: Expected;
  };
}

type Expected = { enum: readonly string[] } | { format: string; description: string };

/** A config as it is checked. */
export interface GivenConfig {
  /** Of the mapping, such as `spec.consumers[0].config`. */
  path: string;
  schema: TObject;
  /** Undefined where the component has none. */
  node: MapNode | undefined;
}

/** Returns the fields of a schema by name. */
export function fieldsOf(schema: TObject): ReadonlyMap<string, Field> {
  return new Map(Object.entries(schema.properties as Record<string, TSchema & Field>));
}

/** Returns the config with its defaults filled in; what is wrong with it is added to the findings. */
export function checkConfig(
  { path, schema, node }: GivenConfig,
  knows: (placeholder: Placeholder) => boolean,
  findings: Findings,
): Record<string, JsonData> {
  const given = node ? (plain(node) as Record<string, JsonData>) : {};
  const fields = fieldsOf(schema);
  const faults = faultsOf(schema, given);
  const mistyped = new Set(faults.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  for (const fault of faults) {
    // A value of another type is reported once, not also as too small.
    if (fault.keyword === 'type' || !mistyped.has(fault.instancePath))
      addFault({ path, schema, node }, fault, findings);
  }
  for (const [name, { value }] of node?.entries ?? []) {
    const field = fields.get(name);
    const most = field?.['x-file'] ? Infinity : MOST_LETTERS;
    checkTexts(value, below(path, name), { knows, findings, most });
    if (field?.['x-sensitive'] || field?.['x-url']) warnOfSecret(value, below(path, name), field, findings);
    const expected = field?.items?.['x-expects'];
    if (expected && value.kind === 'list')
      value.items.forEach((item, i) => warnOfUnknown(item, below(below(path, name), i), expected, findings));
  }
  const absent = [...fields].flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(absent), ...given };
}

type Fault = ReturnType<typeof Value.Errors>[number];

/** Returns all that is wrong: by default TypeBox ends at eight faults, and has none left that names what it ends at. */
function faultsOf(schema: TObject, given: Readonly<Record<string, JsonData>>): Fault[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: Infinity });
  try {
    return Value.Errors(schema, given);
  } finally {
    Settings.Set({ maxErrors });
  }
}

function addFault(config: GivenConfig, fault: Fault, findings: Findings): void {
  const { keyword, instancePath, params } = fault as {
    keyword: string;
    instancePath: string;
    params: Record<string, unknown>;
  };
  const place = placeOf(config, instancePath);
  if (keyword === 'required') {
    for (const name of params['requiredProperties'] as string[]) {
      findings.error('invalid_config', below(place.path, name), `${name} is required`, { at: place.node?.at });
    }
  } else if (keyword === 'additionalProperties') {
    for (const name of params['additionalProperties'] as string[]) addUnknown(place, name, findings);
  } else if (keyword !== 'boolean' && !isPartOf(fault) && !isLater(keyword, place)) {
    findings.error('invalid_config', place.path, sentence(place, fault, keyword), aboutValue(config, place, params));
  }
}

/** An unknown key is reported once, not also as an invalid value. */
function isPartOf({ schemaPath }: Fault): boolean {
  return schemaPath.endsWith('/additionalProperties');
}

/** What stands for a placeholder is known when a run begins. */
function isLater(keyword: string, { node }: ConfigPart): boolean {
  if (keyword === 'type') return false;
  return node?.kind === 'scalar' && typeof node.value === 'string' && placeholders(node.value).length > 0;
}

/** Returns what is wrong with a config whose placeholders have their values, without those; undefined for nothing. */
export function faultOf(schema: TObject, config: Readonly<Record<string, JsonData>>): string | undefined {
  const [fault] = faultsOf(schema, config);
  if (!fault) return undefined;
  const [, name = ''] = fault.instancePath.split('/');
  return sentence({ key: name }, fault, fault.keyword);
}

function sentence({ key: name }: Pick<ConfigPart, 'key'>, { message, params }: Fault, keyword: string): string {
  if ('format' in params && params.format === 'go-pattern') return `${name} is not a regular expression`;
  return keyword === 'format' ? `${name} is not a key of this kind, or its checksum is wrong` : `${name} ${message}`;
}

function aboutValue({ schema }: GivenConfig, { node, name }: ConfigPart, params: Record<string, unknown>) {
  const allowed = params['allowedValues'] as string[] | undefined;
  const field = fieldsOf(schema).get(name);
  const isSensitive = field?.['x-sensitive'] === true || field?.['x-url'] === true;
  const given = !isSensitive && node?.kind === 'scalar' ? node.value : undefined;
  const value = typeof given === 'string' ? given.slice(0, 100) : given;
  const suggestion = allowed && typeof value === 'string' ? nearest(value, allowed) : undefined;
  return {
    ...(node && { at: node.at }),
    ...(value !== undefined && { value }),
    ...(suggestion !== undefined && { suggestion }),
    ...(allowed && { allowed }),
  };
}

/** Part of a config. */
interface ConfigPart {
  path: string;
  /** The field of the config that it is in. */
  name: string;
  /** The nearest key above it. */
  key: string;
  schema: Schema | undefined;
  node: Node | undefined;
}

/** What of a schema leads to those of its parts. */
interface Schema {
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  items?: Schema;
}

function placeOf({ path, node, schema }: GivenConfig, pointer: string): ConfigPart {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const name = keys[0] ?? '';
  return keys.reduce<ConfigPart>(partAt, { path, name, key: name, schema, node });
}

function partAt({ path, schema, node, ...part }: ConfigPart, key: string): ConfigPart {
  if (node?.kind === 'list') {
    return { ...part, path: below(path, Number(key)), schema: schema?.items, node: node.items[Number(key)] };
  }
  return {
    ...part,
    path: below(path, key),
    key,
    schema: schema?.properties?.[key] ?? Object.values(schema?.patternProperties ?? {})[0],
    node: node?.kind === 'map' ? node.entries.get(key)?.value : undefined,
  };
}

function addUnknown({ node, path, schema }: ConfigPart, name: string, findings: Findings): void {
  const at: Position | undefined = node?.kind === 'map' ? node.entries.get(name)?.key : undefined;
  const known = Object.keys(schema?.properties ?? {});
  const suggestion = nearest(name, known);
  findings.error(
    'invalid_config',
    below(path, name),
    `there is no field ${name} in this config${known.length > 0 ? `; there are ${known.join(', ')}` : ''}`,
    {
      ...(at && { at }),
      ...(suggestion !== undefined && { suggestion }),
      ...(known.length > 0 && { allowed: known }),
    },
  );
}

/** A query or certificates may be long; nothing needs more. Paths have a bound of their own. */
const MOST_LETTERS = 65_536;

interface TextCheck {
  knows: (placeholder: Placeholder) => boolean;
  findings: Findings;
  most: number;
}

/** Placeholders may stand in any text of a config, NUL, at which servers end a text, in none. */
function checkTexts(node: Node, path: string, check: TextCheck): void {
  const { knows, findings, most } = check;
  if (node.kind === 'list') node.items.forEach((item, i) => checkTexts(item, below(path, i), check));
  else if (node.kind === 'map') {
    for (const [name, { value }] of node.entries) checkTexts(value, below(path, name), check);
  } else if (typeof node.value === 'string') {
    const { length } = node.value;
    if (length > most) {
      const message = `a text has at most ${most} letters, and this one ${length}`;
      return findings.error('invalid_config', path, message, { at: node.at });
    }
    if (node.value.includes('\0')) findings.error('invalid_config', path, 'a text cannot hold NUL', { at: node.at });
    for (const placeholder of placeholders(node.value)) {
      if (knows(placeholder)) continue;
      const what = placeholder.isSecret ? 'secret' : 'secret or allowed variable of the environment';
      findings.warn('missing_secret', path, `there is no ${what} named ${placeholder.name}`, { at: node.at });
    }
  }
}

function warnOfSecret(node: Node, path: string, field: Field, findings: Findings): void {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return;
  if (!holdsSecret(node.value, field['x-url'] === true)) return;
  findings.warn('literal_secret', path, 'a secret stands in the definition; use ${NAME} or the secrets API', {
    at: node.at,
  });
}

/** A value that nothing is found by would leave out all records without a word. */
function warnOfUnknown(node: Node, path: string, expected: Expected, findings: Findings): void {
  if (node.kind !== 'scalar' || typeof node.value !== 'string' || placeholders(node.value).length > 0) return;
  const { value, at } = node;
  const told = { at, value: value.slice(0, 100) };
  if ('format' in expected) {
    if (Format.Test(expected.format, value)) return;
    findings.warn('unknown_value', path, `${expected.description}; nothing is found by this one`, told);
  } else if (!expected.enum.includes(value)) {
    const suggestion = nearest(value, expected.enum);
    const about = { ...told, ...(suggestion !== undefined && { suggestion }), allowed: expected.enum };
    findings.warn('unknown_value', path, 'there is no such name; nothing is found by this one', about);
  }
}
