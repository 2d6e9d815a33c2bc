/** Definitions with the findings that are expected of them: the cases of `data/pipelines/validation.jsonl` that validate a body. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/pipelines/yaml/findings.ts';
import { validate, type Validation } from '../../../src/pipelines/definition/validate.ts';
import { corpus, hasCorpus, readText } from '../../corpus.ts';

interface Expected {
  code: string;
  path?: string;
  line?: number | null;
  column?: number | null;
  suggestion_contains?: string;
  allowed_contains?: string[];
}

interface Case {
  id: string;
  area: string;
  request: { endpoint: string; auth: string };
  yaml?: string;
  body?: string | object;
  setup?: { op: string; path?: string }[];
  expect: {
    valid?: boolean;
    errors: Expected[];
    warnings_include: Expected[];
    warnings_exclude: string[];
    syntax?: { code: string; line: number | null; line_tolerance: number };
    forbidden_substrings?: string[];
    effective_includes?: Record<string, unknown>;
  };
}

const lines = hasCorpus ? readText(join(corpus, 'pipelines/validation.jsonl')).trim().split('\n') : [];
const cases = lines
  .map((line) => JSON.parse(line) as Case)
  .filter(({ request, expect: { valid } }) => request.endpoint === 'validate' && valid !== undefined);

function run({ yaml, body, setup = [] }: Case): Validation {
  const secrets = new Set(setup.filter(({ op }) => op === 'secret').map(({ path }) => path));
  const text = typeof body === 'string' ? body : (yaml ?? '');
  return validate(text, { knows: ({ name }) => secrets.has(name) });
}

/** What a case says of a finding, of the one that was found. */
function asExpected(expected: Expected, found: readonly Finding[]) {
  const same = found.find(({ code, path }) => code === expected.code && path === expected.path);
  return {
    code: same?.code,
    path: same?.path,
    ...(expected.line != null && { line: same?.line, column: same?.column }),
    ...(expected.suggestion_contains && { suggestion: same?.suggestion }),
    ...(expected.allowed_contains && { allowed: [...(same?.allowed ?? [])].sort() }),
  };
}

function asGiven({ code, path, line, column, suggestion_contains: suggestion, allowed_contains: allowed }: Expected) {
  return {
    code,
    path,
    ...(line != null && { line, column }),
    ...(suggestion && { suggestion }),
    ...(allowed && { allowed: [...allowed].sort() }),
  };
}

const pairs = (list: readonly { code: string; path?: string }[]) =>
  list.map(({ code, path }) => `${code} ${path}`).sort();

function at(tree: unknown, path: string): unknown {
  const keys = path.replaceAll('[', '.').replaceAll(']', '').split('.');
  return keys.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], tree);
}

describe.skipIf(!hasCorpus)('definitions of the corpus', () => {
  it.each(cases)('$id, $area', (given) => {
    const { expect: want } = given;
    const found = run(given);
    expect(found.errors.length === 0).toBe(want.valid);
    if (want.syntax) {
      const [{ code, path, line }] = found.errors;
      expect({ code, path }).toEqual({ code: want.syntax.code, path: '' });
      if (want.syntax.line !== null) expect(Math.abs((line ?? 0) - want.syntax.line)).toBeLessThanOrEqual(1);
    } else {
      expect(pairs(found.errors)).toEqual(pairs(want.errors));
    }
    const expected = [...want.errors, ...want.warnings_include];
    const all = [...found.errors, ...found.warnings];
    expect(expected.map((one) => asExpected(one, all))).toEqual(expected.map(asGiven));
    const codes: string[] = found.warnings.map(({ code }) => code);
    expect(want.warnings_exclude.filter((code) => codes.includes(code))).toEqual([]);
    const text = JSON.stringify(found.shown) + JSON.stringify(all);
    expect(want.forbidden_substrings?.filter((secret) => text.includes(secret)) ?? []).toEqual([]);
    for (const [path, value] of Object.entries(want.effective_includes ?? {}))
      expect(at(found.shown, path)).toEqual(value);
  });

  it('has every case that validates a body', () => expect(cases.length).toBeGreaterThan(200));
});
