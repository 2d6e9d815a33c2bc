/** What a contract exports, as JSON and as Rust, with what of HTTP goes with them. */
import { expect, it } from 'vitest';
import { bodyOf, serveSample } from './sample-server.ts';

const { ask } = serveSample();

interface Interface {
  interface: { functions: { name: string }[] };
}

it('of a contract is told as Rust when `format` says so, under a tag of its own', async () => {
  const top = await bodyOf<{
    data: { contract_id: string }[];
  }>(ask('/semantic/contracts?contract_type=sac&limit=1'));
  const path = `/silver/contracts/${top.data[0]?.contract_id}/interface`;
  const [json, rust] = [await ask(path), await ask(`${path}?format=rust`)];
  expect([rust.status, rust.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await rust.text();
  const { functions } = ((await json.json()) as Interface).interface;
  expect(functions.length).toBeGreaterThan(10);
  expect([...text.matchAll(/ fn (\w+)\(/g)].map(([, name]) => name)).toEqual(functions.map(({ name }) => name));
  const tag = rust.headers.get('etag') ?? '';
  expect(tag).not.toBe(json.headers.get('etag'));
  expect((await ask(`${path}?format=rust`, { 'If-None-Match': tag })).status).toBe(304);
  const wrong = await ask(`${path}?format=go`);
  expect([wrong.status, await wrong.json()]).toEqual([400, { error: 'invalid format: must be json or rust' }]);
});
