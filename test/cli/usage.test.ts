import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { errorText } from '../../src/cli/error-text.ts';
import { describeLake } from '../../src/lake/disk/snapshot/description.ts';
import { commands, createProgram } from '../../src/cli/program.ts';
import { run } from '../../src/cli/run.ts';
import { temporaryFolder } from '../folder.ts';
import { finish, ledgerlake, root, sample, start } from './command.ts';

/** The description below the usage: an imperative, from its capital to its full stop. */
const SENTENCE = /^Usage: .*\n\n[A-Z][a-z]+,? [^]*?\.\n/;

const { commands: all } = await createProgram(commands.map(({ name }) => name));
const subcommands = all.flatMap((parent) => parent.commands.map((sub) => `${parent.name()} ${sub.name()}`));

describe.concurrent('help', () => {
  it('lists every file of src/cli that defines a command', async () => {
    const folder = join(root, 'src/cli');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
      return name.endsWith('.ts') && readFileSync(join(folder, name), 'utf8').includes('export function define(');
    });
    expect(files.sort()).toEqual(commands.map(({ name }) => `commands/${name}.ts`).sort());
    const { code, stdout } = await ledgerlake('--help');
    expect(code).toBe(0);
    for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} .* ${summary}$`, 'm'));
  });

  it('is printed by --version as the version', async () => {
    expect(await ledgerlake('--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ledgerlake \d/) });
  });
});

/** Runs the command line in this process: a process for each would take most of the time. */
async function runHere(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const streams = ['stdout', 'stderr'] as const;
  const before = streams.map((name) => process[name].listeners('error'));
  const said = { stdout: '', stderr: '' };
  const spies = streams.map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((part) => {
      said[name] += Buffer.from(part as string).toString();
      return true;
    }),
  );
  try {
    return { code: await run(words), ...said };
  } finally {
    spies.forEach((spy) => spy.mockRestore());
    streams.forEach((name, i) => {
      const added = process[name].listeners('error').filter((listener) => !before[i].includes(listener));
      for (const listener of added) process[name].off('error', listener as () => void);
    });
  }
}

describe('help', () => {
  it.each([...commands.map(({ name }) => name), ...subcommands])('of %s has an example', async (words) => {
    const { code, stdout, stderr } = await runHere(...words.split(' '), '--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Usage: ledgerlake ${words} `);
    expect(stdout).toMatch(SENTENCE);
    expect(stdout).toContain(`Examples:\n  $ ledgerlake ${words}`);
  });
});

