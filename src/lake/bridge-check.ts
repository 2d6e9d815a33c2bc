/** The test that the fast path of the bridge passes before its first use: it relies on how DuckDB lays out its vectors. */
import { createBuilder } from '../arrow/table.ts';
import { column, defineTable, nullable } from '../arrow/table.ts';
import { createLoader, createSqlTables } from './bridge.ts';
import { openDatabase, selectRows } from './duckdb.ts';

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
  const instance = await openDatabase({ threads: 1 });
  const connection = await instance.connect();
  try {
    await createSqlTables(connection, [spec]);
    const loader = await createLoader(connection, spec, { path: 'fast' });
    loader.append(builder.batch());
    loader.close();
    const rows = await selectRows(connection, 'select * from bridge_check');
    return rows.length === texts.length && rows.every((row, n) => matches(row, n));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function matches({ n, flag, text }: Record<string, unknown>, row: number): boolean {
  return n === row && flag === (row % 2 === 1) && text === texts[row];
}
