/** Whether what is kept of relations is what their SQL makes of bronze. */
import { LakeError } from '../../core/errors.ts';
import { messageOf } from '../../core/system-errors.ts';
import type { CheckReport, CheckRow } from './checks.ts';
import { quoteName, quoteText, selectRows } from '../duckdb/duckdb.ts';
import { damageIn, isOfDamage } from '../disk/file-checks.ts';
import { keptCheck, partQuery, type KeptVersion } from '../meaning/kept.ts';
import { partsIn, partsQuery } from '../asking/scan/shown-parts.ts';
import type { Lake } from '../asking/lake.ts';

/** Returns the rows in which parts differ from what they are made of. Throws a LakeError when a part cannot be read. */
export async function checkKept(
  lake: Lake,
  { examples = 5, signal }: { examples?: number; signal?: AbortSignal } = {},
): Promise<CheckReport> {
  const report: CheckReport = { ...keptCheck, broken: 0, unknown: 0, knownFaults: 0, findings: 0, examples: [] };
  for (const one of await lake.kept()) {
    signal?.throwIfAborted();
    const { count, rows } = await differences(lake, one, examples);
    report.broken += count;
    report.examples.push(...rows.slice(0, Math.max(0, examples - report.examples.length)));
  }
  return report;
}

async function differences(
  lake: Lake,
  { kept, version }: KeptVersion,
  examples: number,
): Promise<{ count: number; rows: CheckRow[] }> {
  const made = partQuery(kept, kept.changes);
  const { connection, snapshot, begin, release } = await lake.session({ sql: made });
  try {
    const parts = partsIn(snapshot, kept, version);
    if (parts.isBronze) return { count: 0, rows: [] };
    await begin();
    const stored = partQuery(kept, partsQuery({ kept, version, ...parts, state: [] }, lake.path));
    const key = kept.sortedBy.map((name) => `t.${quoteName(name)}`).join(`, ' ', `);
    const side = (name: string, of: string, other: string) =>
      `select ${quoteText(name)} as side, concat(${key}) as key, t::varchar as row from (from ${of} except all from ${other}) as t`;
    const rows = await selectRows(
      connection,
      `with made as (\n${made}\n),\nstored as (\n${stored}\n),
       sides as (${side('expected', 'made', 'stored')} union all ${side('found', 'stored', 'made')}),
       differing as (
         select key, max(row) filter (side = 'expected') as expected, max(row) filter (side = 'found') as found
         from sides group by key
       )
       select *, (select count(*)::integer from differing) as count from differing order by key limit ${examples}`,
    );
    return {
      count: Number(rows[0]?.['count'] ?? 0),
      rows: rows.map((row) => ({
        status: 'broken',
        ledger: null,
        entity: `${kept.id} ${String(row['key'])}`,
        fact: 'row',
        expected: textOf(row['expected']),
        found: textOf(row['found']),
      })),
    };
  } catch (error) {
    const [message] = messageOf(error).split('\n');
    if (!isOfDamage(message)) throw error;
    const { text, fields } = damageIn(message, lake.path);
    const what = `${kept.id} of lake ${lake.path} has a part that cannot be read: ${text}`;
    throw new LakeError(what, { lake: lake.path, ...fields });
  } finally {
    await release();
  }
}

function textOf(value: unknown): string | null {
  return value === null ? null : String(value);
}
