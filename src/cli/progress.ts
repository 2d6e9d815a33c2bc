/** How far a load is: a bar on a terminal, now and then a line elsewhere; on standard error. */
import { Presets, SingleBar } from 'cli-progress';
import type { LoadProgress } from '../index.ts';
import { countText, duration, plural } from './text.ts';

const LINE_EVERY_MS = 3000;
const BAR = '{bar} {percentage}% {value}/{total} ledgers {speed}';

/** What shows progress until it is ended. */
export interface ProgressView {
  update: (progress: LoadProgress) => void;
  end: () => void;
}

/** Returns a view of the kind; its clock starts at the first update. */
export function showProgress(kind: 'bar' | 'lines' | 'none'): ProgressView {
  if (kind === 'none') return { update: () => undefined, end: () => undefined };
  return kind === 'bar' ? showBar() : showLines();
}

/** Returns a view of things that are counted one by one. */
export function showCount(
  kind: 'bar' | 'lines' | 'none',
  noun: string,
): { update: (done: number, total: number) => void; end: () => void } {
  const started = performance.now();
  const speed = (done: number) => `${countText((done * 1000) / (performance.now() - started))} ${noun}s/s`;
  if (kind === 'none') return { update: () => undefined, end: () => undefined };
  if (kind === 'lines') {
    let shown = started;
    const update = (done: number, total: number) => {
      if (performance.now() - shown < LINE_EVERY_MS) return;
      shown = performance.now();
      process.stderr.write(`${countText(done)} of ${plural(total, noun)}, ${speed(done)}\n`);
    };
    return { update, end: () => undefined };
  }
  const format = `{bar} {percentage}% {value}/{total} ${noun}s {speed}`;
  const bar = new SingleBar({ stream: process.stderr, format, clearOnComplete: true, barsize: 20, hideCursor: null });
  let isShown = false;
  const update = (done: number, total: number) => {
    if (!isShown) bar.start(total, 0, { speed: '' });
    isShown = true;
    bar.update(done, { speed: speed(done) });
  };
  return { update, end: () => bar.stop() };
}

function showBar(): ProgressView {
  const speedOf = speedTeller();
  const options = { stream: process.stderr, format: BAR, clearOnComplete: true, barsize: 20, hideCursor: null };
  let bar: SingleBar | undefined;
  return {
    update(progress) {
      const total = progress.total || progress.ledgers;
      const speed = speedOf(progress);
      if (!bar) {
        bar = new SingleBar(options, Presets.shades_classic);
        bar.start(total, 0, { speed });
      }
      bar.setTotal(total);
      bar.update(progress.ledgers, { speed });
    },
    end: () => bar?.stop(),
  };
}

function showLines(): ProgressView {
  const speedOf = speedTeller();
  let shown: number | undefined;
  return {
    update(progress) {
      const now = performance.now();
      const speed = speedOf(progress);
      if (now - (shown ??= now) < LINE_EVERY_MS) return;
      shown = now;
      const { ledgers, total } = progress;
      const done = total > 0 ? `${countText(ledgers)} of ${plural(total, 'ledger')}` : plural(ledgers, 'ledger');
      process.stderr.write(`${done}, ${speed}\n`);
    },
    end: () => undefined,
  };
}

/**
 * Returns a function that says how fast a load is and how long it still takes. It measures from the first update on: start-up and
 * a question to the user do not count. In the first second it returns nothing.
 */
function speedTeller(): (progress: LoadProgress) => string {
  let first: (LoadProgress & { at: number }) | undefined;
  return (progress) => {
    first ??= { ...progress, at: performance.now() };
    const seconds = (performance.now() - first.at) / 1000;
    if (seconds < 1) return '';
    const ledgers = progress.ledgers - first.ledgers;
    const speed = `${countText(ledgers / seconds)} ledgers/s, ${countText((progress.rows - first.rows) / seconds)} rows/s`;
    if (progress.total === 0 || ledgers === 0) return speed;
    return `${speed}, ${duration(((progress.total - progress.ledgers) * seconds) / ledgers)} left`;
  };
}
