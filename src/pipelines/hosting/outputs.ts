/** What a pipeline has written with all its runs. */
import type { Output } from '../run/options.ts';

/** Adds the outputs of earlier runs to those of a run. A consumer with a new target begins at zero. */
export function withEarlier(outputs: readonly Output[], earlier: readonly Output[]): Output[] {
  return outputs.map((output) => {
    const before = earlier.find((other) => isOfOnePlace(output, other));
    if (!before) return output;
    const rows = new Map(before.tables.map((table) => [table.name, table.rows]));
    for (const table of output.tables) rows.set(table.name, (rows.get(table.name) ?? 0) + table.rows);
    return { ...output, tables: Array.from(rows, ([name, sum]) => ({ name, rows: sum })) };
  });
}

function isOfOnePlace(one: Output, other: Output): boolean {
  return one.consumer === other.consumer && one.kind === other.kind && one.location === other.location;
}
