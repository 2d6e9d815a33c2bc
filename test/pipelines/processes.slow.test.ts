/** Two processes that run the same definition: one writes, and the other is told who does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { finish, ledgerlake, root, sample, start } from '../cli/command.ts';
import { temporaryFolder } from '../folder.ts';

const dir = temporaryFolder();
const LAST = 129;

function definition(name: string, consumer: string, end?: number): string {
  const path = join(dir, `${name}-${end ?? 'on'}.yaml`);
  const text = `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: ${name}}
spec:
  network: testnet
  startLedger: genesis
  ${end === undefined ? '' : `endLedger: ${end}`}
  processors: [{type: operations}]
  consumers: [${consumer}]
`;
  writeFileSync(path, text);
  return path;
}

/** Words that run a definition with a data folder of its own. */
const running = (path: string, data: string) => [
  'pipeline',
  'run',
  path,
  '--store',
  sample,
  '--data-dir',
  join(dir, data),
];

/** Starts the command, which does not outlive the test. */
function started(path: string, data: string) {
  const child = start(running(path, data));
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Returns how many rows and operations files have. */
async function count(type: string, out: string): Promise<unknown> {
  if (type === 'arrow') {
    const table = tableFromIPC(await readFile(out));
    const [ids, ledgers] = ['id', 'ledger_sequence'].map((name) => Array.from(table.getChild(name)!, Number));
    return { rows: table.numRows, operations: new Set(ids).size, last: Math.max(...ledgers) };
  }
  const instance = await openDatabase();
  const connection = await instance.connect();
  try {
    if (type === 'duckdb') await connection.run(`attach '${out}' as written (read_only)`);
    const from =
      type === 'duckdb' ? 'written.history_operations' : `'${type === 'parquet' ? `${out}/*/*.parquet` : out}'`;
    const counts =
      'count(*)::integer as rows, count(distinct id)::integer as operations, max(ledger_sequence)::integer as last';
    const [row] = await selectRows(connection, `select ${counts} from ${from}`);
    return row;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** A multiplicative generator (Park and Miller): the moments are the same in every run. */
function* moments(seed: number): Generator<number> {
  for (;;) yield (seed = (seed * 48271) % 2147483647) / 2147483647;
}

const types = ['jsonl', 'csv', 'arrow', 'parquet', 'duckdb'];
const consumerOf = (type: string, out: string) =>
  `{type: ${type}, config: {${type === 'parquet' ? 'dir' : 'path'}: ${out}}}`;
/** Returns the locks that are left beside a file, or in a folder. */
const leftOf = (out: string) =>
  readdirSync(dirname(out), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ledgerlake.lock'));

describe('two processes with one file', () => {
  it.each(types)('are one that writes and one that is refused: %s', { timeout: 60_000 }, async (type) => {
    const folder = join(dir, `two-${type}`);
    mkdirSync(folder);
    const out = join(folder, `rows.${type}`);
    const path = definition(`two-${type}`, consumerOf(type, out));
    const children = ['a', 'b'].map((data) => started(path, data));
    const ends = children.map((child) => finish(child));
    const first = await Promise.race(ends.map((end, i) => end.then(() => i)));
    const { code, stderr } = await ends[first];
    const holder = children[1 - first];
    const file = type === 'parquet' ? join(out, 'history_operations') : out;
    const wanted = `error: ${type}: ${file} is in use by process ${holder.pid}; stop it, or name another file or folder\n`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(wanted) as string });
    holder.kill('SIGTERM');
    await ends[1 - first];
    expect(leftOf(out)).toEqual([]);
    // What is finished is there for everybody, and its writer goes on.
    const data = ['b', 'a'][first];
    expect((await ledgerlake(...running(definition(`two-${type}`, consumerOf(type, out), LAST), data))).code).toBe(0);
    expect(await count(type, out)).toEqual(await whole());
  });

  it.each(Array.from({ length: 10 }, (_, seed) => seed + 1))(
    'and one that is killed have every row once in the end: %d',
    { timeout: 120_000 },
    async (seed) => {
      const random = moments(seed);
      const type = types[seed % types.length];
      const folder = join(dir, `killed-${seed}`);
      mkdirSync(folder);
      const out = join(folder, `rows.${type}`);
      const path = definition(`killed-${seed}`, consumerOf(type, out));
      for (let i = 0; i < 2; i++) {
        const children = ['a', 'b'].map((data) => started(path, join(`of-${seed}`, data)));
        const ends = children.map((child) => finish(child));
        await new Promise((resolve) => setTimeout(resolve, 500 + 2500 * random.next().value));
        for (const child of random.next().value < 0.5 ? children : children.reverse()) {
          child.kill('SIGKILL');
          await new Promise((resolve) => setTimeout(resolve, 500 * random.next().value));
        }
        await Promise.all(ends);
      }
      const last = running(definition(`killed-${seed}`, consumerOf(type, out), LAST), '');
      const codes = [];
      for (const data of ['a', 'b']) {
        const { code, stderr } = await ledgerlake(...last.slice(0, -1), join(dir, `of-${seed}`, data));
        codes.push(code);
        expect(code === 0 || stderr.includes('was not written by this consumer')).toBe(true);
      }
      expect(codes).toContain(0);
      expect(await count(type, out)).toEqual(await whole());
      expect(leftOf(out)).toEqual([]);
    },
  );
});

describe('a DuckDB file that another program has open', () => {
  it('is in use by that', { timeout: 60_000 }, async () => {
    const out = join(dir, 'open.duckdb');
    const text = `import { DuckDBInstance } from '@duckdb/node-api';
      globalThis.kept = await DuckDBInstance.create(${JSON.stringify(out)});
      console.log('open');
      process.stdin.resume();`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', text], { cwd: root });
    onTestFinished(() => void other.kill('SIGKILL'));
    await once(other.stdout, 'data');
    const { code, stderr } = await ledgerlake(...running(definition('open', consumerOf('duckdb', out)), 'open'));
    const wanted = `error: duckdb: ${out} is in use by process ${other.pid}; stop it, or name another file or folder\n`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(wanted) as string });
    expect(leftOf(out)).toEqual([]);
  });
});

