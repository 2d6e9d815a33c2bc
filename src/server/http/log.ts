/** Lines of a log as stellar-rpc writes them: text of key=value pairs, or JSON. */

/** What goes to the log. */
export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

const SEVERITY: Record<string, number> = {
  trace: 0,
  debug: 1,
  info: 2,
  warn: 3,
  warning: 3,
  error: 4,
  fatal: 5,
  panic: 6,
};

export interface Logger {
  log: Log;
  /** Writes a line before the process ends. */
  fatal(message: string, fields?: Record<string, unknown>): void;
  /** How many lines of a level were written. */
  count(level: string): number;
}

export interface LogOptions {
  level?: string;
  format?: string;
  write?: (line: string) => void;
  now?: () => Date;
}

/** Returns a logger; lines below `level` are left out. */
export function createLogger({
  level = 'info',
  format = 'text',
  write = toStderr,
  now = () => new Date(),
}: LogOptions = {}): Logger {
  const counts = new Map<string, number>();
  const put = (severity: string, message: string, fields: Record<string, unknown> = {}) => {
    if (SEVERITY[severity] < SEVERITY[level]) return;
    counts.set(severity, (counts.get(severity) ?? 0) + 1);
    const time = now().toISOString();
    const name = severity === 'warn' ? 'warning' : severity;
    const rest = { ...fields, pid: process.pid };
    write(format === 'json' ? jsonLine(name, message, rest, time) : textLine(name, message, rest, time));
  };
  return {
    log: put,
    fatal: (message, fields) => put('fatal', message, fields),
    count: (name) => counts.get(name) ?? 0,
  };
}

function toStderr(line: string): void {
  process.stderr.write(line);
}

function jsonLine(level: string, msg: string, fields: Record<string, unknown>, time: string): string {
  return `${JSON.stringify({ ...sorted(fields), level, msg, time })}\n`;
}

function textLine(level: string, message: string, fields: Record<string, unknown>, time: string): string {
  const pairs = Object.entries(sorted(fields)).map(([key, value]) => ` ${key}=${text(value)}`);
  return `time=${text(time)} level=${level} msg=${text(message)}${pairs.join('')}\n`;
}

function sorted(fields: Record<string, unknown>): Record<string, unknown> {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Values of plain letters stand alone, others are quoted. */
function text(value: unknown): string {
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[\w\-./@^+]+$/.test(plain) ? plain : JSON.stringify(plain);
}
