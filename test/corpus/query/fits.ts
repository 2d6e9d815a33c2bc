/** Whether an answer is what a case expects, by the rules of both folders of cases (their README and scripts). */
import { createHash } from 'node:crypto';

type Holder = Record<string, unknown>;

export interface Rules {
  /** Dotted paths that are not compared: `*` (state) or `[]` (history) for every place of a list. */
  ignored: readonly string[];
  /** Whether a key that is not expected is a difference. */
  isStrict: boolean;
  /** Names of members that are not compared, wherever they are. */
  leftOut?: ReadonlySet<string>;
}

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns what differs, each with its path; undefined stands for a key that is not there. */
export function differences(expected: unknown, actual: unknown, rules: Rules, path = ''): string[] {
  if (isIgnored(path, rules)) return [];
  const mark = isHolder(expected) ? Object.keys(expected).find((key) => /^\$(?!more)/.test(key)) : undefined;
  if (mark !== undefined) return placeholder(mark, expected as Holder, actual, rules, path);
  if (isHolder(expected)) return ofMembers(expected, actual, rules, path);
  if (Array.isArray(expected)) return ofElements(expected, actual, rules, path);
  const isSame =
    typeof expected === 'number'
      ? isNear(expected, actual, 1e-9 * Math.max(1, Math.abs(expected)))
      : expected === actual;
  return isSame ? [] : [told(path, expected, actual)];
}

function isIgnored(path: string, { ignored }: Rules): boolean {
  const places = path.replaceAll(/(^|\.)\d+(?=\.|$)/g, '$1*');
  const plain = path.replaceAll(/(^|\.)\d+(?=\.|$)/g, '');
  return ignored.some((one) => one === path || one === places || one === plain || path.startsWith(`${one}.`));
}

/** Members that the cases do not know: where decimals are from, and amounts in the smallest unit beside those in units. */
const ADDED = new Set(['decimals_source', 'total_supply_raw', 'before_raw', 'after_raw']);

