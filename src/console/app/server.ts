/** The server of this page: what it serves, the network in use, the key, and its clients. */
import { pipelineClient, type PipelineClient } from '../../client/pipelines.ts';
import { queryClient, QueryApiError, type QueryClient } from '../../client/client.ts';

interface Server {
  version: string;
  hasConsole: boolean;
  networks: string[];
  needsKey: boolean;
  hasSql: boolean;
  hasPipelines: boolean;
  hasRpc: boolean;
}

/** What the server said of itself with the page. */
export const server = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=ledgerlake]')!.content) as Server;

/** The key lives in this variable only: a reload forgets it. */
let key: string | undefined;
const listeners = new Set<() => void>();

/** True if the server needs a key and none was given, or the given one was refused. */
export const lacksKey = (): boolean => server.needsKey && key === undefined;

/** Sets or forgets the key. */
export function setKey(text: string | undefined): void {
  key = text;
  reloadAll();
}

/** Asks all parts of the page to load anew. */
export function reloadAll(): void {
  for (const listener of listeners) listener();
}

/** Calls back when all parts load anew, also with another key; returns what ends that. */
export function onReload(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the network that the address names, by default the first. */
export function network(): string {
  const named = new URLSearchParams(location.search).get('network');
  return named !== null && server.networks.includes(named) ? named : (server.networks[0] ?? 'local');
}

/** Returns the path of the REST API of the network in use. */
export const restPath = (): string => `/lake/v1/${network()}`;

/** Returns the header that the key goes into. */
export const keyHeaders = (): Record<string, string> => (key === undefined ? {} : { Authorization: `Api-Key ${key}` });

/** Returns a client of the network in use. */
export const rest = (): QueryClient => queryClient({ base: location.origin + restPath(), key });

/** Returns a client of the pipeline API. */
export const pipelines = (): PipelineClient => pipelineClient({ base: location.origin, key });

/** True if the error says that the key is missing or wrong; the page then asks for one. */
export function isKeyError(error: unknown): boolean {
  return error instanceof QueryApiError && (error.status === 401 || /^(missing|invalid) API key$/.test(error.message));
}
