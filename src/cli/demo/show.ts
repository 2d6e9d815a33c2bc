/** The demo in the terminal: what was loaded, the answers with their tables and charts, and what to try next. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CheckReport, LoadReport } from '../../index.ts';
import { withLake } from '../lake.ts';
import { reportText } from '../load-report.ts';
import { checkFree, print, withOutput } from '../output.ts';
import { resultTable } from '../result-table.ts';
import { plural } from '../text.ts';
import { findOut, type DemoFindings } from './findings.ts';
import type { DemoAnswer } from './question.ts';
import { reportHtml } from './report.ts';
import { terminalChart } from './terminal-chart.ts';
import { display } from './words.ts';

/** What the command line says. */
export interface DemoFlags {
  lake?: string;
  report?: string;
  force?: boolean;
}

const sample = fileURLToPath(new URL('../../../data/sample', import.meta.url));
/** Tables are cut at so many characters. */
const WIDTH = 120;

const network = 'Ledgerlake Sample Network ; 2026';

/** Shows the demo on a lake, or on a new one of the sample; throws as opening, loading and asking a lake do. */
export async function showDemo({ lake: given, report, force }: DemoFlags): Promise<void> {
  await checkFree(report, { force });
  const folder = given === undefined || report === undefined ? await mkdtemp(join(tmpdir(), 'ledgerlake-demo-')) : '';
  const lake = given ?? join(folder, 'lake');
  const path = report ?? join(folder, 'report.html');
  const found =
    given === undefined ? await loadSample(lake) : await withLake(lake, { readOnly: true }, (open) => findOut(open));
  await print(`$ ledgerlake check --lake ${lake}\n${checksText(found.checks)}\n`);
  for (const [i, answer] of found.answers.entries()) await print(answerText(i + 1, answer));
  const steps = nextSteps(lake, given === undefined ? storeName() : undefined);
  const page = await reportHtml(found, steps);
  await withOutput(path, { force }, async (output) => void output.write(page));
  await print(endText(path, lake, [aliasLine(), ...steps]));
}

function endText(report: string, lake: string, steps: readonly string[]): string {
  const lines = steps.map((step) => `  ${step}\n`).join('');
  return `\nThe report, for a browser: ${pathToFileURL(resolve(report)).href}\nThe lake is kept at ${lake}. Try:\n\n${lines}`;
}

async function loadSample(dir: string): Promise<DemoFindings> {
  await print(`$ ledgerlake ingest ${storeName()} --lake ${dir}\n`);
  return withLake(dir, { network }, async (lake) => {
    const load: LoadReport = await lake.load(sample);
    await print(`${reportText(load, dir)}\n`);
    return findOut(lake, load);
  });
}

function checksText(checks: readonly CheckReport[]): string {
  const broken = checks.filter((check) => check.broken > 0).map(({ name }) => name);
  if (broken.length > 0) return `${plural(broken.length, 'check')} broken: ${broken.join(', ')}`;
  return `${plural(checks.length, 'check')} passed: ${checks.map(({ name }) => name).join(', ')}`;
}

function answerText(number: number, answer: DemoAnswer): string {
  const { question, text, table } = answer;
  const rows = table.rows.map((row) => row.map((value, i) => display(value, table.columns[i].type)));
  return [
    `\n${number}. ${question.title}\n   ${text}\n`,
    ...(rows.length > 0 ? [indented(resultTable({ ...table, rows }, WIDTH).text)] : []),
    ...chartText(answer).map(indented),
  ].join('\n');
}

/** The chart of an answer, where it has one for the terminal and two points to draw. */
function chartText({ question, drawn }: DemoAnswer): string[] {
  const shown = question.chart?.inTerminal;
  if (!shown || drawn.length < 2) return [];
  const [from, to] = [drawn[0], drawn[drawn.length - 1]].map(({ closed_at: at }) => String(at).slice(11, 19));
  const values = drawn.map((row) => Number(row[shown.column]));
  return [`${shown.caption}\n${terminalChart(values, { width: 64, height: 7, ends: [from, to] })}`];
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '   ');
}

function storeName(): string {
  return relative(process.cwd(), sample) || '.';
}

function aliasLine(): string {
  const main = fileURLToPath(new URL(`../main${extname(import.meta.url)}`, import.meta.url));
  return `alias ledgerlake="'${process.execPath}' '${main}'"`;
}

/** Commands for a lake; where it is of the sample, some for its files, too. */
function nextSteps(lake: string, store: string | undefined): string[] {
  return [
    `ledgerlake status --lake ${lake}`,
    `ledgerlake query --lake ${lake} "from history_transactions where not successful limit 5"`,
    `ledgerlake sql --lake ${lake}`,
    'ledgerlake tables history_operations',
    ...(store === undefined
      ? []
      : [
          `ledgerlake export ${store} --table accounts --range 10:20 --format csv`,
          `ledgerlake serve --store ${store}`,
        ]),
  ];
}