const below = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`);

function ofMembers(expected: Holder, actual: unknown, rules: Rules, path: string): string[] {
  if (!isHolder(actual)) return [told(path, expected, actual)];
  const isCompared = (key: string) => rules.leftOut?.has(key) !== true;
  const keys = Object.keys(expected).filter((key) => key !== '$more' && isCompared(key));
  const missing = keys.flatMap((key) =>
    differences(expected[key], actual[key], key === '_meta' ? { ...rules, isStrict: false } : rules, below(path, key)),
  );
  if (!rules.isStrict || expected.$more === true) return missing;
  const others = Object.keys(actual).filter(
    (key) => !keys.includes(key) && isCompared(key) && !(path === '' && key === '_meta'),
  );
  const unexpected = others.filter((key) => !isIgnored(below(path, key), rules) && !ADDED.has(key));
  return [...missing, ...unexpected.map((key) => told(below(path, key), undefined, actual[key]))];
}

function ofElements(expected: unknown[], actual: unknown, rules: Rules, path: string): string[] {
  if (!Array.isArray(actual)) return [told(path, 'a list', actual)];
  const size = expected.length === actual.length ? [] : [told(path, `${expected.length} elements`, actual.length)];
  const both = expected.slice(0, actual.length);
  return [...size, ...both.flatMap((one, i) => differences(one, actual[i], rules, below(path, i)))];
}

const types: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isHolder,
  array: Array.isArray,
  any: () => true,
  rfc3339: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value)),
  amount7: (value) => /^-?\d+\.\d{7}$/.test(String(value)),
  digits: (value) => /^-?\d+$/.test(String(value)),
};

type Check = (value: unknown, actual: unknown, expected: Holder, rules: Rules) => boolean;
const fits = (one: unknown, actual: unknown, rules: Rules) =>
  differences(one, actual, { ...rules, ignored: [] }).length === 0;

const checks: Record<string, Check> = {
  $any: (value, actual) => types[String(value)](actual),
  $re: (value, actual) => typeof actual === 'string' && new RegExp(String(value)).test(actual),
  $regex: (value, actual) =>
    typeof actual === 'string' && new RegExp(String(value).replace('(?i)', ''), 'i').test(actual),
  $prefix: (value, actual) => typeof actual === 'string' && actual.startsWith(String(value)),
  $num: (value, actual, { tol = 0 }) => isNear(Number(value), actual, Number(tol)),
  $approx: (value, actual) => isNear(Number(value), actual, 1e-6),
  $dec: (value, actual, { tol = '0', places }) => isDecimal(String(value), actual, String(tol), places),
  $gte: (value, actual) => (typeof value === 'number' ? Number(actual) >= value : String(actual) >= String(value)),
  $not: (value, actual) => actual !== value,
  $oneof: (value, actual, _expected, rules) => (value as unknown[]).some((one) => fits(one, actual, rules)),
  $length: (value, actual) => Array.isArray(actual) && actual.length === value,
  $length_between: (value, actual, { $last }, rules) => {
    const [least = 0, most = 0] = value as number[];
    return (
      Array.isArray(actual) && actual.length >= least && actual.length <= most && fits($last, actual.at(-1), rules)
    );
  },
  $has: (value, actual, _expected, rules) => holds(actual, value as unknown[], rules),
  $some: (value, actual, _expected, rules) => holds(actual, [value], rules),
  $superset: (value, actual, _expected, rules) => isMatched(value as unknown[], actual, rules, false),
  $set: (value, actual, _expected, rules) => isMatched(value as unknown[], actual, rules, true),
  $superset_by_name: (value, actual) =>
    (value as string[]).every((name) => list(actual).some((one) => one['name'] === name)),
  $superset_of_pairs: (value, actual, { $keys }) => {
    const rest = list(actual).map((one) => JSON.stringify(($keys as string[]).map((key) => one[key])));
    return (value as unknown[]).every((pair) => take(rest, (one) => one === JSON.stringify(pair)));
  },
  $string_sha256: (value, actual, { $string_length: length }) =>
    typeof actual === 'string' &&
    actual.length === length &&
    createHash('sha256').update(actual).digest('hex') === value,
};

const list = (actual: unknown) => (Array.isArray(actual) ? (actual as Holder[]) : []);

function placeholder(mark: string, expected: Holder, actual: unknown, rules: Rules, path: string): string[] {
  const value = expected[mark];
  if (mark === '$maybe') return actual === undefined ? [] : differences(value, actual, rules, path);
  if (mark === '$absent') return actual === undefined ? [] : [told(path, expected, actual)];
  if (mark === '$absent_or') return actual === undefined || actual === value ? [] : [told(path, expected, actual)];
  if (mark === '$empty')
    return actual == null || (Array.isArray(actual) && actual.length === 0) ? [] : [told(path, expected, actual)];
  if (mark === '$where' || mark === '$list') {
    const wanted = Object.entries(expected.$where as Holder);
    const chosen = list(actual).filter((one) =>
      wanted.every(([key, is]) => (Array.isArray(is) ? is.includes(one[key]) : fits(is, one[key], rules))),
    );
    return differences(expected.$list, chosen, rules, path);
  }
  const isFit = actual !== undefined && checks[mark](value, actual, expected, rules);
  return isFit ? [] : [told(path, expected, actual)];
}

function holds(actual: unknown, wanted: unknown[], rules: Rules): boolean {
  return Array.isArray(actual) && wanted.every((one) => actual.some((other) => fits(one, other, rules)));
}

function isMatched(wanted: unknown[], actual: unknown, rules: Rules, isWhole: boolean): boolean {
  const rest = Array.isArray(actual) ? [...(actual as unknown[])] : [];
  const isThere = wanted.every((one) => take(rest, (other) => fits(one, other, rules)));
  return Array.isArray(actual) && isThere && (!isWhole || rest.length === 0);
}

function take<T>(rest: T[], isWanted: (one: T) => boolean): boolean {
  const at = rest.findIndex(isWanted);
  if (at >= 0) rest.splice(at, 1);
  return at >= 0;
}

function isNear(expected: number, actual: unknown, tolerance: number): boolean {
  return typeof actual === 'number' && Math.abs(actual - expected) <= tolerance;
}

/** Compares texts of decimals as integers of their last places. */
function isDecimal(expected: string, actual: unknown, tolerance: string, places: unknown): boolean {
  if (typeof actual !== 'string' || !/^[-+]?\d+(\.\d+)?$/.test(actual)) return false;
  if (places !== undefined && (actual.split('.')[1] ?? '').length !== places) return false;
  const [a, b, most] = [expected, actual, tolerance].map(scaled);
  const distance = a - b;
  return (distance < 0n ? -distance : distance) <= most;
}

function scaled(decimal: string): bigint {
  const [whole = '', places = ''] = decimal.replace('+', '').split('.');
  return BigInt(`${whole}${places.padEnd(20, '0').slice(0, 20)}`);
}

function told(path: string, expected: unknown, actual: unknown): string {
  return `${path || '(body)'}: ${JSON.stringify(expected)?.slice(0, 160)} expected, ${JSON.stringify(actual)?.slice(0, 160)} found`;
}
