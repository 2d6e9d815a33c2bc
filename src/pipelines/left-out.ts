/** Which record a ledger was left out for (`on_error: skip`). */
import type { RecordBatch } from 'apache-arrow';
import type { DecimalType, RecordTable } from './sink.ts';

/** Returns a record as people find it: its table, and its key. */
export function recordNamed({ name, key }: RecordTable, rows: RecordBatch, row: number): string {
  return `${name} with ${key.map((column) => `${column} ${String(rows.getChild(column)?.get(row))}`).join(', ')}`;
}

/** Returns where the first number stands that does not fit its column. */
export function unfitting(
  { decimals = {} }: RecordTable,
  rows: RecordBatch | undefined,
): { row: number; column: string } | undefined {
  for (const [column, type] of Object.entries(decimals)) {
    const values = rows?.getChild(column);
    for (let row = 0; row < (values?.length ?? 0); row++) {
      const value: unknown = values?.get(row);
      if (typeof value === 'string' && !fits(value, type)) return { row, column };
    }
  }
  return undefined;
}

function fits(text: string, type: DecimalType): boolean {
  const [, digits = '', rest] = /^-?0*(\d*)(.*)/.exec(text) ?? [];
  if (type === 'bigint' || type === 'hugeint') {
    return rest === '' && BigInt.asIntN(type === 'bigint' ? 64 : 128, BigInt(text)) === BigInt(text);
  }
  const [precision, scale] = type.match(/\d+/g)!.map(Number);
  return digits.length <= precision - scale;
}
