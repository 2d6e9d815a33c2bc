/** What no endpoint reads of a request is named in its answer. */
import { describe, expect, it } from 'vitest';
import { authorization, bodyOf, serveSample } from './sample-server.ts';

const { ask, listener } = serveSample();

interface Told {
  _meta?: { warnings?: string[] };
}

const warningsOf = async (path: string) => (await bodyOf<Told>(ask(path)))._meta?.warnings;

async function postedWarnings(path: string, body: object): Promise<string[] | undefined> {
  const url = `${listener().url}lake/v1/local/api/v1${path}`;
  return (await bodyOf<Told>(fetch(url, { method: 'POST', headers: authorization, body: JSON.stringify(body) })))._meta
    ?.warnings;
}

describe('an unknown parameter', () => {
  it.each([
    '/silver/accounts?limit=1',
    '/silver/stats/network?explain=false',
    '/semantic/activities?limit=1',
    '/bronze/ledgers?start=2&end=3&limit=1',
    '/gold/compliance/balances?asset_code=XLM&ledger=60',
  ])('is named with what it may have meant by %s', async (path) => {
    expect(await warningsOf(path)).toBeUndefined();
    const warnings = await warningsOf(`${path}&explian=true&%C3%B3=1`);
    expect(warnings).toEqual(["parameter 'explian' is ignored (did you mean explain?)", "parameter 'ó' is ignored"]);
  });

  it('is one that the path has', async () => {
    expect(await warningsOf('/silver/ledgers/5?sequence=7&explian=true')).toEqual([
      "parameter 'sequence' is ignored",
      "parameter 'explian' is ignored (did you mean explain?)",
    ]);
  });

  it('is named in a header of tables', async () => {
    const path = '/silver/accounts?limitt=3&%C3%B3=1';
    const answer = await ask(path, { Accept: 'text/csv' });
    const header = answer.headers.get('x-warnings');
    expect(header).toBe('["parameter \'limitt\' is ignored (did you mean limit?)","parameter \'\\u00f3\' is ignored"]');
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Warnings');
  });

  it('is named by those that are posted to, as members of their bodies are', async () => {
    const hashes = ['0'.repeat(64)];
    const warnings = ["parameter 'limitt' is ignored", "member 'hashs' of the body is ignored (did you mean hashes?)"];
    expect(await postedWarnings('/silver/tx/batch/decoded?limitt=3', { hashes, hashs: [] })).toEqual(warnings);
    expect(await postedWarnings('/silver/tx/batch/decoded', { hashes })).toBeUndefined();
    expect(await postedWarnings('/silver/decode/scval?limitt=3', { xdr: 'AAAAAwAAAAc=', jsom: 1 })).toEqual([
      "parameter 'limitt' is ignored",
      "member 'jsom' of the body is ignored (did you mean json?)",
    ]);
    expect(await postedWarnings('/silver/decode/scval', { xdr: 'AAAAAwAAAAc=' })).toBeUndefined();
  });

  it('is named among the first ten, cut where it is long', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `${'x'.repeat(100)}${i}`);
    const warnings = await warningsOf(`/silver/accounts?${names.map((name) => `${name}=1`).join('&')}`);
    expect(warnings).toEqual([
      ...names.slice(0, 10).map(() => `parameter '${'x'.repeat(60)}…' is ignored`),
      '2 more are ignored',
    ]);
  });
});

it('warns of a parameter that is given twice', async () => {
  expect(await warningsOf('/silver/accounts?limit=3&limit=5')).toEqual([
    "parameter 'limit' is given 2 times: the first counts",
  ]);
});
