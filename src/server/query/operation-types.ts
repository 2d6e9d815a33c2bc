/** Types of operations, by their numbers in the protocol. */
import Type from 'typebox';
import { OperationType } from '../../xdr/generated/enums.ts';
import { fieldName } from '../../xdr/names.ts';
import { read } from './parameters.ts';

const names = Object.keys(OperationType).map(fieldName);

/** Numbers or names, with commas between, in letters of any size. */
export const operationTypeNames = read(
  Type.Array(Type.Integer(), { description: 'Types by number or name, with commas between.' }),
  (given) => {
    const found = given.split(',').map((part) => numberOf(part.trim().toLowerCase()));
    return found.includes(-1) ? undefined : found;
  },
);

function numberOf(part: string): number {
  const byName = names.indexOf(part);
  return /^\d{1,2}$/.test(part) && Number(part) < names.length ? Number(part) : byName;
}
