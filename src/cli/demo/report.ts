/** The report: one page that holds its data, its charts and the library that draws them, and asks no network for anything. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from '../../index.ts';
import { countText, plural } from '../text.ts';
import type { DemoFindings } from './findings.ts';
import type { DemoAnswer, Draw } from './question.ts';
import { style } from './report-style.ts';
import { display, share } from './words.ts';

/** A chart of the page, in the element of that id. */
interface PageChart {
  id: string;
  draw: Draw;
  rows: Row[];
}

/** Returns the page; `next` are the commands that it ends with. */
export async function reportHtml(found: DemoFindings, next: readonly string[]): Promise<string> {
  const { first_ledger: first, last_ledger: last, ledgers } = found.overview;
  const charts: PageChart[] = [
    { id: 'activity', draw: drawActivity, rows: found.activity },
    ...found.answers.flatMap(({ question: { chart }, drawn }, i) => {
      return chart && drawn.length > 0 ? [{ id: `chart-${i + 1}`, draw: chart.draw, rows: drawn }] : [];
    }),
  ].filter(({ rows }) => rows.length > 0);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<title>Ledgers ${first}–${last}</title>
<style>${style}</style>
<main>
<header><h1>What ${plural(Number(ledgers), 'ledger')} tell</h1>
<p>${escaped(found.network)} · ledgers ${first}–${last} · ${period(found.overview)}</p></header>
${tiles(found)}
${figure('activity', 'Transactions per ledger, failed ones on top', charts)}
${found.answers.map((answer, i) => section(answer, i + 1, charts)).join('\n')}
<footer><h2>What to try next</h2><pre>${escaped(next.join('\n'))}</pre></footer>
</main>
<noscript>The charts need JavaScript; words and tables do not.</noscript>
<script>${inScript(await libraries())}</script>
<script>${inScript(drawing(charts))}</script>
</html>
`;
}

const drawActivity: Draw = (plot, rows, width) =>
  plot.plot({
    width,
    height: 200,
    x: { type: 'utc', label: null },
    y: { label: 'transactions', grid: true },
    color: { legend: true, domain: ['succeeded', 'failed'], range: ['var(--good)', 'var(--bad)'] },
    marks: [
      plot.areaY(
        rows.flatMap((row) => ['succeeded', 'failed'].map((ended) => ({ ...row, ended, transactions: row[ended] }))),
        { x: 'closed_at', y: 'transactions', fill: 'ended', order: ['succeeded', 'failed'], curve: 'step', tip: true },
      ),
      plot.ruleY([0]),
    ],
  });

function period({ first_closed_at: from, last_closed_at: to }: Row): string {
  const [first, last] = [from, to].map((time) => String(time).slice(0, 19).replace('T', ' '));
  return first.slice(0, 10) === last.slice(0, 10) ? `${first}–${last.slice(11)} UTC` : `${first} – ${last} UTC`;
}

function numbersOf({ succeeded, failed, operations, operations_with_effect: effective }: Row) {
  return {
    succeeded: Number(succeeded),
    failed: Number(failed),
    operations: Number(operations),
    effective: Number(effective),
  };
}

function tiles({ overview, checks, load }: DemoFindings): string {
  const { succeeded, failed, operations, effective } = numbersOf(overview);
  const broken = checks.filter((check) => check.broken > 0).length;
  const rows = load && Object.values(load.rows).reduce((sum, n) => sum + n, 0);
  const shown: [string, string, string][] = [
    ['ledgers', countText(Number(overview.ledgers)), `protocol ${String(overview.protocols)}`],
    [
      'transactions',
      countText(succeeded + failed),
      failed === 0 ? 'none failed' : `${share(failed, succeeded + failed)} failed`,
    ],
    ['operations', countText(operations), `${countText(effective)} of them with effect`],
    ...(rows === undefined || load === undefined
      ? []
      : [['rows', countText(rows), `in ${load.seconds.toFixed(1)} s`] as [string, string, string]]),
    [
      'checks',
      broken === 0 ? `${checks.length} passed` : `${broken} broken`,
      load?.verified ? 'and every hash recomputed' : '',
    ],
  ];
  const items = shown.map(
    ([name, value, note]) => `<div><dt>${name}</dt><dd>${escaped(value)}<small>${escaped(note)}</small></dd></div>`,
  );
  return `<dl>${items.join('')}</dl>`;
}

function figure(id: string, caption: string, charts: readonly PageChart[]): string {
  if (!charts.some((chart) => chart.id === id)) return '';
  return `<figure><figcaption>${escaped(caption)}</figcaption><div id="${id}"></div></figure>`;
}

function section(
  { question, text, table, statement }: DemoAnswer,
  number: number,
  charts: readonly PageChart[],
): string {
  return `<section>
<h2><b>${number}</b>${escaped(question.title)}</h2>
<p>${escaped(text)}</p>
${question.chart ? figure(`chart-${number}`, question.chart.caption, charts) : ''}
${tableHtml(table)}
<details><summary>SQL</summary><pre>${escaped(statement)}</pre></details>
</section>`;
}

function tableHtml({ columns, rows }: DemoAnswer['table']): string {
  if (rows.length === 0) return '';
  const shared = columns.map(({ type }) => (/INT|DECIMAL|DOUBLE/.test(type) ? ' class="number"' : ''));
  const heads = columns.map(({ name }, i) => `<th${shared[i]}>${escaped(name.replaceAll('_', ' '))}</th>`);
  const lines = rows.map((row) => {
    return `<tr>${row.map((value, i) => cell(value, columns[i].type, shared[i])).join('')}</tr>`;
  });
  return `<div class="scroll"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table></div>`;
}

/** What is shown by its ends has the whole as its title. */
function cell(value: string | null, type: string, attribute: string): string {
  const shown = display(value, type);
  const whole = value !== null && shown.includes('...') ? ` class="key" title="${escaped(value)}"` : attribute;
  return `<td${whole}>${escaped(shown)}</td>`;
}

/** D3 and Plot as scripts for a page, both from the installed package. */
async function libraries(): Promise<string> {
  const plot = fileURLToPath(import.meta.resolve('@observablehq/plot'));
  const d3 = dirname(createRequire(plot).resolve('d3'));
  const paths = [join(d3, '../dist/d3.min.js'), join(dirname(plot), '../dist/plot.umd.min.js')];
  return (await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\n');
}

/** The script that draws each chart, and draws it again when the width of the page changes. */
function drawing(charts: readonly PageChart[]): string {
  const list = charts.map(
    ({ id, draw, rows }) => `{ id: "${id}", draw: ${draw.toString()}, rows: ${JSON.stringify(rows)} }`,
  );
  return `const charts = [${list.join(',\n')}];
// Times are UTC; a text without a zone would be local time.
for (const { rows } of charts) for (const row of rows) if (row.closed_at) row.closed_at = new Date(row.closed_at + 'Z');
function drawAll() {
  for (const { id, draw, rows } of charts) {
    const place = document.getElementById(id);
    place.replaceChildren(draw(Plot, rows, place.clientWidth));
  }
}
drawAll();
addEventListener('resize', drawAll);`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => ENTITIES[char]);
}

/** Nothing inside may end the element: in strings of JavaScript \`\\u003c\` is the same as \`<\`. */
function inScript(text: string): string {
  return text.replaceAll(/<(?=\/script|!--)/gi, '\\u003c');
}
