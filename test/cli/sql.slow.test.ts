import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { completeSql } from '../../src/lake/query/complete.ts';
import { open } from '../../src/index.ts';
import { temporaryFolder } from '../folder.ts';
import { finish, firstFile, ledgerlake, passphrase, sample, start } from './command.ts';

const lake = join(temporaryFolder(), 'lake');
beforeAll(async () => {
  await ledgerlake('ingest', join(sample, firstFile), '--lake', lake, '--network', passphrase);
});

const sql = (input: string, ...words: string[]) => finish(start(['sql', '--lake', lake, ...words]), input);

describe.concurrent('sql from a pipe', () => {
  it('runs one statement after the other, the last without a semicolon', async () => {
    const typed = `-- three;\nselect count(*) as n\nfrom history_ledgers; select ';' as text;\n.vertical\nselect 1 as a, 2 as b`;
    expect(await sql(typed)).toMatchObject({
      code: 0,
      stdout: 'n\n8\ntext\n;\n-- row 1\na  1\nb  2\n',
      stderr: '',
    });
  });

  it('ends at the first statement that fails', async () => {
    expect(await sql('select 1 as a; selec 2; select 3;')).toMatchObject({
      code: 1,
      stdout: 'a\n1\n',
      stderr: 'error: Parser Error: syntax error at or near "selec"\n\nLINE 1: selec 2;\n        ^\n',
    });
    expect(await sql('.tabels\n')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: no command \.tabels \(did you mean \.tables\?\); \.help lists them\n/),
    });
  });

  it('lists the tables, and what may be typed, and ends when told', async () => {
    const { code, stdout } = await sql('.tables\n.help\n.exit\nselect 1;\n');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^main +history_ledgers +\d+$/m);
    expect(stdout).toMatch(/^meta +ledgers +\d+$/m);
    expect(stdout).toMatch(/^\.exit +end, as Ctrl-D does\n$/m);
  });

  it('is content with nothing', async () => {
    expect(await sql('')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('reads only', async () => {
    expect(await sql('drop view history_ledgers;')).toMatchObject({ code: 1, stdout: '' });
  });
});

it('completes names and keywords, and only what begins as it was typed', async () => {
  const handle = await open(lake, { readOnly: true });
  try {
    const complete = (text: string) => completeSql(handle.lake, text);
    expect(await complete('from history_led')).toEqual({
      words: ['history_ledgers', 'history_ledgers_raw_v1'],
      typed: 'history_led'.length,
    });
    expect(await complete("select 'é' from history_tra")).toMatchObject({
      words: expect.arrayContaining(['history_trades', 'history_transactions']),
      typed: 'history_tra'.length,
    });
    expect((await complete('select closed_a')).words).toContain('closed_at');
    expect((await complete('sele')).words).toEqual(['select ']);
    expect(await complete("select 'open")).toMatchObject({ words: [] });
  } finally {
    await handle.close();
  }
});
