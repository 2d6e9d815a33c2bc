import { describe, expect, it } from 'vitest';
import { firstStatement, firstWord, splitStatements } from '../../../src/lake/meaning/statement.ts';
import { duckdb } from '../../../src/lake/duckdb/duckdb.ts';

const connection = await (await duckdb.DuckDBInstance.create()).connect();

describe('firstStatement(sql)', () => {
  it.each([
    ['select 1', 'select 1'],
    ['select 1;', 'select 1'],
    [' ; /* ; */ ; select 1; select 2', ' select 1'],
    ["select 'a;''b' as x; select 2", "select 'a;''b' as x"],
    [String.raw`select E'a\';b' as x;`, String.raw`select E'a\';b' as x`],
    [String.raw`select e'\\' as x; select 2`, String.raw`select e'\\' as x`],
    [String.raw`select 'a\' as x; select 2`, String.raw`select 'a\' as x`],
    ['select $$;$$, $a$;$b$;$a$ as "c;""d"; --', 'select $$;$$, $a$;$b$;$a$ as "c;""d"'],
    ['select 1 as a$$b; select $$c', 'select 1 as a$$b'],
    ['select /* /* ; */ ; */ 1 -- ; x\n; select 2', 'select /* /* ; */ ; */ 1 -- ; x\n'],
    ['select 1 -- a\r+ 1; select 2', 'select 1 -- a\r+ 1'],
    ['-- nothing\n;/**/', ''],
  ])('takes %j apart', (sql, expected) => {
    expect(firstStatement(sql)).toBe(expected);
  });

  it('agrees with DuckDB about where a statement ends, whatever is quoted in it', async () => {
    const pieces = [
      `'a;'''`,
      `E'\\';'`,
      `e'\\\\'`,
      `'\\'`,
      '$$;$$',
      '$x$;$$;$x$',
      '/* ; */ 1',
      '/* /* */ ; */ 2',
      '3 -- ;\n',
      '";"',
    ];
    const from = `(select 7 as ";")`;
    let seed = 1;
    const next = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    for (let i = 0; i < 200; i++) {
      const items = Array.from({ length: 1 + next(5) }, () => pieces[next(pieces.length)]);
      const sql = `select ${items.join(', ')} from ${from}`;
      const statements = [[';', '/*;*/ ;', ''][next(3)], sql, [';', '; ;', ';-- ;', ''][next(4)]].join(' ');
      const whole = await connection.runAndReadAll(statements);
      const embedded = await connection.runAndReadAll(`select * from (\n${firstStatement(statements)}\n) as q`);
      expect(embedded.getRows(), statements).toEqual(whole.getRows());
    }
  });
});

describe('firstWord(sql)', () => {
  it.each([
    ['select 1', 'select'],
    ['/* a */ -- b\n (( Drop table x', 'drop'],
    ['/* a /* b */ drop */ from x', 'from'],
    [';;explain select 1', 'explain'],
    ['"insert" into', undefined],
    ["'a' select", undefined],
    ['', undefined],
  ])('of %j is %j', (sql, word) => {
    expect(firstWord(sql)).toBe(word);
  });
});

describe('splitStatements(text)', () => {
  it.each([
    ['', [], ''],
    [' \n-- nothing; \n/* nor; here */', [], ''],
    [';;', [], ''],
    ['select 1', [], 'select 1'],
    ['(\n', [], '(\n'],
    ['select 1; select 2;\nsele', ['select 1;', 'select 2;'], 'sele'],
    ['select \';\', "a;b";', ['select \';\', "a;b";'], ''],
    ["select 'it''s;';", ["select 'it''s;';"], ''],
    ["select E'it\\'s;' from type';';", ["select E'it\\'s;' from type';';"], ''],
    ["select 'a\\';", ["select 'a\\';"], ''],
    ['select $$;$$, $a$;$$;$a$, $1;', ['select $$;$$, $a$;$$;$a$, $1;'], ''],
    ['select 1 -- ;\n;', ['select 1 -- ;\n;'], ''],
    ['select /* ; /* ; */ ; */ 1;', ['select /* ; /* ; */ ; */ 1;'], ''],
    ["select 'open;\n", [], "select 'open;\n"],
    ['select "open;', [], 'select "open;'],
    ['select $x$open;$$;', [], 'select $x$open;$$;'],
    ['/* open; /* */ ;', [], '/* open; /* */ ;'],
    ['select 1; -- done;', ['select 1;'], ''],
  ])('splits %j', (text, statements, rest) => {
    expect(splitStatements(text)).toEqual({ statements, rest });
  });
});
