/** How much there was of an asset over time (contract 8.7). */
import { ApiError, invalid } from '../errors.ts';
import {
  amount,
  flag,
  list as listOf,
  may as mayBe,
  object as fields,
  rfc3339,
  text,
  whole,
  type Row,
} from '../fields.ts';
import { assetParameters, coverageOf, format, goldAsset, isDay, momentOf, Seal, sealed } from '../gold.ts';
import { object } from '../object.ts';
import * as parameter from '../parameters.ts';
import { sql } from '../sql.ts';
import type { View } from '../view.ts';
import { assetRecord, type KnownAsset } from './asset.ts';

const HOURS = { '1h': 1, '1d': 24, '1w': 7 * 24 };
const MOST_POINTS = 5000;

const moment = (name: string, isEnd: boolean) =>
  parameter.required(
    parameter.refused(
      parameter.read(
        parameter.text('RFC 3339, or a date; as an end, the end of that day.'),
        (given) => momentOf(given, isEnd) && given,
      ),
      `invalid ${name} format, use RFC3339 or YYYY-MM-DD`,
    ),
    `${name} required`,
  );

const parameters = {
  ...assetParameters,
  start_date: moment('start_date', false),
  end_date: moment('end_date', true),
  interval: parameter.choice('interval', ['1h', '1d', '1w'], '1d'),
  methodology: parameter.choice('methodology', ['v1', 'v2'], 'v2'),
  format,
};

const measures = {
  timestamp: text(),
  ledger_sequence: mayBe(whole()),
  total_supply: amount(),
  circulating_supply: amount(),
  issuer_balance: amount(),
  holder_count: whole(),
  supply_change: mayBe(amount()),
  supply_change_percent: mayBe(text()),
};
const Point = fields({ ...measures, in_gap: mayBe(flag()) });

export const goldSupply = object({
  path: '/api/v1/gold/compliance/supply',
  summary: 'Supply timeline with audit trail',
  isWide: true,
  parameters,
  answer: {
    ...Seal,
    period: fields({ start: text(), end: text(), start_ledger: mayBe(whole()), end_ledger: mayBe(whole()) }),
    interval: text(),
    timeline: listOf(Point),
    summary: fields({
      start_supply: amount(),
      end_supply: amount(),
      net_minted: amount(),
      peak_supply: amount(),
      peak_date: text(),
      lowest_supply: amount(),
      lowest_date: text(),
      data_points: whole(),
    }),
  },
  isState: true,
  table: { member: 'timeline', row: fields(measures) },
  read: readSupply,
});

async function readSupply(values: parameter.Values<typeof parameters>, view: View) {
  const asset = goldAsset(values);
  const { start, end, warnings } = await periodOf(values, view);
  const timeline = await pointsOf(
    view,
    asset,
    momentsOf(start, end, HOURS[values.interval]),
    values.methodology === 'v2',
  );
  const period = {
    start: rfc3339(start),
    end: rfc3339(end),
    start_ledger: timeline[0]?.['ledger_sequence'] ?? null,
    end_ledger: timeline.at(-1)?.['ledger_sequence'] ?? null,
  };
  const { fields, ...rest } = sealed({
    content: {
      asset: assetRecord(asset),
      period,
      interval: values.interval,
      snapshot_ledger: period.end_ledger,
      methodology_version: `supply_timeline_${values.methodology}`,
      coverage: coverageOf(view),
      rows: timeline,
    },
    ...{ kind: 'supply', code: asset.code, moment: end, snapshotLedger: period.end_ledger },
    ...{ file: 'supply_timeline', format: values.format },
  });
  const body = { ...fields, period, interval: values.interval, timeline, summary: summaryOf(timeline) };
  return { body, warnings, ...rest };
}

/** Times of RFC 3339, or dates. */
interface Dates {
  start_date: string;
  end_date: string;
}

/** Returns begin and end as DuckDB writes times; throws ApiError for what is not loaded. A day that has begun ends with the latest ledger. */
export async function periodOf({ start_date: first, end_date: last }: Dates, view: View) {
  const [start, asked] = [momentOf(first, false)!, momentOf(last, true)!];
  if (start > asked) throw invalid('start_date must be before end_date');
  const latest = `${(await view.closedAt(view.bounds.latest)).slice(0, 19)}.999`;
  const hasBegun = isDay(last) && asked.slice(0, 10) === latest.slice(0, 10);
  if (start > latest || (asked > latest && !hasBegun)) throw invalid('end_date is after the latest loaded ledger');
  if (asked <= latest) return { start, end: asked, warnings: [] };
  return { start, end: `${latest.slice(0, 19)}.000`, warnings: ['the last day is cut at the latest loaded ledger'] };
}

/** Times in milliseconds of a timeline: each is a step after the one before, the last at most that. */
interface Moments {
  times: readonly number[];
  step: number;
}

