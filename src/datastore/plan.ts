/** Plans a load: cuts the requested ledgers into units of objects and finds gaps. */
import { StoreError } from '../core/errors.ts';
import { FIRST_LEDGER, objectKey, storeExtension, type LedgerRange, type StoreSchema } from './keys.ts';
import type { AskedRange } from './range.ts';
import { intersectRanges, mergeRanges, subtractRanges, rangeText } from './spans.ts';
import type { LedgerObject, Listing, StoreObject } from './store.ts';

export interface PlanRequest {
  listing: Listing;
  /** The requested ledgers; all listed ones by default. */
  range?: AskedRange;
  /** What need not be read again. */
  loaded?: readonly LedgerRange[];
  /** Units are cut where an object starts in another multiple of this many ledgers. */
  unitLedgers: number;
  /** Small units are joined, where they are many. */
  joinSmall?: boolean;
  /** Missing ledgers inside `range` are gaps of the plan instead of an error. */
  allowGaps?: boolean;
  /** How the store is cut, to name the object that is missing. */
  schema?: StoreSchema;
}

/** Consecutive ledgers to take from whole objects; an object at an edge may hold more than the unit takes. */
export interface Unit extends LedgerRange {
  objects: LedgerObject[];
}

/** What a load would read. */
export interface Plan {
  /** Runs of ledgers to read, each with its objects, in ascending order. */
  units: Unit[];
  /** Files whose ledgers are known only when they are decoded. */
  files: StoreObject[];
  /** Asked for and loaded already. */
  skipped: LedgerRange[];
  /** Asked for, not loaded, and in no object. */
  gaps: LedgerRange[];
}

/**
 * Returns what to read. Where units are cut depends on the grid, the objects and the edges of what was asked for and
 * loaded, so that after an interruption the units that are left are cut as before, but for small ones that are no longer
 * many. Throws StoreError when a ledger of an explicit range is in no object, unless gaps are allowed or files may hold it.
 */
export function planUnits(request: PlanRequest): Plan {
  const { listing, range, unitLedgers, joinSmall = false, allowGaps = false } = request;
  const objects = listing.objects.filter(({ last }) => last >= FIRST_LEDGER);
  const loaded = mergeRanges(request.loaded ?? []);
  const asked = resolveAsked(objects, range);
  if (!asked) return { units: [], files: listing.files, skipped: [], gaps: [] };
  const listed = mergeRanges(objects);
  const wanted = subtractRanges(asked, loaded);
  const gaps = wanted.flatMap((part) => subtractRanges(part, listed));
  if (gaps[0] && range && !allowGaps && listing.files.length === 0) {
    throw missingLedger(gaps[0].first, request, asked);
  }
  const parts = wanted.flatMap((part) => intersectRanges(part, listed));
  const units = cutUnits(parts, objects, unitLedgers);
  return {
    units: joinSmall && units.length > MANY_UNITS ? joinUnits(units, unitLedgers * JOINED_UNITS) : units,
    files: listing.files,
    skipped: intersectRanges(asked, loaded),
    gaps,
  };
}

/** Open sides reach as far as the objects do, and never past the side that was given. */
function resolveAsked(objects: readonly LedgerObject[], range: AskedRange = {}): LedgerRange | undefined {
  const lowest = objects[0]?.first ?? range.last ?? range.first;
  const highest = objects.at(-1)?.last ?? range.first ?? range.last;
  if (lowest === undefined || highest === undefined) return undefined;
  const first = Math.max(range.first ?? Math.min(lowest, range.last ?? lowest), FIRST_LEDGER);
  return { first, last: range.last ?? Math.max(highest, first) };
}

/** Cuts sorted parts, each wholly covered by objects. */
function cutUnits(parts: readonly LedgerRange[], objects: readonly LedgerObject[], unitLedgers: number): Unit[] {
  const units: Unit[] = [];
  let index = 0;
  for (const part of parts) {
    while (objects[index].last < part.first) index++;
    let unit: Unit | undefined;
    let cell = -1;
    for (let i = index; i < objects.length && objects[i].first <= part.last; i++) {
      const object = objects[i];
      const last = Math.min(object.last, part.last);
      const objectCell = Math.floor(object.first / unitLedgers);
      if (unit && objectCell === cell) {
        unit.objects.push(object);
        unit.last = last;
      } else {
        unit = { first: Math.max(object.first, part.first), last, objects: [object] };
        cell = objectCell;
        units.push(unit);
      }
    }
  }
  return units;
}

/** Of so many units each is a fixed cost that counts, and to join them leaves enough for every worker. */
const MANY_UNITS = 100;
/** So many are joined at most, up to the next multiple of as many times their ledgers, */
const JOINED_UNITS = 10;
/** and so many bytes: half of what 100 ledgers of today's pubnet take. */
const JOINED_BYTES = 8 * 1024 * 1024;

/** Joins units that follow on each other in a multiple of `cellLedgers`, as far as they are small. */
function joinUnits(units: readonly Unit[], cellLedgers: number): Unit[] {
  const joined: Unit[] = [];
  let bytes = 0;
  for (const unit of units) {
    const before = joined.at(-1);
    const own = unit.objects.reduce((sum, object) => sum + object.bytes, 0);
    const isNext = before?.last === unit.first - 1;
    const isSameCell = isNext && Math.floor(before.first / cellLedgers) === Math.floor(unit.first / cellLedgers);
    if (isSameCell && bytes + own <= JOINED_BYTES) {
      before.objects.push(...unit.objects);
      before.last = unit.last;
      bytes += own;
    } else {
      joined.push({ ...unit, objects: [...unit.objects] });
      bytes = own;
    }
  }
  return joined;
}

/**
 * Returns the error for a ledger that no object holds. Outside all objects it names the store's ledgers and those `asked`;
 * between objects it uses the reference's words.
 */
export function missingLedger(
  ledger: number,
  { listing, schema }: Pick<PlanRequest, 'listing' | 'schema'>,
  asked: LedgerRange = { first: ledger, last: ledger },
): StoreError {
  const [lowest, highest] = [listing.objects[0], listing.objects.at(-1)];
  if (!lowest || !highest || ledger < lowest.first || ledger > highest.last) {
    const has = intersectRanges(asked, mergeRanges(listing.objects)).map(rangeText).join(', ');
    if (has === '') {
      const how = 'ledgerlake stores inspect STORE prints what it has';
      return new StoreError(`the store has none of the ledgers ${rangeText(asked)} (${how})`);
    }
    return new StoreError(
      `of the ledgers ${rangeText(asked)} the store has only ${has} (--allow-gaps loads what is there)`,
    );
  }
  const text = `ledger object containing sequence ${ledger} is missing`;
  if (!schema) return new StoreError(`${text}: no object of the store holds it`);
  const extension = storeExtension(listing.objects.map(({ key }) => key));
  return missingObject(ledger, objectKey(ledger, schema, extension));
}

/** Returns the error for an object that is not there, in the reference's words. */
export function missingObject(ledger: number, key: string): StoreError {
  const text = `ledger object containing sequence ${ledger} is missing: unable to retrieve file: ${key}: file does not exist`;
  return new StoreError(text, { key });
}
