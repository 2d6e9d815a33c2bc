/** Filters of getEvents: what they may be, which events they match, and which ledgers may hold such. */
import type { LedgerRange } from '../../datastore/keys.ts';
import { contractKey, topicKey, type RowKey } from '../../history/row-keys.ts';
import { messageOf } from '../../core/system-errors.ts';
import { ContractEventType } from '../../xdr/generated/enums.ts';
import { skipScVal } from '../../xdr/generated/skip.ts';
import { readKey, strkeyVersion } from '../../xdr/strkey.ts';
import { invalidParams, undecodable } from './errors.ts';
import { decodeScVal } from './go/xdr.ts';
import { arrayOf, own, string, struct, type DecodedParams } from './params.ts';

/** One place of a topic: a value, any one value, or any number of them. */
type TopicSegment = '*' | '**' | Uint8Array;

const topicFilter = arrayOf('protocol.SegmentFilter', own(readSegment, true));

/** A filter as it is asked for. */
export const eventFilter = struct('EventFilter', {
  type: own((text) => text, true),
  contractIds: arrayOf('string', string),
  topics: arrayOf('protocol.TopicFilter', { ...topicFilter, name: 'protocol.TopicFilter' }),
});

type AskedFilter = DecodedParams<typeof eventFilter>;

function readSegment(text: string): TopicSegment {
  if (text === '*' || text === '**') return text;
  try {
    return decodeScVal(text);
  } catch (error) {
    throw undecodable(messageOf(error));
  }
}

/** A checked filter. */
export interface Filter {
  types: Set<number>;
  contracts: Uint8Array[];
  topics: Topic[];
}

interface Topic {
  segments: TopicSegment[];
  /** Whether more topics may follow. */
  open: boolean;
}

const MOST = 5;
const MAX_SEGMENTS = 4;
const TYPES: Record<string, number> = { system: ContractEventType.system, contract: ContractEventType.contract };

/** Returns the filters, checked; throws invalid parameters for the first fault. */
export function checkFilters(asked: readonly AskedFilter[]): Filter[] {
  if (asked.length > MOST) throw invalidParams('maximum 5 filters per request');
  return asked.map((filter, i) => {
    try {
      return checkFilter(filter);
    } catch (error) {
      throw invalidParams(`filter ${i + 1} invalid: ${messageOf(error)}`);
    }
  });
}

function checkFilter({ type = '', contractIds = [], topics = [] }: AskedFilter): Filter {
  const names = type === '' ? [] : type.split(',');
  if (names.some((name) => !Object.hasOwn(TYPES, name))) {
    throw new Error("filter type invalid: if set, type must be either 'system' or 'contract'");
  }
  if (contractIds.length > MOST) throw new Error('maximum 5 contract IDs per filter');
  if (topics.length > MOST) throw new Error('maximum 5 topics per filter');
  const contracts = contractIds.map((id, i) => {
    const key = readKey(id ?? '', strkeyVersion.contract);
    if (!key) throw new Error(`contract ID ${i + 1} invalid`);
    return key;
  });
  return { types: new Set(names.map((name) => TYPES[name])), contracts, topics: topics.map(checkTopic) };
}

function checkTopic(topic: TopicSegment[] | undefined, i: number): Topic {
  const fault = `topic ${i + 1} invalid: `;
  if (!topic || topic.length === 0) throw new Error(`${fault}topic must have at least 1 segment`);
  const open = topic.at(-1) === '**';
  const segments = open ? topic.slice(0, -1) : topic;
  const misplaced = segments.indexOf('**');
  if (misplaced >= 0) {
    throw new Error(`${fault}segment ${misplaced + 1} invalid: wildcard '**' is only allowed as the last segment`);
  }
  if (segments.length > MAX_SEGMENTS) throw new Error(`${fault}topic cannot have more than 4 segments`);
  return { segments, open };
}

/** Returns whether any filter matches the ContractEvent at `p`; no filters match all. */
export function matches(filters: readonly Filter[], bytes: Uint8Array, view: DataView, p: number): boolean {
  if (filters.length === 0) return true;
  const contract = view.getUint32(p + 4) === 1 ? p + 8 : -1;
  const type = p + (contract < 0 ? 8 : 40);
  return filters.some(
    ({ types, contracts, topics }) =>
      (types.size === 0 || types.has(view.getInt32(type))) &&
      (contracts.length === 0 || (contract >= 0 && contracts.some((key) => equalAt(bytes, contract, key)))) &&
      (topics.length === 0 || topics.some((topic) => matchesTopic(topic, bytes, view, type + 8))),
  );
}

function matchesTopic({ segments, open }: Topic, bytes: Uint8Array, view: DataView, p: number): boolean {
  const count = view.getUint32(p);
  if (open ? count < segments.length : count !== segments.length) return false;
  p += 4;
  for (const segment of segments) {
    const end = skipScVal(view, p);
    if (typeof segment !== 'string' && (segment.length !== end - p || !equalAt(bytes, p, segment))) return false;
    p = end;
  }
  return true;
}

function equalAt(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let i = 0; i < expected.length; i++) if (bytes[at + i] !== expected[i]) return false;
  return true;
}

/** Yields the ledgers of the index with a key, in a range. */
type Find = (key: RowKey, range: LedgerRange) => Iterable<number>;

/** Returns the ledgers of a range that may hold a match, by the index, in order; undefined when all may. */
export function candidates(filters: readonly Filter[], range: LedgerRange, find: Find): Set<number> | undefined {
  if (filters.length === 0) return undefined;
  const found = filters.map((filter) => filterCandidates(filter, range, find));
  return union(found);
}

function filterCandidates({ contracts, topics }: Filter, range: LedgerRange, find: Find): Set<number> | undefined {
  const byContract =
    contracts.length === 0
      ? undefined
      : union(contracts.map((key) => new Set(find(contractKey(viewOf(key), 0), range))));
  const byTopic = topics.length === 0 ? undefined : union(topics.map((topic) => topicCandidates(topic, range, find)));
  return intersection(byContract, byTopic);
}

function topicCandidates({ segments }: Topic, range: LedgerRange, find: Find): Set<number> | undefined {
  let found: Set<number> | undefined;
  segments.forEach((segment, place) => {
    if (typeof segment === 'string') return;
    found = intersection(found, new Set(find(topicKey(viewOf(segment), 0, segment.length, place), range)));
  });
  return found;
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** Undefined stands for all ledgers. */
function union(sets: readonly (Set<number> | undefined)[]): Set<number> | undefined {
  const joined = new Set<number>();
  for (const set of sets) {
    if (!set) return undefined;
    for (const ledger of set) joined.add(ledger);
  }
  return joined;
}

function intersection(a: Set<number> | undefined, b: Set<number> | undefined): Set<number> | undefined {
  if (!a || !b) return a ?? b;
  return new Set([...a].filter((ledger) => b.has(ledger)));
}
