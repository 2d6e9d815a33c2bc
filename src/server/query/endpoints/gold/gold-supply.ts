/** The supply of an asset over time. */
import { ApiError, invalid } from '../../errors.ts';
import { amount, boolean, listOf, may as mayBe, fields, text, whole, type Row } from '../../fields.ts';
import {
  assetParameters,
  coverageOf,
  format,
  goldAsset,
  isDay,
  momentOf,
  momentText,
  Seal,
  sealed,
  withoutNulls,
} from '../../gold.ts';
import { leftOut } from '../../meta.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { missingAfter } from '../../snapshot-time.ts';
import { sql } from '../../sql.ts';
import type { Coverage, View } from '../../view.ts';
import { assetRecord, checkKnown, type KnownAsset } from '../../asset.ts';
import { supplyAfter, UNKNOWN, UNKNOWN_COINS } from './gold-balances.ts';
import { netMinted, stroopsOf, type Point } from '../assets/net-minted.ts';

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
  total_supply: mayBe(amount(UNKNOWN_COINS)),
  circulating_supply: mayBe(amount(UNKNOWN_COINS)),
  issuer_balance: amount(),
  holder_count: mayBe(whole(UNKNOWN)),
  supply_change: mayBe(amount()),
  supply_change_percent: mayBe(text()),
};
const Point = fields({ ...measures, in_gap: mayBe(boolean()) });