describe.concurrent('wrong usage ends with code 2 and the usage', () => {
  const cases: [words: string[], message: string, usage: string][] = [
    [['ingets'], "error: unknown command 'ingets'\n(Did you mean ingest?)", ' [options] [command]'],
    [
      ['ingest', '--lake', 'x'],
      'error: no store given: a store is a folder, files, gs://BUCKET/PREFIX, s3://BUCKET/PREFIX, https://HOST/PATH or a name such as pubnet@aws',
      ' ingest [options] [store...]',
    ],
    [
      ['ingest', sample, '--lkae', 'x'],
      "error: unknown option '--lkae'\n(Did you mean --lake?)",
      ' ingest [options] [store...]',
    ],
    [
      ['status', 'x'],
      "error: too many arguments for 'status'. Expected 0 arguments but got 1: x.\n(Did you mean --lake x?)",
      ' status [options]',
    ],
    [
      ['stores', 'inspct', sample],
      "error: unknown command 'inspct' of stores (did you mean inspect?); to look at a store: stores inspect STORE",
      ' stores [options] [command]',
    ],
    [
      ['pipeline', 'run', 'x.yaml', '--stor', sample],
      "error: unknown option '--stor'\n(Did you mean --store?)",
      ' pipeline run [options] <file...>',
    ],
    [['qeury', '--help'], "error: unknown command 'qeury'\n(Did you mean query?)", ' [options] [command]'],
    [['help', 'qeury'], "error: unknown command 'qeury'\n(Did you mean query?)", ' [options] [command]'],
    [
      ['--lake', 'x', 'status'],
      "error: unknown option '--lake'\n(Options follow the command: ledgerlake COMMAND --option)",
      ' [options] [command]',
    ],
    [
      ['serve', '--store', sample, '--endpoint', '127.0.0.1'],
      'error: cannot listen on 127.0.0.1: missing port in address: give another HOST:PORT',
      ' serve [options]',
    ],
    [
      ['serve', '--store', join(root, 'package.json')],
      'error: which network are these ledgers of? the store does not say it; give --network pubnet, testnet, futurenet or "<passphrase>"',
      ' serve [options]',
    ],
    [['status', '--lake', 'x', '--jsn'], "error: unknown option '--jsn'\n(Did you mean --json?)", ' status [options]'],
    [
      ['ingest', sample, '--lake', 'x', '--workers', '0'],
      'error: --workers is "0", expected a whole number from 1 to 9999',
      ' ingest [options] [store...]',
    ],
    [
      ['ingest', sample, '--lake', 'x', '--range', '9:3'],
      'error: range "9:3": the first ledger 9 is above the last ledger 3',
      ' ingest [options] [store...]',
    ],
    [
      ['ingest', sample, '--lake', 'x', '--anchor', '5:ab'],
      'error: --anchor is "5:ab", expected SEQ:HASH, a ledger and its hash of 64 hexadecimal digits',
      ' ingest [options] [store...]',
    ],
    [
      ['query', '--lake', 'x', 'select 1', '--format', 'xml'],
      'error: unknown format "xml", expected one of table, json, ndjson, csv, parquet, arrow, arrows',
      ' query [options] <sql>',
    ],
    [
      ['query', '--lake', 'x', 'select 1', '--output', 'rows.xml'],
      'error: the name rows.xml has an unknown extension; give --format, one of table, json, ndjson, csv, parquet, arrow, arrows',
      ' query [options] <sql>',
    ],
    [
      ['export', sample, '--table', 'accounts', 'offers'],
      'error: several tables need --output FOLDER',
      ' export [options] [store...]',
    ],
    [
      ['export', sample, '--table', 'accounts', 'offers', 'accounts', '--output', 'x'],
      'error: --table gives accounts twice',
      ' export [options] [store...]',
    ],
    [
      ['plan', sample, '--shards', '1000000000'],
      'error: --shards is "1000000000", expected a whole number of at most nine digits',
      ' plan [options] [store]',
    ],
    [['status', '--lake', ''], 'error: the folder of the lake is an empty text: name a folder', ' status [options]'],
    [
      ['publish', '--lake', 'x', '--to', 'parts'],
      'error: parts is not a bucket: give s3://BUCKET/PREFIX or gs://BUCKET/PREFIX',
      ' publish [options]',
    ],
    ...(
      [
        [['FOO'], 'error: --asset is "FOO", expected CODE:ISSUER, or XLM'],
        [['FOO:GA'], 'error: --asset is "FOO:GA", expected CODE:ISSUER, or XLM'],
        [[`FOO:G${'A'.repeat(55)}`], `error: --asset is "FOO:G${'A'.repeat(55)}", expected CODE:ISSUER, or XLM`],
        [
          ['XLM', '--format', 'xml'],
          "error: option '--format <format>' argument 'xml' is invalid. Allowed choices are json, csv, parquet.",
        ],
        [
          ['XLM', '--include', 'holders'],
          "error: option '--include <part...>' argument 'holders' is invalid. Allowed choices are transactions, balance_snapshot, supply_timeline.",
        ],
      ] as const
    ).map(([words, message]): [string[], string, string] => [
      ['archive', '--lake', 'x', '--start', '2026-01-01', '--end', '2026-01-01', '--asset', ...words],
      message,
      ' archive [options]',
    ]),
    [
      ['serve'],
      'error: nothing to serve: name a lake with --lake, or a store of ledgers with --store',
      ' serve [options]',
    ],
    [['decode', 'x', '--ledger', '3:5'], 'error: --ledger is "3:5", expected one ledger', ' decode [options] <file>'],
  ];

  it.each(cases)('%j', async (words, message, usage) => {
    const names = `ledgerlake${usage.split(' [')[0]}`;
    expect(await ledgerlake(...words)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `${message}\n\nusage: ledgerlake${usage}\n"${names} --help" says more.\n`,
    });
  });

  it('takes the lake of LEDGERLAKE_LAKE, else the folder lake here', async () => {
    const lake = join(temporaryFolder(), 'other');
    const named = await finish(start(['status'], { env: { LEDGERLAKE_LAKE: lake } }));
    expect(named).toMatchObject({ code: 1, stderr: expect.stringContaining(`error: no lake at ${lake}: `) });
    const unnamed = await finish(start(['status'], { env: { LEDGERLAKE_LAKE: undefined } }));
    expect(unnamed.stderr).toMatch(/^error: no lake at lake: /);
  });

  it('names the component that a name begins', async () => {
    const { code, stderr } = await ledgerlake('pipeline', 'components', 'save_latest_ledger');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: no component save_latest_ledger \(did you mean save_latest_ledger_redis\?\); /);
    const { stdout } = await ledgerlake('pipeline', 'components', 'parquet');
    expect(stdout).toMatch(/^parquet \(consumer\): .*\n\nfield +type +default +meaning\n/);
    expect(stdout).toMatch(/^dir +string +required /m);
    expect(stdout).toMatch(/^Goes with: account_balance, /m);
    expect(stdout).toMatch(/^- type: parquet\n/m);
  });

  it('makes no key of a name that would write on the terminal', async () => {
    const found = await ledgerlake('keys', 'create', 'a\u001b[31mb', '--data-dir', temporaryFolder());
    expect(found).toMatchObject({ code: 2, stdout: '' });
    expect(found.stderr).toMatch(/^error: "a\\u001b\[31mb" has characters that cannot be shown\n/);
  });

  it('makes no key for a lake that is not there', async () => {
    const lake = join(temporaryFolder(), 'mistyped');
    for (const words of [['create', 'notebook'], ['list'], ['revoke', 'x']]) {
      expect(await ledgerlake('keys', ...words, '--lake', lake)).toMatchObject({
        ...{ code: 1, stdout: '' },
        stderr: `error: no lake at ${lake}: it has no lake.json; check the path\n`,
      });
    }
    expect(existsSync(lake)).toBe(false);
  });

  it('says of a folder without ledger files that it has none, not that it has no layout', async () => {
    const found = await ledgerlake('stores', 'inspect', temporaryFolder());
    expect(found).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: no valid ledger files found .* holds no file/),
    });
  });

  it('names the option of the lake where the default is no lake', async () => {
    const found = await describeLake('lake').catch((error: unknown) => errorText(error));
    expect(found).toMatch(/^error: no lake at lake: .*\n--lake or LEDGERLAKE_LAKE names another lake.$/);
  });

  it('shows the help when no command is named', async () => {
    const { code, stdout, stderr } = await ledgerlake();
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^Usage: ledgerlake \[options\] \[command\]\n/);
  });
});
