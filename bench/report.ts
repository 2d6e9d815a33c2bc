/**
 * The table of a bench, and its rows of history.csv: `node bench/run.ts` and each bench print the same columns. Figures of a machine that others
 * used meanwhile are printed, and not kept.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/** What many runs of one thing gave. */
export interface Spread {
  p50: number;
  p99: number;
  /** Of the mean, at 95 %, as a share of it. */
  margin?: number;
}

/** A row of the table. */
export interface Line {
  task: string;
  /** Of rates such as `MB/s` more is better; of others, such as `ms` and `MB`, less. */
  unit: string;
  ours: number | Spread;
  reference?: { name: string; figure: number | Spread };
  /** Peak memory in MB: that of this process unless given. */
  memory?: number;
}

/** More than so many cores in use by others make figures that say little. */
const BUSY_CORES = 0.1;
const TICKS_A_SECOND = 100;

const middle = (figure: number | Spread) => (typeof figure === 'number' ? figure : figure.p50);
const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

function figureText(figure: number | Spread): string {
  if (typeof figure === 'number') return digits(figure);
  const margin = figure.margin === undefined ? '' : `, ±${(100 * figure.margin).toFixed(1)} %`;
  return `${digits(figure.p50)} (p99 ${digits(figure.p99)}${margin})`;
}

/** Returns the fields of `/proc/PID/stat` behind the name (proc(5)); none of a process that has ended. */
function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  } catch {
    return [];
  }
}

/** Returns seconds that processors worked: for all, and for the process group of this bench. */
function processorSeconds(): { all: number; own: number } {
  const [, user, nice, system] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/ +/).map(Number);
  const [, , group] = statOf('self');
  const members = readdirSync('/proc')
    .filter((name) => /^\d/.test(name))
    .map(statOf)
    .filter((fields) => fields[2] === group);
  // Time of a member, and of its children that have ended.
  const own = members.flatMap((fields) => fields.slice(11, 15)).reduce((sum, ticks) => sum + Number(ticks), 0);
  return { all: (user + nice + system) / TICKS_A_SECOND, own: own / TICKS_A_SECOND };
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim();
  } catch {
    return '';
  }
}

/** Collects what one bench measures. */
export class Report {
  readonly #bench: string;
  readonly #lines: Line[] = [];
  readonly #began = { at: performance.now(), ...processorSeconds() };
  readonly #machine = `${cpus()[0].model.replace(/ \d+-Core Processor|\(R\)|,/g, '')} ${cpus().length} cores`;

  /** Prints the head of the table; `note` says what is measured on. */
  constructor(bench: string, note: string) {
    this.#bench = bench;
    console.log(`\n${bench}: ${note}; ${this.#machine}, Node ${process.versions.node}\n`);
    console.log('| task | ours | reference | ratio | MB |\n| --- | --- | --- | --- | --- |');
  }

  /** Prints a row. A ratio above 1 says that ours is better. */
  add(line: Line): void {
    this.#lines.push(line);
    const { task, unit, ours, reference } = line;
    const memory = line.memory ?? process.resourceUsage().maxRSS / 1024;
    const [a, b] = [middle(ours), reference && middle(reference.figure)];
    const ratio = b === undefined ? '' : `${digits(unit.endsWith('/s') ? a / b : b / a)}x`;
    const beside = reference ? `${figureText(reference.figure)} ${unit}: ${reference.name}` : '';
    console.log(`| ${task} | ${figureText(ours)} ${unit} | ${beside} | ${ratio} | ${memory.toFixed(0)} |`);
  }

  /** Says what is not compared, and why. */
  absent(what: string): void {
    console.log(`\nnot measured here: ${what}`);
  }

  /** Ends the table, and adds its figures to history.csv when the machine was quiet. */
  end(): void {
    const { all, own } = processorSeconds();
    const seconds = (performance.now() - this.#began.at) / 1000;
    const others = (all - this.#began.all - (own - this.#began.own)) / seconds;
    if (others > BUSY_CORES) {
      console.log(
        `\nOthers used ${others.toFixed(1)} cores meanwhile: compare ratios only. Nothing was added to history.csv.`,
      );
      return;
    }
    const [date, hash] = [new Date().toISOString().slice(0, 10), commit()];
    const rows = this.#lines.flatMap(({ task, unit, ours, reference }) => {
      const row = (name: string, figure: number, in_ = unit) =>
        [date, hash, this.#machine, this.#bench, name.replaceAll(',', ''), digits(figure), in_].join(',');
      const spread = typeof ours === 'number' ? [] : [row(`${task} p99`, ours.p99)];
      if (typeof ours !== 'number' && ours.margin !== undefined)
        spread.push(row(`${task} margin`, 100 * ours.margin, '%'));
      return [
        row(task, middle(ours)),
        ...spread,
        ...(reference ? [row(`${task}: ${reference.name}`, middle(reference.figure))] : []),
      ];
    });
    appendFileSync(join(import.meta.dirname, 'history.csv'), rows.map((row) => `${row}\n`).join(''));
    console.log(`\n${rows.length} figures added to history.csv`);
  }
}
