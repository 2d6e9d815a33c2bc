import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { historyPath, readHistory, writeHistory } from '../../src/cli/history-file.ts';
import { prompt } from '../../src/cli/prompt.ts';
import { temporaryFolder } from '../folder.ts';

const CTRL_C = '\x03';
const CTRL_D = '\x04';
const CTRL_G = '\x07';
const CTRL_R = '\x12';
const BACKSPACE = '\x7f';
const LEFT = '\x1b[D';
const UP = '\x1b[A';

/** A prompt at a terminal that is typed at, and what came of it. */
function typeAt({ history = [] as string[], end = new AbortController(), words = [] as string[] } = {}) {
  const input = new PassThrough();
  const terminal = new PassThrough();
  let shown = '';
  terminal.on('data', (bytes) => (shown += String(bytes)));
  const ran: string[] = [];
  const errors: string[] = [];
  const seen: string[] = [];
  const ended = prompt({
    input,
    terminal,
    history,
    complete: (text) => {
      seen.push(text);
      return Promise.resolve({ words, typed: /\w*$/.exec(text)![0].length });
    },
    async run(statement, signal) {
      ran.push(statement);
      if (['.exit', 'quit'].includes(statement)) return false;
      if (statement === 'bad;') throw new Error('it is bad');
      if (statement === 'long;') await once(signal, 'abort').then(() => signal.throwIfAborted());
      return true;
    },
    onError: (error) => errors.push(String(error)),
    signal: end.signal,
  });
  /** Types, and waits until the text was shown after what was shown before. */
  const type = async (keys: string, until: string) => {
    const from = shown.length;
    input.write(keys);
    while (!shown.slice(from).includes(until)) await once(terminal, 'data');
  };
  return { type, input, ended, ran, errors, seen, history };
}

const NEXT = '...> ';
const FIRST = 'ledgerlake> ';

it('puts lines together until a semicolon, and keeps statements as what was typed before', async () => {
  const { type, input, ended, ran, history } = typeAt({ history: ['before;'] });
  await type('select 1,\r', NEXT);
  await type(' 2; select 3;\r', FIRST);
  await type(UP, 'select 3;');
  await type(UP, 'select 1, 2;');
  await type(`${UP}\r`, 'before;');
  input.write(CTRL_D);
  await ended;
  expect(ran).toEqual(['select 1,\n 2;', 'select 3;', 'before;']);
  expect(history).toEqual(['before;', 'select 3;', 'select 1, 2;', 'before;']);
});

it('stops what runs at Ctrl-C, and asks again', async () => {
  const { type, input, ended, ran, errors } = typeAt();
  await type('long;\r', '\n');
  await type(CTRL_C, FIRST);
  await type('bad;\r', FIRST);
  await type('.exit\r', '\n');
  await ended;
  expect(ran).toEqual(['long;', 'bad;', '.exit']);
  expect(errors).toEqual(['Error: stopped by Ctrl-C', 'Error: it is bad']);
  input.end();
});

it('drops what was typed at Ctrl-C, and says how to end where there is nothing', async () => {
  const { type, input, ended, ran } = typeAt();
  await type('select 1\r', NEXT);
  await type('half', 'half');
  await type(CTRL_C, FIRST);
  await type('select 2;\r', FIRST);
  await type(CTRL_C, '^C (Ctrl-D ends)');
  input.write(CTRL_D);
  await ended;
  expect(ran).toEqual(['select 2;']);
});

it('completes the last word from all that was typed', async () => {
  const { type, input, ended, ran, seen } = typeAt({ words: ['history_ledgers'] });
  await type('select *\r', NEXT);
  await type('from hist', 'hist');
  await type('\t', 'ory_ledgers');
  await type(';\r', FIRST);
  input.write(CTRL_D);
  await ended;
  expect(seen).toEqual(['select *\nfrom hist']);
  expect(ran).toEqual(['select *\nfrom history_ledgers;']);
});

it('takes a word that ends it without a point, and finds what was typed by how it begins', async () => {
  const { type, input, ended, ran } = typeAt({ history: ['select 2;', 'from t;', 'select 1;'] });
  await type('fro', 'fro');
  await type(`${UP}\r`, FIRST);
  await type('quit\r', '\n');
  await ended;
  expect(ran).toEqual(['from t;', 'quit']);
  input.end();
});

it('ends with the reason of its signal', async () => {
  const end = new AbortController();
  const { type, ended, ran } = typeAt({ end });
  await type('long;\r', '\n');
  end.abort(new Error('terminated'));
  await expect(ended).rejects.toThrow('terminated');
  expect(ran).toEqual(['long;']);
});

it('keeps what was typed in the folder for state, for its user alone', async () => {
  const state = temporaryFolder();
  const path = historyPath({ XDG_STATE_HOME: join(state, 'deep') });
  expect(path).toBe(join(state, 'deep/ledgerlake/history'));
  expect(historyPath({ XDG_STATE_HOME: 'relative' })).toMatch(/\/\.local\/state\/ledgerlake\/history$/);
  expect(await readHistory(path)).toEqual([]);
  await writeHistory(path, ['newest', 'oldest']);
  expect(readFileSync(path, 'utf8')).toBe('oldest\nnewest\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await readHistory(path)).toEqual(['newest', 'oldest']);
  mkdirSync(join(state, 'file'));
  writeFileSync(join(state, 'file/ledgerlake'), '');
  await expect(readHistory(historyPath({ XDG_STATE_HOME: join(state, 'file') }))).rejects.toThrow('ENOTDIR');
});

it('searches what was typed before with Ctrl-R', async () => {
  const history = ['select 3 as three;', 'select 2 as two;', 'select 1 as one;'];
  const { type, input, ended, ran } = typeAt({ history });
  await type(CTRL_R, '(search "") ');
  await type('AS T', 'select 3 as three;');
  await type(CTRL_R, 'select 2 as two;');
  await type(CTRL_R, 'select 2 as two;');
  await type('\r', FIRST);
  await type('begun ', 'begun ');
  await type(`${CTRL_R}one`, 'select 1 as one;');
  await type('x', '(not found "onex") ');
  await type(BACKSPACE, '(search "one") select 1 as one;');
  await type(CTRL_G, `${FIRST}begun `);
  await type(`${CTRL_R}three${CTRL_C}`, `${FIRST}begun `);
  await type(`${CTRL_R}three${LEFT}${BACKSPACE}\r`, FIRST);
  input.write(CTRL_D);
  await ended;
  expect(ran).toEqual(['select 2 as two;', 'select 3 as thre;']);
});

it('has nothing to find without a history', async () => {
  const { type, input, ended, ran } = typeAt();
  await type(`${CTRL_R}a`, '(not found "a") ');
  await type(CTRL_G, FIRST);
  await type('select 1;\r', FIRST);
  input.write(CTRL_D);
  await ended;
  expect(ran).toEqual(['select 1;']);
});
