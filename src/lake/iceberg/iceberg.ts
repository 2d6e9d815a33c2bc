/** The Iceberg tables of a lake: one for each bronze table, and one for the parts of each materialised relation. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { rangeText } from '../../datastore/spans.ts';
import type { TableShape } from '../duckdb/bridge.ts';
import { exists, syncFolder } from '../../core/folders.ts';
import { asLakeError, syncFile } from '../disk/files.ts';
import { oldestEpoch } from '../disk/locks/retired.ts';
import { Manifests } from '../disk/snapshot/manifests.ts';
import { readSnapshot } from '../disk/snapshot/read-snapshot.ts';
import type { KnownFile, Snapshot } from '../disk/snapshot/snapshot.ts';
import { BATCH_ID, ledgerColumn } from '../disk/table-files.ts';
import { bronzeTypes } from './columns.ts';
import { IcebergTable, type StagedSnapshot, type TableFile } from './table.ts';

/** The folder of a lake that has its Iceberg tables. A lake without it has none. */
export const ICEBERG = 'iceberg';

/** How many ranges of ledgers a snapshot names. */
const MOST_RANGES = 20;

export interface IcebergOptions {
  /** The lake's real path. */
  lake: string;
  tables: readonly TableShape[];
  manifests: Manifests;
  /** Where the tables are written; default: the lake. */
  folder?: string;
  /** The address of the lake for readers; default: its path. */
  root?: string;
  /** The number of the first metadata of each table; default: 1. */
  firstVersion?: number;
}

/** What of a lake is in Iceberg tables. */
export interface IcebergReport {
  /** How many tables there are. */
  tables: number;
  /** Columns that Iceberg cannot express: table, column and why. */
  left: { table: string; column: string; why: string }[];
}

type ListedFile = Pick<KnownFile, 'path' | 'version'>;

export class IcebergTables {
  readonly #options: Required<IcebergOptions>;
  readonly #tables = new Map<string, IcebergTable>();

  constructor({ lake, folder = join(lake, ICEBERG), root = lake, firstVersion = 1, ...options }: IcebergOptions) {
    this.#options = { lake, folder, root, firstVersion, ...options };
  }

  /** Publishes a snapshot of the lake in each table whose files changed. `oldestEpoch`: snapshots before it lost files. */
  async publish(snapshot: Snapshot, oldestEpoch: number): Promise<void> {
    const { lake, manifests } = this.#options;
    try {
      const last = snapshot.ranges.at(-1)?.last ?? 0;
      const hash = (await manifests.ledgers(snapshot, { first: last, last })).get(last)?.hash;
      const ranges = snapshot.ranges.map(rangeText);
      const summary = {
        'ledgerlake.snapshot': String(snapshot.number),
        'ledgerlake.ledgers': [...ranges.slice(0, MOST_RANGES), ...(ranges.length > MOST_RANGES ? ['…'] : [])].join(),
        ...(hash !== undefined && { 'ledgerlake.last-ledger-hash': hash }),
      };
      const note = { number: snapshot.number, epoch: snapshot.epoch, oldestEpoch, summary };
      const staged: StagedSnapshot[] = [];
      for (const { name, files } of this.#listed(snapshot)) {
        const own = files.map((file) => this.#fileOf(file));
        const one = this.#table(name).stage(own, note);
        if (one) staged.push(one);
        // Others in this process have their turn.
        await setImmediate();
      }
      await Promise.all(staged.flatMap(({ written }) => written.map(syncFile)));
      await Promise.all(staged.map(({ folder }) => syncFolder(folder)));
      await Promise.all(staged.map(({ show }) => show()));
    } catch (error) {
      this.forget();
      throw asLakeError(lake, error);
    }
  }

  /** Columns that Iceberg cannot express: table, column and why. */
  get left(): IcebergReport['left'] {
    return [...this.#tables].flatMap(([table, { left }]) =>
      Object.entries(left).map(([column, why]) => ({ table, column, why })),
    );
  }

  /** How many tables there are. */
  get size(): number {
    return this.#tables.size;
  }

  /** Forgets what it knows of the tables, whose files are others now. */
  forget(): void {
    this.#tables.clear();
  }

  #listed(snapshot: Snapshot): { name: string; files: readonly ListedFile[] }[] {
    const bronze = this.#options.tables.map(({ name }) => ({ name, files: snapshot.filesOf(name) }));
    const relations = Object.keys(snapshot.totals).filter((name) => name.includes('.'));
    // The baseline state has rows of relations, too.
    const state = (name: string) => snapshot.baseline?.files.filter(({ table }) => table === name) ?? [];
    return [...bronze, ...relations.map((name) => ({ name, files: [...newestParts(snapshot, name), ...state(name)] }))];
  }

  #table(name: string): IcebergTable {
    const known = this.#tables.get(name);
    if (known) return known;
    const { folder, root, firstVersion } = this.#options;
    const shape = this.#options.tables.find((table) => table.name === name);
    const path = tablePath(name);
    const table = new IcebergTable({
      folder: join(folder, path),
      location: `${root}/${ICEBERG}/${path}`,
      firstVersion,
      columns: shape ? columnsOf(shape) : {},
      ...(shape && { ledgers: ledgerColumn(shape) }),
    });
    this.#tables.set(name, table);
    return table;
  }

  #fileOf({ path, version }: ListedFile): TableFile {
    const { lake, root } = this.#options;
    const name = path.slice(path.lastIndexOf('/') + 1, -'.parquet'.length);
    const key = version === undefined ? name : `v${version}-${name}`;
    return { key, path: join(lake, path), address: `${root}/${path}` };
  }
}

/** Returns namespace and name of the Iceberg table of a table or relation, as a path. Parts are not the relation: its rows are their fold. */
export function tablePath(name: string): string {
  return name.includes('.') ? `${name.replace('.', '/')}_parts` : `bronze/${name}`;
}

function columnsOf({ columns }: TableShape): Record<string, string> {
  const own = Object.entries(columns).map(([name, { kind }]) => [name, bronzeTypes[kind]]);
  return { ...Object.fromEntries(own), [BATCH_ID]: 'string' };
}

/** Returns the parts of the newest version of a relation's SQL that any segment has. */
function newestParts(snapshot: Snapshot, relation: string): KnownFile[] {
  const version = snapshot.segments.findLast(({ kept }) => relation in kept)?.kept[relation];
  return snapshot.filesOf(relation).filter((file) => file.version === version);
}

/** Publishes the snapshot of a lake that another function changed, if the lake has Iceberg tables. The caller holds its lock. */
export async function catchUpIceberg(lake: string, network: string, tables: readonly TableShape[]): Promise<void> {
  if (!(await hasIceberg(lake))) return;
  const snapshot = await readSnapshot(lake);
  const iceberg = new IcebergTables({ lake, tables, manifests: new Manifests(lake, network) });
  await iceberg.publish(snapshot, await oldestEpoch(lake, snapshot));
}

/** Returns whether commits of the lake publish Iceberg tables. */
export function hasIceberg(lake: string): Promise<boolean> {
  return exists(join(lake, ICEBERG));
}

/** Lets commits of the lake publish Iceberg tables from now on. */
export async function beginIceberg(lake: string): Promise<void> {
  await mkdir(join(lake, ICEBERG), { recursive: true });
}

/** Removes the Iceberg tables of a lake, and lets commits publish none. */
export async function endIceberg(lake: string): Promise<void> {
  await rm(join(lake, ICEBERG), { recursive: true, force: true });
}
