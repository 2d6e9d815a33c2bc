/** The page that shows the API: HTML made here, with styles and a script in it, so that it works without a network. */
import { hash } from 'node:crypto';
import Type, { type TSchema } from 'typebox';
import { decoderVersion } from '../../../version.ts';
import { docsExamples, type DocsExample } from './docs-examples.ts';
import type { Endpoint } from '../endpoint.ts';

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; color: #222; background: #fff }
h2 { margin: 2rem 0 .5rem } nav a { margin-right: .8rem; white-space: nowrap } [hidden] { display: none } summary a { float: right; color: #999; text-decoration: none }
details { border: 1px solid #ccc; border-radius: .4rem; margin: .3rem 0; padding: .4rem .8rem }
summary { cursor: pointer } summary span { color: #666; margin-left: .6rem }
table { border-collapse: collapse; width: 100% } td, th { border-top: 1px solid #eee; padding: .2rem .5rem; text-align: left; vertical-align: top }
input, select, textarea { font: inherit; width: 100%; box-sizing: border-box } header label { display: inline-block; margin-right: 1rem; width: 20rem }
code, pre, textarea { font-family: ui-monospace, monospace; font-size: .9em } pre { background: #f6f6f6; overflow: auto; max-height: 24rem; padding: .6rem }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } pre { background: #222 } td, th { border-color: #333 } }`;

/** Sends what a form says, with the key that was given, and shows the answer below. */
const SCRIPT = `
const field = (name) => document.getElementById(name).value;
// The filter shows endpoints whose path or summary has each word.
const filter = document.getElementById('filter');
const show = () => {
  const words = filter.value.toLowerCase().split(/\\s+/);
  for (const section of document.querySelectorAll('section')) {
    let found = 0;
    for (const item of section.querySelectorAll('details')) {
      const text = item.querySelector('summary').textContent.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) found++;
    }
    section.hidden = found === 0;
  }
};
filter.addEventListener('input', show);
show();
// A link to an endpoint opens it.
const open = () => {
  const item = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (item instanceof HTMLDetailsElement) { item.hidden = false; item.open = true; item.scrollIntoView(); }
};
addEventListener('hashchange', open);
open();
// The curl lines name this server, the chosen network, and a key where one is given.
const curl = () => {
  const key = field('key') === '' ? '' : " -H 'Authorization: Api-Key " + field('key') + "'";
  for (const line of document.querySelectorAll('pre.curl')) {
    line.textContent = 'curl' + key + line.dataset.options + " '" + location.origin + field('network') + line.dataset.request + "'";
  }
};
for (const name of ['network', 'key']) document.getElementById(name).addEventListener('input', curl);
curl();
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
  const examples = docsExamples();
  const groups = Map.groupBy(endpoints, groupOf);
  const sections = [...groups].map(([group, own]) => {
    const items = own.map((endpoint) => operation(endpoint, examples[`${methodOf(endpoint)} ${endpoint.path}`], bases));
    return `<section id="group-${idOf(group)}"><h2>${escape(group)}</h2>${items.join('\n')}</section>`;
  });
  const links = [...groups.keys()].map((group) => `<a href="#group-${idOf(group)}">${escape(group)}</a>`);
  const networks = bases.map((base) => `<option>${escape(base)}</option>`).join('');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ledger data query API</title>
<style>${STYLE}</style>
<header><h1>Ledger data query API ${escape(decoderVersion)}</h1>
<p>Described in <a href="/openapi.json">OpenAPI</a>. Keys go into the header <code>Authorization: Api-Key &lt;KEY&gt;</code>. Lists also
answer with <code>text/csv</code>, <code>application/x-ndjson</code>, Arrow or Parquet, as <code>Accept</code> says.</p>
<label>Network <select id="network">${networks}</select></label>
<label>API key, kept in this page only <input id="key" autocomplete="off" spellcheck="false"></label>
<label>Filter by path or words <input id="filter" type="search" autocomplete="off" spellcheck="false"></label>
<nav>${links.join(' ')}</nav></header>
${sections.join('\n')}
<script>${SCRIPT}</script></html>
`;
}

/** The layer and what it is about, such as `silver: accounts`. */
function groupOf({ path }: Endpoint): string {
  const [, , , layer = '', about] = path.split('/');
  return layer === 'bronze' || about === undefined ? layer : `${layer}: ${about}`;
}

const methodOf = ({ method }: Endpoint): string => method ?? 'GET';

/** Returns the id of a part of the page, which links name. */
const idOf = (text: string) =>
  text
    .replace('/api/v1/', '')
    .replaceAll(/[^A-Za-z]+/g, '-')
    .replace(/-$/, '');

function operation(endpoint: Endpoint, example: DocsExample | undefined, [base = '']: readonly string[]): string {
  const { path, summary, parameters, answer, body, table } = endpoint;
  const method = methodOf(endpoint);
  const id = idOf(path);
  const rows = Object.entries(parameters).map(([name, schema]) => parameter(path, name, schema));
  const text =
    body && `<p>Body, as JSON</p><textarea name=" body" rows="4">${escape(JSON.stringify(sampleOf(body)))}</textarea>`;
  return `<details id="${id}"><summary><code>${method} ${escape(path)}</code><span>${escape(summary)}</span><a href="#${id}" title="link">#</a></summary>
${curlLine(endpoint, example, base)}<form data-path="${escape(path)}" data-method="${method}"><table>${rows.join('')}</table>${text ?? ''}<button>Ask</button><pre hidden></pre></form>
${exampleText(example)}<h4>Answer</h4><table>${fields(answer)}</table>${table ? `<h4>A row of ${table.member}</h4><table>${fields(table.row)}</table>` : ''}</details>`;
}

/** Without a script the line names the usual address; the script puts this server in its place. */
function curlLine({ path, body: takes }: Endpoint, example: DocsExample | undefined, base: string): string {
  const request = example?.request ?? path;
  const sent = example?.body ?? (takes && JSON.stringify(sampleOf(takes)));
  const options = sent === undefined ? '' : ` --json '${sent.replaceAll("'", `'\\''`)}'`;
  const line = `curl${options} 'http://127.0.0.1:8000${base}${request}'`;
  return `<pre class="curl" data-options="${escape(options)}" data-request="${escape(request)}">${escape(line)}</pre>\n`;
}

/** The example is of the sample: another lake answers with its own rows. */
function exampleText(example: DocsExample | undefined): string {
  if (!example) return '';
  const answer = escape(JSON.stringify(example.answer, null, 1));
  return `<h4>Example answer, of the sample network; lists are cut to one item</h4><pre class="example">${answer}</pre>\n`;
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
