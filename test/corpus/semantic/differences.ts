/** Compares an answer with what a case expects of it: every key that is expected, with the placeholders of both folders of cases. */

type Holder = Record<string, unknown>;

const isObject = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns what differs, each with its path; undefined stands for a key that is not there. What is ignored is named by its path, `*`
 * for the places of a list.
 */
export function differences(expected: unknown, actual: unknown, path = '', ignored: readonly string[] = []): string[] {
  if (ignored.includes(path.replaceAll(/\[\d+\]/g, '.*'))) return [];
  if (isObject(expected)) {
    const mark = Object.keys(expected).find((key) => key.startsWith('$') && key !== '$more');
    if (mark) return placeholder(mark, expected, actual, path);
    if (!isObject(actual)) return [differs(path, expected, actual)];
    return Object.keys(expected)
      .filter((key) => key !== '$more')
      .flatMap((key) => differences(expected[key], actual[key], `${path}${path && '.'}${key}`, ignored));
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [differs(path, 'a list', actual)];
    if (expected.length !== actual.length) return [differs(path, `${expected.length} rows`, `${actual.length} rows`)];
    return expected.flatMap((one, i) => differences(one, actual[i], `${path}[${i}]`, ignored));
  }
  return expected === actual ? [] : [differs(path, expected, actual)];
}

function placeholder(mark: string, expected: Holder, actual: unknown, path: string): string[] {
  const value = expected[mark];
  const fits = (isFit: boolean) => (isFit ? [] : [differs(path, expected, actual)]);
  if (mark === '$absent') return fits(actual === undefined);
  if (mark === '$absent_or') return fits(actual === undefined || actual === value);
  if (mark === '$maybe') return actual === undefined ? [] : differences(value, actual, path);
  if (actual === undefined) return fits(false);
  if (mark === '$any') return fits(true);
  if (mark === '$re' || mark === '$regex') return fits(new RegExp(String(value)).test(String(actual)));
  if (mark === '$gte') return fits(String(actual) >= String(value));
  if (mark === '$approx') return fits(Math.abs(Number(actual) - Number(value)) < 1e-6);
  if (mark === '$dec') return fits(isNear(String(value), String(actual), Number(expected.tol ?? 0), expected.places));
  if (mark === '$superset') {
    const rows = actual as unknown[];
    return (value as unknown[]).flatMap((one) => fits(rows.some((row) => differences(one, row).length === 0)));
  }
  throw new Error(`no placeholder ${mark} is known`);
}

function isNear(expected: string, actual: string, tolerance: number, places: unknown): boolean {
  if (places !== undefined && (actual.split('.')[1] ?? '').length !== places) return false;
  return tolerance === 0
    ? Number(expected) === Number(actual)
    : Math.abs(Number(expected) - Number(actual)) <= tolerance;
}

function differs(path: string, expected: unknown, actual: unknown): string {
  return `${path}: ${JSON.stringify(expected)?.slice(0, 160)} expected, ${JSON.stringify(actual)?.slice(0, 160)} found`;
}
