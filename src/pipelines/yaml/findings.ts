/** Errors and warnings about a definition: each has a code and its place in the YAML text. */

/** Codes that make a definition invalid. */
export type ErrorCode =
  | 'yaml_syntax'
  | 'not_a_mapping'
  | 'multiple_documents'
  | 'missing_field'
  | 'unknown_field'
  | 'wrong_type'
  | 'unsupported_api_version'
  | 'wrong_kind'
  | 'invalid_name'
  | 'invalid_network'
  | 'invalid_ledger'
  | 'end_not_greater'
  | 'unknown_component'
  | 'runtime_class_name'
  | 'invalid_config'
  | 'incompatible_component'
  | 'network_passphrase_mismatch'
  | 'source_not_allowed';

/** Codes that only warn. */
export type WarningCode =
  | 'unknown_field'
  | 'genesis_ledger'
  | 'missing_secret'
  | 'literal_secret'
  | 'unused_processor'
  | 'unknown_value'
  | 'mapped_consumer'
  | 'chain_identifier_mismatch'
  | 'range_outside_source'
  | 'large_range'
  | 'latest_with_end'
  | 'checkpoint_reset'
  | 'rerun'
  | 'sink_unreachable'
  | 'sink_schema_conflict'
  | 'sink_lost_checkpoint'
  | 'records_altered'
  | 'ledger_skipped';

/** A place in the text, from 1; columns count Unicode code points. */
export interface Position {
  line: number;
  column: number;
}

/** One error or warning. */
export interface Finding {
  /** What is wrong, for programs, such as `unknown_field`. */
  code: ErrorCode | WarningCode;
  /** Such as `spec.consumers[0].config.host`; empty for the whole document. */
  path: string;
  /** What is wrong, for people, in one sentence. */
  message: string;
  /** Line in the YAML text, from 1; absent where the finding has no place in the text. */
  line?: number;
  /** Column in Unicode code points, from 1; absent with `line`. */
  column?: number;
  /** What was found; never given for sensitive fields. */
  value?: unknown;
  /** What was probably meant. */
  suggestion?: string;
  /** The valid values; absent where there is no list of them. */
  allowed?: readonly string[];
}

/** What a finding has beside its code, path and message. */
interface About {
  at?: Position;
  value?: unknown;
  suggestion?: string;
  allowed?: readonly string[];
}

/** Collects the findings of one definition. */
export class Findings {
  readonly #errors: Finding[] = [];
  readonly #warnings: Finding[] = [];

  error(code: ErrorCode, path: string, message: string, about: About = {}): void {
    this.#errors.push(findingOf(code, path, message, about));
  }

  warn(code: WarningCode, path: string, message: string, about: About = {}): void {
    this.#warnings.push(findingOf(code, path, message, about));
  }

  get errors(): Finding[] {
    return ordered(this.#errors);
  }

  get warnings(): Finding[] {
    return ordered(this.#warnings);
  }

  /** How many errors there are. */
  get count(): number {
    return this.#errors.length;
  }
}

function findingOf(code: Finding['code'], path: string, message: string, { at, ...about }: About): Finding {
  return { code, path, message, ...at, ...about };
}

/** Returns findings sorted by line, column and code. */
export function ordered(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(inOrder);
}

/** Returns findings with what is known of where their paths stand. */
export function placed(findings: readonly Finding[], places: Readonly<Record<string, Position>> = {}): Finding[] {
  return findings.map((finding) => ({ ...finding, ...places[finding.path] }));
}

/** Returns both in their order; of one code and place only those of the second. */
export function joinedFindings(first: readonly Finding[], second: readonly Finding[]): Finding[] {
  const placeOf = ({ code, path }: Finding) => `${code} ${path}`;
  const told = new Set(second.map(placeOf));
  return ordered([...first.filter((finding) => !told.has(placeOf(finding))), ...second]);
}

function inOrder(a: Finding, b: Finding): number {
  const byPlace = (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
  if (byPlace !== 0 || a.code === b.code) return byPlace;
  return a.code < b.code ? -1 : 1;
}

/** Returns the path of a key below a path. */
export function below(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (!/^[A-Za-z0-9_-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
