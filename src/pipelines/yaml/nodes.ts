/**
 * YAML as a tree of nodes with positions: core schema, standard tags only, a bound on aliases, unique keys.
 * A key with a null value counts as absent.
 */
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments, visit } from 'yaml';
import type { Document, Node as YamlNode, Pair, YAMLError } from 'yaml';
import { pastBounds } from './bounds.ts';
import { below, type ErrorCode, type Position } from './findings.ts';
import { placesOf } from './places.ts';

/** What JSON can say. */
export type JsonData = string | number | boolean | null | readonly JsonData[] | { readonly [key: string]: JsonData };

export interface MapNode {
  kind: 'map';
  at: Position;
  entries: ReadonlyMap<string, { key: Position; value: Node }>;
  /** Keys without a value. */
  empty: ReadonlySet<string>;
}

export interface ListNode {
  kind: 'list';
  at: Position;
  items: readonly Node[];
}

export interface ScalarNode {
  kind: 'scalar';
  at: Position;
  value: string | number | boolean | null;
  /** As written in the text, without quotes. */
  source: string;
}

export type Node = MapNode | ListNode | ScalarNode;

/** Why a text is no definition at all. */
export class UnreadableYaml extends Error {
  readonly code: ErrorCode;
  readonly at: Position | undefined;

  constructor(code: ErrorCode, message: string, at?: Position) {
    super(message);
    this.code = code;
    this.at = at;
  }
}

