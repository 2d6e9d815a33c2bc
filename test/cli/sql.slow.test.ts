import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { completeSql } from '../../src/lake/asking/query/complete.ts';
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

  it('describes a relation with meanings, and what it does not know', async () => {
    const { stdout } = await sql('describe silver.accounts_current;\ndescribe select 1 as a;');
    expect(stdout).toMatch(
      /^It has the entries that loaded ledgers changed, .* meta\.coverage tells whether that is all\./m,
    );
    expect(stdout).toMatch(/^balance +DECIMAL\(19,7\) +units +/m);
    expect(stdout).toMatch(/^a +INTEGER/m);
  });

  it('lists the tables, and what may be typed, and ends when told', async () => {
    const { code, stdout } = await sql('.tables *.led\nhelp\nquit\nselect 1;\n');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^meta\.ledgers +\d+ {2}One row per loaded ledger, /m);
    expect(stdout).not.toMatch(/^history_ledgers /m);
    expect(stdout).toMatch(/^\.exit +leave the prompt; also exit, quit and Ctrl-D\n$/m);
    const schema = await sql('.schema restored_key\n');
    expect(schema.stdout).toMatch(/^ledger_entry_type: LedgerEntryTypeAccount, .*, LedgerEntryTypeTtl\.$/m);
  });

  it('prints results in another format, to a file, and how long they took', async () => {
    const path = join(temporaryFolder(), 'three.csv');
    const typed = `.format ndjson\nselect 1 as a;\n.output ${path}\nselect 3 as c;\n.timer\nselect 2 as b;\n.format\nselect 4 as d;\n.format nope\n`;
    const { code, stdout, stderr } = await sql(typed);
    expect(stdout).toBe('{"a":1}\n{"b":2}\nd\n4\n');
    expect(stderr).toMatch(
      /^1 row written to \S+three\.csv\ntimer on\n\d+ ms\n\d+ ms\nerror: unknown format "nope", expected one of table, json, /,
    );
    expect([code, readFileSync(path, 'utf8')]).toEqual([2, 'c\n3\n']);
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
