/** Completion in the shells themselves. Those that the machine lacks are skipped. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/program.ts';
import { temporaryFolder } from '../folder.ts';
import { ledgerlake } from './command.ts';

const dir = temporaryFolder();
const shells = ['bash', 'zsh', 'fish'] as const;
const scriptOf = (shell: string) => join(dir, `completion.${shell}`);

beforeAll(async () => {
  for (const shell of shells) {
    const { code, stdout, stderr } = await ledgerlake('completion', shell);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    writeFileSync(scriptOf(shell), stdout);
  }
});

const has = (program: string) => spawnSync(program, ['--version']).status === 0;
/** util-linux's `script` gives a program a terminal. */
const hasTerminal = has('script');

/** Types keys into an interactive shell, of which `ledgerlake` prints its words, and returns what it printed. */
async function typed(shell: string, setUp: string, keys: string): Promise<string> {
  const child = spawn('script', ['-qec', shell, '/dev/null'], { cwd: dir, env: { ...process.env, TERM: 'dumb' } });
  let text = '';
  let isDone = false;
  let heard = () => {};
  const done = once(child, 'close').then(() => {
    isDone = true;
    heard();
  });
  child.stdout.on('data', (chunk) => {
    text += String(chunk);
    heard();
  });
  const until = async (pattern: RegExp, from = 0) => {
    while (!pattern.test(text.slice(from))) {
      if (isDone) throw new Error(`${shell} ended: ${text}`);
      await new Promise<void>((resolve) => (heard = resolve));
    }
  };
  child.stdin.write(`${setUp}; echo REA''DY\n`);
  await until(/READY/);
  const at = text.length;
  child.stdin.write(`${keys}\n`);
  await until(/ARGS<.*>/, at);
  child.stdin.end('exit\n');
  await done;
  return /ARGS<(.*)>/.exec(text.slice(at))?.[1] ?? '';
}

const PRINTS = `ledgerlake() { echo "ARGS""<$*>"; }`;

describe('bash', () => {
  const complete = (...words: string[]) => {
    const call = `COMP_WORDS=(ledgerlake "$@"); COMP_CWORD=$#; _ledgerlake; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const stub = 'compopt() { :; }';
    const found = execFileSync('bash', ['-c', `source ${scriptOf('bash')}; ${stub}; ${call}`, 'bash', ...words]);
    return found.toString().trim().split('\n');
  };

  it('offers every command', () => {
    const names = commands.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]));
    expect(complete('')).toEqual([...names, 'help']);
    expect(complete('help', 'sec')).toEqual(['secrets']);
  });

  it.each([
    [['que'], ['query']],
    [['exp'], ['explain', 'export']],
    [
      ['query', '--fo'],
      ['--format', '--force'],
    ],
    [
      ['query', '--format', 'ar'],
      ['arrow', 'arrows'],
    ],
    [['query', '--format', '=', 'js'], ['json']],
    [['query', 'select 1', '--lake', 'sql', '--vert'], ['--vertical']],
    [['explain', '--form'], ['--format']],
    [
      ['pipeline', ''],
      ['validate', 'run', 'plan', 'apply', 'components'],
    ],
    [['secrets', 'set', 'name', '--en'], ['--env']],
    [['keys', 'list', '--js'], ['--json']],
    [['completion', 'b'], ['bash']],
    [
      ['nothing', '--'],
      ['--help', '--version'],
    ],
  ])('completes %j', (words, found) => {
    expect(complete(...words)).toEqual(found);
  });

  it.skipIf(!hasTerminal)('completes at a prompt', async () => {
    const setUp = `${PRINTS}; source ${scriptOf('bash')}`;
    const found = await typed('bash --norc --noprofile -i', setUp, 'ledgerlake que\t--form\tj\t--verti\t');
    expect(found.trim()).toBe('query --format json --vertical');
  });
});

describe('zsh', () => {
  it.skipIf(!has('zsh') || !hasTerminal)('completes at a prompt', async () => {
    const setUp = `autoload -Uz compinit; compinit -u -d ${join(dir, 'dump')}; ${PRINTS}; source ${scriptOf('zsh')}`;
    const found = await typed('zsh -f -i', setUp, 'ledgerlake que\t--form\tj\t--verti\t');
    expect(found.trim()).toBe('query --format json --vertical');
    expect((await typed('zsh -f -i', setUp, 'ledgerlake pipeline compo\t')).trim()).toBe('pipeline components');
  });
});

describe('fish', () => {
  const complete = (line: string) => {
    const found = execFileSync('fish', [
      '--no-config',
      '-c',
      `source ${scriptOf('fish')}; complete -C ${JSON.stringify(line)}`,
    ]);
    return found
      .toString()
      .trim()
      .split('\n')
      .map((row) => row.split('\t')[0]);
  };

  it.skipIf(!has('fish')).each([
    ['ledgerlake que', ['query']],
    ['ledgerlake query --fo', ['--force', '--format']],
    ['ledgerlake query --format js', ['json']],
    ['ledgerlake query --format=js', ['--format=json']],
    ['ledgerlake pipeline comp', ['components']],
    ['ledgerlake explain --form', ['--format']],
    ['ledgerlake keys list --js', ['--json']],
  ])('completes %s', (line, found) => {
    expect(complete(line)).toEqual(found);
  });
});

describe('completion', () => {
  it('refuses another shell', async () => {
    const { code, stderr } = await ledgerlake('completion', 'csh');
    expect(code).toBe(2);
    expect(stderr).toContain(
      "command-argument value 'csh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.",
    );
  });
});
