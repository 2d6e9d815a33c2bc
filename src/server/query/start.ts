/** From folders of lakes to the room that serves them. */
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { LedgerIndex } from '../../history/ledger-index.ts';
import { removeDrafts, writeOnce } from '../../lake/disk/files.ts';
import { openLake } from '../../lake/asking/lake.ts';
import { StandingStatements } from '../../lake/asking/query/standing-statements.ts';
import { passphrases } from '../../ledger/network.ts';
import { startScrub, type ScrubOptions } from '../../library/scrub.ts';
import { errorCode } from '../../core/system-errors.ts';
import { tables } from '../../tables/index.ts';
import type { Log } from '../http/log.ts';
import type { Room } from '../http/room.ts';
import { apiKeysOf, keySource } from './keys.ts';
import type { Endpoint } from './endpoint.ts';
import { failInterrupted } from './endpoints/gold/archive/archive.ts';
import { archiveEndpoint } from './endpoints/gold/gold-archive.ts';
import { endpoints } from './endpoints/index.ts';
import { warmPages } from './endpoints/warm.ts';
import { icebergEndpoints } from './iceberg-endpoints.ts';
import { LakeCache } from './lake-cache.ts';
import { NewestIndexed } from './newest.ts';
import { descriptionRoom, llmsRoom, elsewhereRoom, lakesHealthRoom } from './public.ts';
import { queryRoom, type QueryRoomOptions } from './room.ts';
import { relationsEndpoint } from './relations-endpoint.ts';
import { sqlEndpoint, sqlProcesses } from './sql-endpoint.ts';
import { streamEndpoints } from './streams.ts';
import type { ServedLake } from './view.ts';

/** How lakes are served. */
export interface QueryServerOptions {
  /** Where keys of the API are kept; by default `server` in the first lake. */
  dataDir?: string;
  /** Answer ledger queries without a key. */
  authOff?: boolean;
  rateLimit?: number;
  /** How long a request may take, in milliseconds. */
  budget?: number;
  /** What DuckDB may use for a lake before it spills to disk; by default 1GB. */
  memory?: string;
  /** Answer SQL that reads; `late` starts the first process of SQL with the first statement. */
  sql?: boolean | 'late';
  /** Make archives when asked to. */
  archives?: boolean;
  legacyKeys?: boolean;
  /** Keys besides those of the data folder, `KEY[@TEAM],…`. */
  environmentKeys?: string;
  /** Bytes a second at which lakes are verified in the background; 0 for not at all. */
  scrubRate?: number | undefined;
  /** What networks are called in the path, by the folder of their lake; by default as their passphrase says. */
  names?: ReadonlyMap<string, string>;
}

/** The room of open lakes. */
export interface OpenedQueries {
  rooms: Room[];
  /** The networks of the lakes, by their names in the path. */
  networks: string[];
  /** The lakes by network. */
  lakes: readonly ServedLake[];
  /** Starts the process of SQL and asks what pages of the console ask, so that the first page need not wait for either. */
  warm(): void;
  close(): Promise<void>;
}

/** Longer than this, the clients of a large lake have the processor alone. */
const WARM_MS = 10_000;

