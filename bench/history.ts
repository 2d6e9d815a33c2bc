/** Prints bench/history.csv as one bar per figure, grouped by task: `node bench/history.ts [REGEX]` selects by bench and task. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Figure {
  date: string;
  commit: string;
  machine: string;
  bench: string;
  task: string;
  figure: string;
  unit: string;
}

const BAR = 40;

/** Returns the rows of a CSV file whose first line names the columns; no value contains a comma. */
function readRows(path: string): Figure[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const names = head.split(',');
  return lines.map(
    (line) => Object.fromEntries(line.split(',').map((value, i) => [names[i], value])) as unknown as Figure,
  );
}

const wanted = new RegExp(process.argv[2] ?? '', 'i');
const rows = readRows(join(import.meta.dirname, 'history.csv')).filter(({ bench, task }) =>
  wanted.test(`${bench} ${task}`),
);
for (const [title, figures] of Map.groupBy(rows, ({ bench, task, unit }) => `${bench}: ${task} [${unit}]`)) {
  const most = Math.max(...figures.map(({ figure }) => Number(figure)));
  console.log(title);
  for (const { date, commit, machine, figure } of figures) {
    const bar = '█'.repeat(Math.max(1, Math.round((Number(figure) / most) * BAR)));
    console.log(`  ${date.padEnd(10)}  ${commit.padEnd(7)}  ${machine.padEnd(18)}  ${figure.padStart(7)}  ${bar}`);
  }
}
