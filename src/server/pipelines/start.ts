/** From the options of `serve` to the rooms of pipelines. */
import type { NetworkName } from '../../pipelines/definition/definition.ts';
import { PipelineHost } from '../../pipelines/hosting/host.ts';
import { allowedEnvironment } from '../../pipelines/hosting/secrets-in-use.ts';
import { canBeReadAgain, type PipelineSource } from '../../pipelines/run/open-source.ts';
import type { NativeSinks } from '../../pipelines/run/options.ts';
import { purgePipeline } from '../../pipelines/run/purge.ts';
import { runPipeline } from '../../pipelines/run/run.ts';
import { parseSecretKey, readSecretKey } from '../../pipelines/store/secret-key.ts';
import type { Log } from '../http/log.ts';
import { isCall, NO_RPC, type Room } from '../http/room.ts';
import { apiKeysOf, keySource } from '../query/keys.ts';
import type { ServedLake } from '../query/view.ts';
import { pipelineRooms } from './room.ts';

export interface PipelineServerOptions {
  /** `none`: refuse new pipelines with 402. */
  subscription?: 'active' | 'none';
  /** By default those of this machine. */
  nativeSinks?: NativeSinks;
  /** Folders whose files definitions may name, besides `files` in the data folder. */
  fileFolders?: readonly string[];
  /** Names of variables of the environment that definitions may name. */
  secretEnvironment?: readonly string[];
  /** A file with the key of secrets; by default `secret.key` in the data folder. */
  secretKeyFile?: string;
  /** The key of secrets as text, before any file. */
  secretKey?: string;
  /** Go on with what was running when the server ended. */
  resume?: boolean;
}

interface StartOptions extends PipelineServerOptions {
  authOff?: boolean;
  environmentKeys?: string;
  stores: readonly string[];
  lakes: readonly Pick<ServedLake, 'network' | 'lake'>[];
  /** Nothing else is served. */
  isAlone: boolean;
}

/** The rooms of pipelines that run. */
export interface OpenedPipelines {
  rooms: Room[];
  /** Ends the runs at their checkpoints. */
  close(): Promise<void>;
}

/** Opens the pipelines of a data folder and goes on with those that ran. Throws UsageError. */
export async function openPipelines(dataDir: string, options: StartOptions, log: Log): Promise<OpenedPipelines> {
  const { authOff = false, environmentKeys = '', secretEnvironment = [] } = options;
  const { subscription, nativeSinks = 'loopback', fileFolders, resume, secretKey, secretKeyFile } = options;
  const key = await secretKeyOf(secretKey, secretKeyFile);
  const host = await PipelineHost.open({
    dataDir,
    run: runPipeline,
    purge: purgePipeline,
    sourceOf: (network) => sourceOf(network, options),
    environment: allowedEnvironment(secretEnvironment),
    ...(key && { secretKey: key }),
    ...(subscription && { subscription }),
    nativeSinks,
    ...(fileFolders && { fileFolders }),
    ...(resume !== undefined && { resume }),
    onFault: (message) => log('error', message),
    onEvent: (message, fields) => log('warn', message, fields),
  });
  const keys = keySource(dataDir, apiKeysOf(environmentKeys));
  if (!authOff && keys().length === 0) {
    log(
      'warn',
      'there is no API key, so every request about pipelines is refused: make one with `ledgerlake keys create`',
    );
  }
  const rooms = pipelineRooms({ host, log, ...(!authOff && { keys }) });
  return { rooms: [...rooms, ...(options.isAlone ? [elsewhereRoom()] : [])], close: () => host.close() };
}

async function secretKeyOf(text: string | undefined, file: string | undefined): Promise<Uint8Array | undefined> {
  if (text !== undefined && text !== '') return parseSecretKey(text, 'LEDGERLAKE_SECRET_KEY');
  return file === undefined ? undefined : readSecretKey(file);
}

/** A store comes first: what a lake was loaded from may be gone. */
function sourceOf(network: NetworkName, { stores, lakes }: StartOptions): PipelineSource | undefined {
  if (stores[0] !== undefined) return { store: stores[0] };
  const own = lakes.find((served) => served.network === network) ?? lakes.find((served) => served.network === 'local');
  return own && canBeReadAgain(own.lake.path) ? { lake: own.lake.path } : undefined;
}

function elsewhereRoom(): Room {
  return {
    prefix: '',
    add(server) {
      server.get('/health', () => ({ status: 'healthy' }));
      server.setNotFoundHandler((request, reply) =>
        reply.code(404).send({ error: isCall(request) ? NO_RPC : 'not found' }),
      );
    },
  };
}
