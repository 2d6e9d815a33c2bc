/** What a word of SQL may become. */
import { selectRows } from '../../duckdb/duckdb.ts';
import type { Source } from './query.ts';

/** Returns what DuckDB suggests for the last word of the text, and how many characters of it there are. */
export async function completeSql(source: Source, text: string): Promise<{ words: string[]; typed: number }> {
  const { connection, begin, release } = await source.session({ sql: 'show tables' });
  try {
    await begin();
    const rows = await selectRows(connection, 'select suggestion, suggestion_start from sql_auto_complete($1)', [text]);
    const start = Number(rows[0]?.['suggestion_start'] ?? 0);
    // DuckDB counts bytes.
    const typed = Buffer.from(text).subarray(start).toString();
    const words = rows.map(({ suggestion }) => String(suggestion)).filter((word) => startsWith(word, typed));
    return { words: [...new Set(words)], typed: typed.length };
  } finally {
    await release();
  }
}

/** DuckDB suggests what is spelled alike, too; a name that is a keyword comes in quotes. */
function startsWith(word: string, typed: string): boolean {
  return word.replace(/^"/, '').toLowerCase().startsWith(typed.replace(/^"/, '').toLowerCase());
}