/** Returns the start, what follows it in whole intervals, and the end. */
function momentsOf(start: string, end: string, hours: number): Moments {
  const [first, last] = [millisecondsOf(start), millisecondsOf(end)];
  const step = hours * 3_600_000;
  if (Math.ceil((last - first) / step) + 1 > MOST_POINTS) {
    throw invalid('too many data points; use a larger interval');
  }
  const times = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
  return { times: times.at(-1) === last ? times : [...times, last], step };
}

const millisecondsOf = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`);
const timeOf = (milliseconds: number) => rfc3339(new Date(milliseconds).toISOString());

async function pointsOf(view: View, asset: KnownAsset, moments: Moments, isV2: boolean): Promise<Row[]> {
  const points: Row[] = [];
  const known = new Map<number, Row>();
  const ledgers = await ledgersAt(view, moments);
  for (const [i, { ledger, closed }] of ledgers.entries()) {
    const at = moments.times[i];
    const held = known.get(ledger) ?? (await supplyOf(view, asset, ledger, isV2));
    known.set(ledger, held);
    points.push({
      timestamp: timeOf(at),
      ...held,
      ...changeOf(held, points.at(-1)),
      // The ledger after the last one before the time is missing, and the latest is later.
      ...(closed < at && view.gaps.some(({ first }) => first === ledger + 1) && { in_gap: true }),
    });
  }
  return points;
}

interface Closed {
  ledger: number;
  /** When it closed, in milliseconds. */
  closed: number;
}

/** Returns the last ledger that closed at or before each moment; throws ApiError where there is none before the first. */
async function ledgersAt(view: View, { times, step }: Moments): Promise<Closed[]> {
  const [first, end] = [times[0], times[times.length - 1]];
  const { rows } = await view.table(sql`
    select
        least(greatest(epoch_ms(closed_at) - ${first} + ${step} - 1, 0) // ${step}, ${times.length - 1}) as place,
        max(sequence) as ledger,
        epoch_ms(arg_max(closed_at, sequence)) as closed
    from bronze.history_ledgers
    where closed_at <= epoch_ms(cast(${end} as bigint))
    group by place`);
  const newest = new Map(
    rows.map(([place, ledger, closed]) => [Number(place), { ledger: Number(ledger), closed: Number(closed) }]),
  );
  const start = newest.get(0);
  if (!start) throw new ApiError(404, `no data at or before ${timeOf(first)}`);
  let last = start;
  return times.map((_, i) => {
    const found = newest.get(i);
    if (found && found.ledger > last.ledger) last = found;
    return last;
  });
}

async function supplyOf(view: View, { code, issuer }: KnownAsset, ledger: number, isV2: boolean): Promise<Row> {
  const row = await view.row(sql`from gold.supply_at_ledger(${code}, ${issuer}, ${ledger})`);
  const supply = (isV2 ? row?.['total_supply'] : row?.['accounts']) ?? null;
  return {
    ledger_sequence: ledger,
    total_supply: supply,
    circulating_supply: supply,
    issuer_balance: row?.['issuer_balance'] ?? null,
    holder_count: Number(row?.['total_holders']),
  };
}

const stroopsOf = (units: Row[string] | undefined) => BigInt(String(units).replace('.', ''));

/** Returns stroops in units. */
function unitsOf(stroops: bigint): string {
  const digits = String(stroops < 0n ? -stroops : stroops).padStart(8, '0');
  return `${stroops < 0n ? '-' : ''}${digits.slice(0, -7)}.${digits.slice(-7)}`;
}

function changeOf(point: Row, before: Row | undefined): Row {
  if (!before) return {};
  const was = stroopsOf(before['total_supply']);
  const change = stroopsOf(point['total_supply']) - was;
  return { supply_change: unitsOf(change), ...(was !== 0n && { supply_change_percent: percentOf(change, was) }) };
}

/** In percent with two places, halves rounded away from 0. */
function percentOf(part: bigint, whole: bigint): string {
  const size = part < 0n ? -part : part;
  const hundredths = String((20_000n * size + whole) / (2n * whole)).padStart(3, '0');
  const isNegative = part < 0n && !/^0+$/.test(hundredths);
  return `${isNegative ? '-' : ''}${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`;
}

function summaryOf(timeline: readonly Row[]): Row {
  const supplies = timeline.map((point) => stroopsOf(point['total_supply']));
  const extreme = (isBeyond: (a: bigint, b: bigint) => boolean) =>
    supplies.reduce((best, supply, i) => (isBeyond(supply, supplies[best]) ? i : best), 0);
  const [peak, lowest] = [extreme((a, b) => a > b), extreme((a, b) => a < b)];
  const at = (i: number, name: string) => timeline.at(i)?.[name] ?? null;
  return {
    start_supply: at(0, 'total_supply'),
    end_supply: at(-1, 'total_supply'),
    net_minted: unitsOf(supplies.at(-1)! - supplies[0]),
    peak_supply: at(peak, 'total_supply'),
    peak_date: at(peak, 'timestamp'),
    lowest_supply: at(lowest, 'total_supply'),
    lowest_date: at(lowest, 'timestamp'),
    data_points: timeline.length,
  };
}