describe('many processes with one file, whatever they call it', () => {
  it.each([1, 2])('are one that has it, which another follows when it is killed: %d', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(dir, 'many-'));
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'linked'));
    symlinkSync('out.jsonl', join(folder, 'real/alias.jsonl'));
    const names = [
      'real/out.jsonl',
      join(folder, 'real/out.jsonl'),
      './linked/out.jsonl',
      'linked/../real/alias.jsonl',
    ];
    const begin = async (name: string) => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'taking-child.ts'), name], { cwd: folder });
      onTestFinished(() => void child.kill('SIGKILL'));
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      return { child, name, said: said.toString() };
    };
    const begun = await Promise.all(Array.from({ length: 20 }, (_, i) => begin(names[i % names.length])));
    const [{ child: holder }, ...others] = begun.filter(({ said }) => said === 'taken\n');
    expect(others).toEqual([]);
    for (const { child, name, said } of begun)
      if (child !== holder)
        expect(said).toMatch(new RegExp(`^jsonl: ${name} is in use by process \\d+; stop it, or name another`));
    expect((await begin('real/out.jsonl')).said).toContain(`by process ${holder.pid};`);
    expect((await begin('real/other.jsonl')).said).toBe('taken\n');
    const killed = once(holder, 'exit');
    holder.kill('SIGKILL');
    await killed;
    expect((await begin('linked/alias.jsonl')).said).toBe('taken\n');
  });
});

let counted: Promise<unknown> | undefined;

/** What a run that nobody disturbs writes. */
function whole(): Promise<unknown> {
  counted ??= (async () => {
    const out = join(dir, 'whole.jsonl');
    await ledgerlake(...running(definition('whole', consumerOf('jsonl', out), LAST), 'whole'));
    return count('jsonl', out);
  })();
  return counted;
}
