/** The history that a node serves, with its index. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../datastore/store.ts';
import { takesDictionaries } from '../../history/events/event-file.ts';
import { EventStore } from '../../history/events/event-store.ts';
import { History } from '../../history/history.ts';
import { KeptStates } from '../../history/kept-states.ts';
import { Lookup } from '../../history/lookup.ts';
import type { Datastore } from '../../history/datastore.ts';
import { ObjectCache } from '../../history/object-cache.ts';
import type { OnRunFault } from '../../history/run-folder.ts';
import { messageOf } from '../../core/system-errors.ts';
import { makeTemporaryFolder } from '../../core/temporary.ts';
import type { Log } from '../http/log.ts';
import type { RpcConfig } from './rpc-config.ts';
import { errorFields } from './errors.ts';

/** In the folder of the index. */
const EVENTS_FOLDER = 'events';
const CACHE_BYTES = 64 * 1024 * 1024;

export interface HistoryOptions {
  config: RpcConfig;
  stores: readonly Store[];
  /** Opens the datastore over the ledgers that are kept in memory. */
  datastore?: (cache: ObjectCache) => Datastore;
  /** Where the index is kept; without it, in a folder that is removed when the history is closed. */
  indexFolder?: string;
  /** How many bytes of ledgers are kept in memory for the next who asks. */
  cacheBytes?: number;
}

export interface OpenedHistory {
  history: History;
  close(): Promise<void>;
}

/** Opens a history; what goes wrong with it later is logged. Throws what opening its stores throws. */
export async function openHistory(options: HistoryOptions, log: Log): Promise<OpenedHistory> {
  const { config, stores, datastore, indexFolder, cacheBytes = CACHE_BYTES } = options;
  const onError = (error: unknown, what: string) =>
    log('error', `cannot ${what}`, { error: messageOf(error), ...errorFields(error) });
  const index = await openIndex(indexFolder, config.keepEvents, onError);
  const cache = new ObjectCache(cacheBytes);
  try {
    const history = await History.open({
      passphrase: config.passphrase,
      stores,
      datastore: datastore?.(cache),
      window: config.retentionWindow,
      lookup: index.lookup,
      events: index.events,
      states: index.states,
      cache,
      onError,
    });
    return { history, close: () => history.close().finally(index.close) };
  } catch (error) {
    index.close();
    throw error;
  }
}

interface OpenedIndex {
  lookup: Lookup;
  events?: EventStore;
  states?: KeptStates;
  close: () => void;
}

/** Opens the index; of many ledgers it is too large for memory, so that it has a folder always. */
async function openIndex(folder: string | undefined, keepEvents: boolean, onFault: OnRunFault): Promise<OpenedIndex> {
  const own = folder === undefined ? await makeTemporaryFolder() : undefined;
  const lookup = new Lookup(folder ?? own, { onFault });
  const events =
    keepEvents && takesDictionaries() ? new EventStore(join(folder ?? own!, EVENTS_FOLDER), onFault) : undefined;
  const states = folder === undefined ? undefined : new KeptStates(folder);
  const close = () => {
    lookup.close();
    events?.close();
    states?.close();
    process.off('exit', close);
    if (own !== undefined) rmSync(own, { recursive: true, force: true });
  };
  process.on('exit', close);
  return { lookup, events, states, close };
}
