/** Finds the ledgers that can meet a condition: by number, transaction hash, or keys of the index. */
import type { LedgerRange } from '../../../datastore/keys.ts';
import { intersectRanges } from '../../../datastore/spans.ts';
import type { TableKeys } from '../../meaning/relation-keys.ts';
import type { BoundParameters } from '../../meaning/parameters.ts';
import type { Expr } from '../../meaning/syntax.ts';
import { comparisonsIn, OPEN, type Comparison } from './conditions.ts';
import type { KeyOfKinds, KeyIndex } from './key-ledgers.ts';

/** What is known of a snapshot; undefined where that is not known of all of it. */
export interface Known {
  /** Returns the ledgers that may hold a transaction with the hash. */
  ofHash?: (hash: string) => readonly number[] | undefined;
  /** Returns ranges with all ledgers that may have a row with one of the keys. */
  ofKeys?: (keys: readonly KeyOfKinds[]) => readonly LedgerRange[] | undefined;
}

/** What the conditions on a relation tell of one of its tables. */
export interface Bounding {
  table: string;
  /** Columns of the relation with the kinds of keys of the table that they are of. */
  columns: TableKeys;
  index: Pick<KeyIndex, 'columns' | 'apart'> | undefined;
  /** How columns are qualified. */
  alias: string;
  parameters: BoundParameters;
}

/** What each row that meets a condition has: a ledger of the range, one of the hashes, one key of each list. */
interface Required {
  range: LedgerRange;
  hashes?: readonly string[] | undefined;
  keys: readonly (readonly KeyOfKinds[])[];
}

/** Returns ranges with all ledgers of rows of the table that meet the conditions. */
export function requiredRanges(
  conditions: readonly Expr[],
  bounding: Bounding,
  { ofHash, ofKeys }: Known,
): LedgerRange[] {
  const { range, hashes, keys } = allOf(conditions.map((one) => required(one, bounding)));
  const found = hashes?.map((hash) => ofHash?.(hash));
  if (found?.every((ledgers) => ledgers !== undefined)) {
    return intersectRanges(
      range,
      found.flat().map((ledger) => ({ first: ledger, last: ledger })),
    );
  }
  let ranges = [range];
  for (const list of keys) {
    const ofList = ofKeys?.(list);
    if (ofList) ranges = ranges.flatMap((one) => intersectRanges(one, ofList));
  }
  return ranges;
}

function required(expr: Expr, bounding: Bounding): Required {
  const { type, children = [] } = expr;
  const each = () => children.map((one) => required(one, bounding));
  if (type === 'CONJUNCTION_AND') return allOf(each());
  if (type === 'CONJUNCTION_OR') return anyOf(each());
  const comparisons = comparisonsIn(expr, bounding.alias, bounding.parameters);
  return allOf(comparisons.map((one) => requiredBy(one, bounding)));
}

function allOf(parts: readonly Required[]): Required {
  return {
    range: {
      first: Math.max(OPEN.first, ...parts.map(({ range }) => range.first)),
      last: Math.min(OPEN.last, ...parts.map(({ range }) => range.last)),
    },
    hashes: parts.find(({ hashes }) => hashes)?.hashes,
    keys: parts.flatMap(({ keys }) => keys),
  };
}

function anyOf(parts: readonly Required[]): Required {
  const isKeyed = parts.every(({ keys }) => keys.length > 0);
  return {
    range: hull(parts.map(({ range }) => range)),
    ...(parts.every(({ hashes }) => hashes) && { hashes: parts.flatMap(({ hashes = [] }) => hashes) }),
    keys: isKeyed ? [merged(parts.flatMap(({ keys: [first] }) => first))] : [],
  };
}

function requiredBy(comparison: Comparison, bounding: Bounding): Required {
  const { column, sign, values } = comparison;
  const { ledger = [], hash = [] } = bounding.columns;
  const isNumber = values.every((value) => typeof value === 'number');
  if (ledger.includes(column) && isNumber) return { range: hull(values.map((n) => rangeBy(sign, n))), keys: [] };
  const isHash = values.every((value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value));
  if (hash.includes(column) && sign === '=' && isHash) return { range: OPEN, hashes: values as string[], keys: [] };
  const keys = keysOf(comparison, bounding);
  return { range: OPEN, keys: keys ? [keys] : [] };
}

function rangeBy(sign: Comparison['sign'], n: number): LedgerRange {
  if (sign === '=') return { first: n, last: n };
  if (sign === '>' || sign === '>=') return { first: sign === '>' ? n + 1 : n, last: OPEN.last };
  return { first: OPEN.first, last: sign === '<' ? n - 1 : n };
}

function hull(ranges: readonly LedgerRange[]): LedgerRange {
  return { first: Math.min(...ranges.map(({ first }) => first)), last: Math.max(...ranges.map(({ last }) => last)) };
}

/** Returns keys: each row with one of the values has at least one of them; undefined where a row may have none. */
function keysOf({ column, sign, values }: Comparison, bounding: Bounding): KeyOfKinds[] | undefined {
  const sources = bounding.columns.keys?.[column];
  if (!sources || sign !== '=') return undefined;
  const kindsOf = bounding.index?.columns.get(bounding.table);
  const left = bounding.columns.isWithoutApart ? (bounding.index?.apart.get(bounding.table)?.kind ?? 0) : 0;
  const keys = values.map((value) => {
    if (typeof value !== 'string' || sources.includes(`=${value}`)) return undefined;
    const found = sources.flatMap((source): KeyOfKinds[] => {
      if (source.startsWith('=')) return [];
      const kinds = (kindsOf?.get(source.replace(/^:/, '')) ?? 0) & ~left;
      if (!source.startsWith(':')) return [{ key: value, kinds }];
      return value.includes(':') ? [{ key: value.slice(value.lastIndexOf(':') + 1), kinds }] : [];
    });
    return found.length > 0 && found.every(({ key, kinds }) => kinds > 0 && /^[\w:]+$/.test(key)) ? found : undefined;
  });
  return keys.every((list) => list !== undefined) ? merged(keys.flat()) : undefined;
}

/** Returns each key once, with all its kinds. */
function merged(keys: readonly KeyOfKinds[]): KeyOfKinds[] {
  const kindsOf = new Map<string, number>();
  for (const { key, kinds } of keys) kindsOf.set(key, (kindsOf.get(key) ?? 0) | kinds);
  return Array.from(kindsOf, ([key, kinds]) => ({ key, kinds }));
}
