/** The test that the fast path of the bridge passes before its first use: it relies on how DuckDB lays out its vectors. */
import { column, createBuilder, defineTable, nullable } from '../../arrow/table.ts';
import { fillFast, types } from './bridge-fill.ts';
import { duckdb, openDatabase, selectRows, withConnection } from './duckdb.ts';

const texts = ['', 'twelve bytes', 'thirteen byte', 'ä string of many bytes ✓', null, 'x'.repeat(5000), 'last'];
const spec = defineTable({
  name: 'bridge_check',
  grain: 'One row per case.',
  key: ['n'],
  columns: { n: column('int32', 'Position.'), flag: nullable('bool', 'Odd.'), text: nullable('utf8', 'Case.') },
});

let checked: Promise<boolean> | undefined;

/** Returns whether strings written by pointer come back as they were; tries once per thread. */
export function fastPathWorks(): Promise<boolean> {
  checked ??= check().catch(() => false);
  return checked;
}

async function check(): Promise<boolean> {
  const builder = createBuilder(spec);
  texts.forEach((text, n) => {
    builder.columns.n.push(n);
    builder.columns.flag.push(n % 2 === 1);
    if (text === null) builder.columns.text.pushNull();
    else builder.columns.text.push(text);
  });
  return withConnection(await openDatabase({ threads: 1 }), async (connection) => {
    await connection.run('create table bridge_check (n integer, flag boolean, "text" varchar)');
    const kinds = Object.values(spec.columns).map(({ kind }) => kind);
    const chunk = duckdb.DuckDBDataChunk.create(kinds.map((kind) => types[kind]));
    chunk.rowCount = texts.length;
    const { children } = builder.batch().data;
    const isFilled = children.every((data, i) => fillFast(chunk, i, kinds[i], data, 0, texts.length));
    const appender = await connection.createAppender('bridge_check');
    appender.appendDataChunk(chunk);
    appender.closeSync();
    const rows = await selectRows(connection, 'select * from bridge_check');
    return isFilled && rows.length === texts.length && rows.every((row, n) => matches(row, n));
  });
}

function matches({ n, flag, text }: Record<string, unknown>, row: number): boolean {
  return n === row && flag === (row % 2 === 1) && text === texts[row];
}