export const goldSupply = object({
  path: '/api/v1/gold/compliance/supply',
  summary: 'Supply timeline with audit trail',
  parameters,
  answer: {
    ...Seal,
    period: fields({ start: text(), end: text(), start_ledger: mayBe(whole()), end_ledger: mayBe(whole()) }),
    interval: text(),
    timeline: listOf(Point),
    summary: fields({
      start_supply: mayBe(amount()),
      end_supply: mayBe(amount()),
      net_minted: mayBe(
        amount(
          'Mints without burns and clawbacks; of lumens by headers, without fees. Absent where ledgers are missing.',
        ),
      ),
      peak_supply: mayBe(amount('Absent, with what follows, where a point has no total.')),
      peak_date: mayBe(text()),
      lowest_supply: mayBe(amount()),
      lowest_date: mayBe(text()),
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
  const isV2 = values.methodology === 'v2';
  const points = await pointsOf(view, asset, momentsOf(start, end, HOURS[values.interval]), isV2);
  const timeline = points.map(({ row }) => row);
  const coverage: Coverage = points.every((point) => point.coverage === 'full') ? 'full' : 'touched_only';
  const period = {
    start: momentText(start),
    end: momentText(end),
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
      coverage: coverageOf(view, coverage),
      rows: timeline,
    },
    ...{ kind: 'supply', code: asset.code, moment: end, snapshotLedger: period.end_ledger },
    ...{ file: 'supply_timeline', format: values.format },
  });
  const minted = await netMinted(view, asset, points, isV2);
  const summary = { ...summaryOf(timeline), net_minted: minted === null ? null : unitsOf(minted) };
  const body = { ...fields, period, interval: values.interval, timeline, summary };
  return { body, coverage, warnings: [...warnings, ...leftOut(coverage)], ...rest };
}

/** Times of RFC 3339, or dates. */
interface Dates {
  start_date: string;
  end_date: string;
}

/** Returns start and end as DuckDB times; throws ApiError if they are not loaded. If the last day is not over, it ends with the latest ledger. */
export async function periodOf({ start_date: first, end_date: last }: Dates, view: View) {
  const [start, asked] = [momentOf(first, false)!, momentOf(last, true)!];
  if (start > asked) throw invalid('start_date must be before end_date');
  const latest = await view.knownUntil(view.bounds.latest);
  const hasBegun = isDay(last) && asked.slice(0, 10) === latest.slice(0, 10);
  if (start > latest || (asked > latest && !hasBegun)) throw invalid('end_date is after the latest loaded ledger');
  if (asked <= latest) return { start, end: asked, warnings: [] };
  const end = (await view.closedAt(view.bounds.latest)).slice(0, 23);
  return {
    start,
    end: end.length === 19 ? `${end}.000` : end,
    warnings: ['the last day is cut at the latest loaded ledger'],
  };
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
const timeOf = (milliseconds: number) => momentText(new Date(milliseconds).toISOString());

async function pointsOf(view: View, asset: KnownAsset, moments: Moments, isV2: boolean): Promise<Point[]> {
  await checkKnown(view, asset);
  const points: Point[] = [];
  const known = new Map<number, Row>();
  const ledgers = await ledgersAt(view, moments);
  for (const [i, { ledger, closed }] of ledgers.entries()) {
    const at = moments.times[i];
    const held = known.get(ledger) ?? (await supplyOf(view, asset, ledger, isV2));
    known.set(ledger, held);
    const isGap = closed < at && missingAfter(view, ledger) !== undefined;
    const measured: Row = isGap ? { ledger_sequence: ledger, issuer_balance: held['issuer_balance'] ?? null } : held;
    const change = changeOf(measured, points.at(-1)?.row);
    const row = withoutNulls({ timestamp: timeOf(at), ...measured, ...change, ...(isGap && { in_gap: true }) });
    points.push({ row, ledger, coverage: isGap ? 'touched_only' : view.coverageAt(ledger) });
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
  if (!start) {
    const oldest = await view.row(sql`select epoch_ms(min(closed_at)) as closed from bronze.history_ledgers`);
    const since = `the first loaded ledger closed at ${timeOf(Number(oldest?.['closed']))}`;
    throw new ApiError(404, `no data at or before ${timeOf(first)}: ${since}`);
  }
  let last = start;
  return times.map((_, i) => {
    const found = newest.get(i);
    if (found && found.ledger > last.ledger) last = found;
    return last;
  });
}

async function supplyOf(view: View, asset: KnownAsset, ledger: number, isV2: boolean): Promise<Row> {
  const { accounts = null, total_supply: total = null, ...found } = await supplyAfter(view, asset, ledger);
  return {
    ledger_sequence: ledger,
    total_supply: isV2 ? total : accounts,
    circulating_supply: isV2 ? (found['circulating_supply'] ?? null) : accounts,
    issuer_balance: found['issuer_balance'] ?? null,
    holder_count: found['total_holders'] ?? null,
  };
}

/** Returns stroops in units. */
function unitsOf(stroops: bigint): string {
  const digits = String(stroops < 0n ? -stroops : stroops).padStart(8, '0');
  return `${stroops < 0n ? '-' : ''}${digits.slice(0, -7)}.${digits.slice(-7)}`;
}

function changeOf(point: Row, before: Row | undefined): Row {
  const [is, was] = [point, before].map((one) => stroopsOf(one?.['total_supply']));
  if (is === null || was === null) return {};
  const change = is - was;
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
  const at = (i: number, name: string) => timeline.at(i)?.[name] ?? null;
  const ends = {
    start_supply: at(0, 'total_supply'),
    end_supply: at(-1, 'total_supply'),
    data_points: timeline.length,
  };
  const supplies = timeline.map((point) => stroopsOf(point['total_supply'])).filter((supply) => supply !== null);
  if (supplies.length < timeline.length) return ends;
  const extreme = (isBeyond: (a: bigint, b: bigint) => boolean) =>
    supplies.reduce((best, supply, i) => (isBeyond(supply, supplies[best]) ? i : best), 0);
  const [peak, lowest] = [extreme((a, b) => a > b), extreme((a, b) => a < b)];
  return {
    ...ends,
    peak_supply: at(peak, 'total_supply'),
    peak_date: at(peak, 'timestamp'),
    lowest_supply: at(lowest, 'total_supply'),
    lowest_date: at(lowest, 'timestamp'),
  };
}