/** Opens lakes and the rooms that serve them, and rooms for other paths if alone; throws UsageError for two of a network. */
export async function openQueries(
  folders: readonly string[],
  options: QueryServerOptions,
  log: Log,
  isAlone: boolean,
): Promise<OpenedQueries> {
  const { memory = '1GB', dataDir, names } = options;
  const lakes = await openLakes(folders, { memory, dataDir, names });
  const processes = options.sql ? sqlProcesses(memory, log, options.sql === 'late') : undefined;
  const endpointOfSql = processes && sqlEndpoint(processes);
  const more = [
    ...icebergEndpoints,
    ...streamEndpoints,
    ...(endpointOfSql ? [endpointOfSql, relationsEndpoint] : []),
    ...(options.archives ? [archiveEndpoint] : []),
  ];
  const closing = new AbortController();
  let warming: Promise<unknown> | undefined;
  const scrubs = options.scrubRate === 0 ? [] : lakes.map((one) => startScrub(one.lake, scrubOf(one, options, log)));
  const close = async () => {
    closing.abort();
    processes?.close();
    await warming;
    await Promise.all(scrubs.map((scrub) => scrub.stop()));
    await closeLakes(lakes);
  };
  try {
    for (const { archives } of lakes) await endArchives(archives, log);
    const networks = lakes.map(({ network }) => network);
    const asked = await roomOptions(lakes, { ...options, more }, log);
    const room = queryRoom({ ...asked, scrubs });
    const warm = () => {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(WARM_MS)]);
      warming ??= Promise.allSettled(
        lakes.map((lake) => warmPages(lake, { secret: asked.secret, sqlEndpoint: endpointOfSql, signal })),
      );
    };
    const bases = networks.map((network) => `${room.prefix}/v1/${network}`);
    const described = [...endpoints, ...more];
    const others = isAlone ? [lakesHealthRoom(lakes, log), elsewhereRoom()] : [];
    return {
      rooms: [room, descriptionRoom(described, bases), llmsRoom(described, bases), ...others],
      networks,
      lakes,
      warm,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Says once of each damaged file what to do, before a request asks for it. */
function scrubOf({ network }: ServedLake, { scrubRate: rate }: QueryServerOptions, log: Log): ScrubOptions {
  return {
    ...(rate !== undefined && { rate }),
    onDamage: ({ where: file, check, found, expected }, repair) =>
      log('error', 'a file of the lake is damaged', { network, file, check, found, expected, repair }),
    onTrouble: (message) => log('warn', message, { network }),
  };
}

/** Records archives as failed that an earlier server did not end. */
async function endArchives(folder: string, log: Log): Promise<void> {
  await failInterrupted(folder).catch((error: unknown) => {
    if (!READ_ONLY.includes(errorCode(error) ?? '')) throw error;
    log('warn', `${folder} cannot be written, so archives that were interrupted there still seem in work`);
  });
}

async function roomOptions(
  lakes: readonly ServedLake[],
  options: QueryServerOptions & { more: readonly Endpoint[] },
  log: Log,
): Promise<QueryRoomOptions> {
  const { authOff = false, rateLimit, legacyKeys, budget, more, environmentKeys = '' } = options;
  const folder = options.dataDir ?? join(lakes[0].lake.path, 'server');
  const keys = keySource(folder, apiKeysOf(environmentKeys));
  if (!authOff && keys().length === 0) {
    log(
      'warn',
      'there is no API key, so every ledger query is refused: make one with `ledgerlake keys create`, or serve with --auth off',
    );
  }
  const secret = await readSecret(folder).catch((error: unknown) => {
    if (options.dataDir !== undefined || !READ_ONLY.includes(errorCode(error) ?? '')) throw error;
    log('warn', `${folder} cannot be written, so cursors last as long as this server: name a folder with --data-dir`);
    return readSecret(undefined);
  });
  return { lakes, secret, log, legacyKeys, more, budget, rateLimitPerMinute: rateLimit, ...(!authOff && { keys }) };
}

/** Codes of what is to be written on a mount that is read-only, or in a folder of others. */
const READ_ONLY = ['EROFS', 'EACCES'];

/** Names of networks in paths, by passphrase. */
const NAMES = new Map<string, string>([
  [passphrases.pubnet, 'mainnet'],
  [passphrases.testnet, 'testnet'],
  ['Test SDF Future Network ; October 2022', 'futurenet'],
]);

/** Opens lakes for reading, each under the name of its network; throws UsageError if two have the same name. */
export async function openLakes(
  folders: readonly string[],
  { memory, dataDir, names }: Pick<QueryServerOptions, 'memory' | 'dataDir' | 'names'> = {},
): Promise<ServedLake[]> {
  const lakes: ServedLake[] = [];
  try {
    for (const folder of folders) {
      const index = new LedgerIndex(folder);
      const lake = await openLake(folder, { tables, memoryLimit: memory, index, isStanding: true });
      const network = names?.get(folder) ?? NAMES.get(lake.network) ?? 'local';
      const archives = join(dataDir ?? join(lake.path, 'server'), 'archives', network);
      lakes.push({
        network,
        lake,
        archives,
        statements: new StandingStatements(lake),
        index,
        newest: new NewestIndexed(lake, index),
        cache: new LakeCache(),
      });
      const same = lakes.find((other) => other.lake !== lake && other.network === network);
      if (same)
        throw new UsageError(
          `${folder} and ${same.lake.path} are both of ${network}: ` +
            `serve one of them, or give one a name, as in --lake other=${folder}`,
        );
    }
    return lakes;
  } catch (error) {
    await closeLakes(lakes);
    throw error;
  }
}

/** Closes lakes. */
export async function closeLakes(lakes: readonly ServedLake[]): Promise<void> {
  for (const { statements } of lakes) await statements.close();
}

const SECRET_FILE = 'cursor-secret';
const SECRET_BYTES = 32;

/** Returns what signs cursors: kept in the data folder, so that they outlive the server. */
async function readSecret(folder: string | undefined): Promise<Uint8Array> {
  const made = randomBytes(SECRET_BYTES);
  if (folder === undefined) return made;
  const path = join(folder, SECRET_FILE);
  await removeDrafts(path);
  if (await writeOnce(path, made)) return made;
  const found = await readFile(path);
  if (found.length === SECRET_BYTES) return found;
  // Cut off, it would be a secret that others can guess. Cursors that it signed are refused from now on.
  await rm(path);
  return readSecret(folder);
}
