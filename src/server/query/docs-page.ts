/** The page that shows the API: HTML made here, with styles and a script in it, so that it works without a network. */
import { hash } from 'node:crypto';
import Type, { type TSchema } from 'typebox';
import { decoderVersion } from '../../version.ts';
import type { Endpoint } from './endpoint.ts';

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; color: #222; background: #fff }
h2 { margin: 2rem 0 .5rem; text-transform: capitalize }
details { border: 1px solid #ccc; border-radius: .4rem; margin: .3rem 0; padding: .4rem .8rem }
summary { cursor: pointer } summary span { color: #666; margin-left: .6rem }
table { border-collapse: collapse; width: 100% } td, th { border-top: 1px solid #eee; padding: .2rem .5rem; text-align: left; vertical-align: top }
input, select, textarea { font: inherit; width: 100%; box-sizing: border-box } header label { display: inline-block; margin-right: 1rem; width: 20rem }
code, pre, textarea { font-family: ui-monospace, monospace; font-size: .9em } pre { background: #f6f6f6; overflow: auto; max-height: 24rem; padding: .6rem }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } pre { background: #222 } td, th { border-color: #333 } }`;

/** Sends what a form says, with the key that was given, and shows the answer below. */
const SCRIPT = `
const field = (name) => document.getElementById(name).value;
document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target, { path, method } = form.dataset, out = form.querySelector('pre');
  const given = new URLSearchParams();
  let url = field('network') + path, body;
  for (const [name, value] of new FormData(form)) {
    if (name === ' body') body = value;
    else if (url.includes('{' + name + '}')) url = url.replace('{' + name + '}', encodeURIComponent(value));
    else if (value !== '') given.set(name, value);
  }
  if (given.size > 0) url += '?' + given;
  const headers = field('key') === '' ? {} : { Authorization: 'Api-Key ' + field('key') };
  out.hidden = false;
  out.textContent = method + ' ' + url;
  try {
    const answer = await fetch(url, { method, headers, body });
    const text = await answer.text();
    let shown = text;
    try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch {}
    out.textContent += '\\n' + answer.status + '\\n\\n' + shown;
  } catch (error) { out.textContent += '\\n' + error; }
});`;

const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

/** What the page may load: its own styles and script, and answers of this server. */
export const DOCS_POLICY = `default-src 'none'; style-src ${source(STYLE)}; script-src ${source(SCRIPT)}; connect-src 'self'`;

/** Returns the page; networks are under `bases`, such as `/lake/v1/testnet`. */
export function docsPage(endpoints: readonly Endpoint[], bases: readonly string[]): string {
  const tags = [...new Set(endpoints.map(tagOf))];
  const sections = tags.map((tag) => {
    const own = endpoints.filter((endpoint) => tagOf(endpoint) === tag);
    return `<section><h2>${escape(tag)}</h2>${own.map(operation).join('\n')}</section>`;
  });
  const networks = bases.map((base) => `<option>${escape(base)}</option>`).join('');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ledger data query API</title>
<style>${STYLE}</style>
<header><h1>Ledger data query API ${escape(decoderVersion)}</h1>
<p>Described in <a href="/openapi.json">OpenAPI</a>. Keys go into the header <code>Authorization: Api-Key &lt;KEY&gt;</code>. Lists
answer <code>text/csv</code>, <code>application/x-ndjson</code>, Arrow and Parquet, too, as <code>Accept</code> says.</p>
<label>Network <select id="network">${networks}</select></label>
<label>API key, kept in this page only <input id="key" autocomplete="off" spellcheck="false"></label></header>
${sections.join('\n')}
<script>${SCRIPT}</script></html>
`;
}

const tagOf = ({ path }: Endpoint) => path.split('/')[3] ?? '';

function operation(endpoint: Endpoint): string {
  const { path, summary, parameters, answer, body, table } = endpoint;
  const method = endpoint.method ?? 'GET';
  const rows = Object.entries(parameters).map(([name, schema]) => parameter(path, name, schema));
  const text =
    body && `<p>Body, as JSON</p><textarea name=" body" rows="4">${escape(JSON.stringify(sampleOf(body)))}</textarea>`;
  return `<details><summary><code>${method} ${escape(path)}</code><span>${escape(summary)}</span></summary>
<form data-path="${escape(path)}" data-method="${method}"><table>${rows.join('')}</table>${text ?? ''}<button>Ask</button><pre hidden></pre></form>
<h4>Answer</h4><table>${fields(answer)}</table>${table ? `<h4>A row of ${table.member}</h4><table>${fields(table.row)}</table>` : ''}</details>`;
}

function parameter(path: string, name: string, schema: TSchema): string {
  const words: unknown = Reflect.get(schema, 'enum');
  const standard: unknown = Reflect.get(schema, 'default');
  const isNeeded = path.includes(`{${name}}`) || !(Type.IsOptional(schema) || standard !== undefined);
  const hint = standard === undefined ? '' : ` placeholder="${escape(String(standard))}"`;
  const choices = Array.isArray(words)
    ? ['', ...words.map(String)].map((word) => `<option>${escape(word)}</option>`)
    : undefined;
  const input = choices
    ? `<select name="${name}">${choices.join('')}</select>`
    : `<input name="${name}"${hint}${isNeeded ? ' required' : ''}>`;
  return `<tr><td><code>${name}</code></td><td>${input}</td><td>${escape(described(schema))}</td></tr>`;
}

function fields(schema: TSchema): string {
  const properties = (Reflect.get(schema, 'properties') ?? {}) as Record<string, TSchema>;
  return Object.entries(properties)
    .map(([name, field]) => {
      const mark = Type.IsOptional(field) ? '?' : '';
      return `<tr><td><code>${escape(name)}${mark}</code></td><td>${escape(typeOf(field))}</td><td>${escape(described(field))}</td></tr>`;
    })
    .join('');
}

const typeOf = (schema: TSchema) => String(Reflect.get(schema, 'format') ?? Reflect.get(schema, 'type') ?? 'any');
const described = (schema: TSchema) => String(Reflect.get(schema, 'description') ?? '');

function sampleOf(body: TSchema): unknown {
  const properties = (Reflect.get(body, 'properties') ?? {}) as Record<string, TSchema>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, typeOf(schema) === 'array' ? [] : '']),
  );
}

const letters: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (letter) => letters[letter]);
}
