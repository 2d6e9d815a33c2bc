import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { historyEffects } from '../../../src/tables/effects/declaration.ts';
import { effectType } from '../../../src/tables/effects/types.ts';
import { historyOperations } from '../../../src/tables/operations.ts';
import { OperationType } from '../../../src/xdr/generated/enums.ts';
import { detailsStruct } from '../../tables/details-struct.ts';

it.each([
  { table: historyOperations, codes: OperationType },
  { table: historyEffects, codes: effectType },
])('shows the details of $table.name as their fields are declared', ({ table, codes }) => {
  const path = join(import.meta.dirname, `../../../sql/bronze/${table.name}.sql`);
  const sql = detailsStruct(table, codes);
  const found = readFileSync(path, 'utf8');
  const struct = / {4}struct_concat\([^]*?\n {4}\) as details,/;
  if (process.env.UPDATE)
    writeFileSync(
      path,
      found.replace(struct, () => sql),
    );
  else expect(struct.exec(found)?.[0]).toBe(sql);
});
