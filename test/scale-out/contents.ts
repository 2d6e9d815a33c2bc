/** What lakes hold, to compare them. */
import { describeRelations, open, tables } from '../../src/index.ts';

/** Returns how many rows every bronze relation and every kept one has, and the hash of them in order. */
export async function contents(dir: string): Promise<Record<string, string>> {
  const lake = await open(dir, { readOnly: true });
  const kept = (await lake.lake.kept()).map(({ kept }) => kept.id);
  const bronze = (await describeRelations(tables)).filter(({ schema }) => schema === 'bronze').map(({ name }) => name);
  const found: Record<string, string> = {};
  for (const name of [...bronze.map((one) => `bronze.${one}`), ...kept]) {
    const rows = `select md5(t::varchar) as row from ${name} as t`;
    const [told] = await lake.rows(
      `select concat(count(*), ' ', md5(string_agg(row, '' order by row))) as text from (${rows})`,
    );
    found[name] = String(told.text);
  }
  await lake.close();
  return found;
}
