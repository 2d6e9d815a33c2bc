/** Validates the text of a definition: returns its findings, and the definition with its defaults. */
import type { Consumer, Processor } from '../component.ts';
import type { ComponentAt } from './components.ts';
import type { Definition } from './definition.ts';
import { checkFieldNames, mapping, requireKey, textField } from './fields.ts';
import { below, Findings, ordered, type Finding, type Position } from '../yaml/findings.ts';
import { plain, readYaml, UnreadableYaml, type MapNode } from '../yaml/nodes.ts';
import type { Placeholder } from '../yaml/placeholders.ts';
import { checkSpec } from './spec.ts';

/** What is found of a text. */
export interface Validation {
  /** What makes the definition invalid, in the order of the text; empty for a valid one. */
  errors: Finding[];
  /** What the author should know and may leave, in the order of the text. */
  warnings: Finding[];
  /** Undefined where there are errors. */
  definition: Definition | undefined;
  /** The resource with defaults as people may see it: secrets masked, placeholders kept; undefined where no YAML can be read. */
  shown: object | undefined;
  /**
   * Components whose configs match their schemas; further checks look only at these.
   * @internal
   */
  sound: readonly ComponentAt<Processor | Consumer>[];
  /** Where these and the ends of the range stand in the text, by their paths. */
  places: Readonly<Record<string, Position>>;
}

/** Options of `validatePipeline`. */
export interface ValidateOptions {
  /** Whether a placeholder has a value; by default none has. */
  knows?: (placeholder: Placeholder) => boolean;
}

/** Returns all that is wrong with a definition, in one pass; never what a sensitive field holds. */
export function validate(yaml: string, { knows = () => false }: ValidateOptions = {}): Validation {
  const findings = new Findings();
  const root = readRoot(yaml, findings);
  if (!root)
    return { errors: findings.errors, warnings: [], definition: undefined, shown: undefined, sound: [], places: {} };
  const { resource, shown, sound, places } = checkRoot(root, knows, findings);
  const { errors, warnings } = findings;
  const definition = errors.length === 0 ? (resource as Definition) : undefined;
  return { errors, warnings, definition, shown, sound, places };
}

/** Returns what was found with more errors among the others; with any there is no definition. */
export function withErrors(found: Validation, more: readonly Finding[]): Validation {
  if (more.length === 0) return found;
  return { ...found, errors: ordered([...found.errors, ...more]), definition: undefined };
}

function readRoot(yaml: string, findings: Findings): MapNode | undefined {
  try {
    return readYaml(yaml);
  } catch (error) {
    if (!(error instanceof UnreadableYaml)) throw error;
    findings.error(error.code, '', error.message, error.at && { at: error.at });
    return undefined;
  }
}

/** What is wrong may be missing in both. */
interface Resources {
  resource: object;
  shown: object;
  sound: Validation['sound'];
  places: Validation['places'];
}

function checkRoot(root: MapNode, knows: (placeholder: Placeholder) => boolean, findings: Findings): Resources {
  checkFieldNames(root, '', ['apiVersion', 'kind', 'metadata', 'spec'], findings);
  const apiVersion = checkText(root, 'apiVersion', /^flow\.[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\/v1$/, findings);
  const kind = checkText(root, 'kind', /^Pipeline$/, findings);
  const metadata = mapping(requireKey(root, '', 'metadata', findings), 'metadata', findings);
  if (metadata) checkMetadata(metadata, findings);
  const spec = mapping(requireKey(root, '', 'spec', findings), 'spec', findings);
  const checked = spec && checkSpec(spec, knows, findings);
  const head = { apiVersion, kind, ...(metadata && { metadata: plain(knownOf(metadata)) }) };
  return {
    resource: { ...head, spec: checked?.spec },
    shown: { ...head, spec: checked?.shown },
    sound: checked?.sound ?? [],
    places: spec && checked ? placesOf(spec, checked.sound) : {},
  };
}

function placesOf(spec: MapNode, sound: Validation['sound']): Validation['places'] {
  const ends = ['startLedger', 'endLedger'].flatMap((name) => {
    const at = spec.entries.get(name)?.value.at;
    return at ? [[below('spec', name), at] as const] : [];
  });
  return Object.fromEntries([...ends, ...sound.map(({ path, at }) => [path, at] as const)]);
}

const codes = { apiVersion: 'unsupported_api_version', kind: 'wrong_kind' } as const;
const expected = { apiVersion: 'flow.<domain>/v1', kind: 'Pipeline' };

function checkText(root: MapNode, name: keyof typeof codes, pattern: RegExp, findings: Findings): string | undefined {
  const node = requireKey(root, '', name, findings);
  const found = textField(node, name, findings);
  if (node && found !== undefined && !pattern.test(found)) {
    findings.error(codes[name], name, `${name} must be ${expected[name]}`, { at: node.at, value: found.slice(0, 100) });
  }
  return found;
}

const METADATA = ['name', 'labels', 'annotations', 'description'];

/** A field that there is not is left out: it may be a mistyped secret. */
function knownOf(metadata: MapNode): MapNode {
  return { ...metadata, entries: new Map([...metadata.entries].filter(([name]) => METADATA.includes(name))) };
}

function checkMetadata(metadata: MapNode, findings: Findings): void {
  checkFieldNames(metadata, 'metadata', METADATA, findings, 'warn');
  const node = requireKey(metadata, 'metadata', 'name', findings);
  const name = textField(node, 'metadata.name', findings);
  if (!node || name === undefined || /^[A-Za-z0-9]([A-Za-z0-9_. -]{0,126}[A-Za-z0-9])?$/.test(name)) return;
  const rule =
    'a name must have 1 to 128 letters, digits, -, _, . and spaces, and begin and end with a letter or digit';
  findings.error('invalid_name', 'metadata.name', rule, { at: node.at, value: name.slice(0, 200) });
}