const MOST_NODES = 10_000;
const MOST_LEVELS = 64;
/** What YAML takes for no character; the library takes all. */
const NO_CHARACTER = /[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype'];

/** Returns the mapping that a text holds. Throws UnreadableYaml. */
export function readYaml(given: string): MapNode {
  const text = given.replace(/^\ufeff/, '');
  const at = placesOf(text);
  const strange = NO_CHARACTER.exec(text);
  if (strange)
    throw new UnreadableYaml(
      'yaml_syntax',
      'a character that YAML forbids: a definition is a text in UTF-8',
      at(strange.index),
    );
  const past = pastBounds(text);
  if (past) throw new UnreadableYaml('yaml_syntax', past.message, at(past.offset));
  // Keys are compared below: the library compares each with all before it.
  const options = {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    // Those of YAML 1.1, such as !!set, are none of the core schema.
    resolveKnownTags: false,
    logLevel: 'silent',
  } as const;
  const documents = parseAllDocuments(text, { ...options, prettyErrors: false, stringKeys: false });
  const [document, second] = 'empty' in documents ? [] : documents;
  if (!document) throw new UnreadableYaml('not_a_mapping', 'the definition is empty', { line: 1, column: 1 });
  refuseSyntax(document, at);
  if (second) throw new UnreadableYaml('multiple_documents', 'a definition is one YAML document', at(second.range[0]));
  const root = document.contents && new Reader(document, at).node(document.contents, '', 0);
  if (root?.kind === 'map') return root;
  throw new UnreadableYaml('not_a_mapping', 'a definition is a mapping', { line: 1, column: 1 });
}

type At = (offset: number) => Position;

/** What follows a fault is mostly made by it, so the first counts. */
function refuseSyntax(document: Document.Parsed, at: At): void {
  const fault = document.errors[0] ?? document.warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED');
  if (fault) throw new UnreadableYaml('yaml_syntax', sentenceOf(fault), at(startOf(document, fault)));
}

/** Does not quote the text, because a password may begin with !, |, > or \\. */
function sentenceOf({ code, message }: YAMLError): string {
  if (code === 'TAG_RESOLVE_FAILED') return 'a tag outside the core schema';
  return message.replace(/(?<=extra characters|YAML token|YAML stream|YAML document|escape sequence)\b.*/s, '');
}

/** What is not closed is missed at the end of the text: its beginning is named. */
function startOf(document: Document.Parsed, { code, pos: [pos] }: YAMLError): number {
  if (code !== 'MISSING_CHAR') return pos;
  let start = pos;
  visit(document, {
    Node(_key, node) {
      const [from, , to] = node.range ?? [pos, pos, pos];
      const isOpen = isScalar(node) ? node.type?.startsWith('QUOTE') : 'flow' in node && node.flow === true;
      if (isOpen === true && from < pos && to >= pos) start = from;
    },
  });
  return start;
}

/** Returns the node of each alias: the last one before it with that anchor. */
function namedNodes(document: Document.Parsed): Map<YamlNode, YamlNode | undefined> {
  const anchors = new Map<string, YamlNode>();
  const named = new Map<YamlNode, YamlNode | undefined>();
  visit(document, {
    Alias: (_key, alias) => void named.set(alias as YamlNode, anchors.get(alias.source)),
    Value: (_key, node) => void (node.anchor !== undefined && anchors.set(node.anchor, node)),
  });
  return named;
}

/** Makes nodes of the library's, with aliases followed. */
class Reader {
  /** The node of each alias. The library would search the whole document for each. */
  readonly #named: ReadonlyMap<YamlNode, YamlNode | undefined>;
  readonly #at: At;
  /** What is being read: an alias to one of these would never end. */
  readonly #open = new Set<YamlNode>();
  #count = 0;

  constructor(document: Document.Parsed, at: At) {
    this.#named = namedNodes(document);
    this.#at = at;
  }

  node(given: YamlNode, path: string, depth: number): Node {
    const at = this.#at(given.range?.[0] ?? 0);
    const fault = (message: string) => new UnreadableYaml('yaml_syntax', `${message}${path && ` (at ${path})`}`, at);
    if (++this.#count > MOST_NODES) throw fault(`more than ${MOST_NODES} values, those of aliases counted each time`);
    const node = isAlias(given) ? this.#named.get(given) : given;
    if (!node) throw fault('an alias of no anchor');
    if (this.#open.has(node)) throw fault('an alias within what it stands for');
    if (depth >= MOST_LEVELS && !isScalar(node)) throw fault(`more than ${MOST_LEVELS} levels`);
    this.#open.add(node);
    const read = this.#read(node, at, path, depth + 1);
    this.#open.delete(node);
    return read;
  }

  #read(node: YamlNode, at: Position, path: string, depth: number): Node {
    if (isMap<YamlNode, YamlNode>(node)) return { kind: 'map', at, ...this.#entries(node.items, path, depth) };
    if (isSeq<YamlNode>(node)) {
      const items = node.items.map((item, i) => this.node(item, below(path, i), depth));
      return { kind: 'list', at, items };
    }
    if (!isScalar<ScalarNode['value']>(node)) throw new Error(`a node of YAML of an unknown kind at ${path}`);
    return { kind: 'scalar', at, value: node.value, source: node.source ?? '' };
  }

  #entries(
    pairs: readonly Pair<YamlNode, YamlNode | null>[],
    path: string,
    depth: number,
  ): Pick<MapNode, 'entries' | 'empty'> {
    const seen = new Set<string>();
    const entries = new Map<string, { key: Position; value: Node }>();
    const empty = new Set<string>();
    for (const { key, value } of pairs) {
      const at = this.#at(key.range?.[0] ?? 0);
      const named = isAlias(key) ? this.#named.get(key) : key;
      if (!named) throw new UnreadableYaml('yaml_syntax', 'an alias of no anchor', at);
      if (!isScalar(named)) throw new UnreadableYaml('yaml_syntax', 'a key is a list or a map, expected a name', at);
      const name = String(named.value);
      if (seen.has(name)) throw new UnreadableYaml('yaml_syntax', `a second key "${name}"`, at);
      if (PROTOTYPE_KEYS.includes(name)) throw new UnreadableYaml('yaml_syntax', `a key cannot be named ${name}`, at);
      seen.add(name);
      const node = value && this.node(value, below(path, name), depth);
      if (node && !isNull(node)) entries.set(name, { key: at, value: node });
      else empty.add(name);
    }
    return { entries, empty };
  }
}

function isNull(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/** Returns what a node says, as plain data. */
export function plain(node: Node): JsonData {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plain);
  return Object.fromEntries([...node.entries].map(([name, { value }]) => [name, plain(value)]));
}
