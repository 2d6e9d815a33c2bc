/** Which columns of details the rows of a type can fill. */
import { OperationType } from '../../xdr/generated/enums.ts';
import { fieldName } from '../../xdr/names.ts';
import { detailColumns } from './columns.ts';
import { operationFields } from './fields.ts';

/** The source columns of the fields of each operation type, by its number. */
const columnsByType = new Map<number, readonly string[]>(
  Object.entries(OperationType).map(([name, type]) => {
    const texts = Object.values(operationFields[fieldName(name)] ?? {}).map(({ from = '' }) => from);
    const words = texts.flatMap((text) => text.match(/\b[a-z_0-9]+\b/g) ?? []);
    // The columns of an asset are filled together.
    const ids = words.map((word) => word.replace(/asset_type$/, 'asset_id'));
    return [type, [...words, ...ids].filter((word) => word in detailColumns)];
  }),
);

/** Returns the columns of details that are null in rows of these types: columns of which no field is made are not among them. */
export function unfilledColumns(types: readonly number[]): Set<string> {
  const unfilled = new Set([...columnsByType.values()].flat());
  for (const type of types) for (const column of columnsByType.get(type) ?? unfilled) unfilled.delete(column);
  return unfilled;
}
