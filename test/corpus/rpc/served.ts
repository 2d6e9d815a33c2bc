/** A served history of the corpus, in the settings of a recording. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { objectKey } from '../../../src/datastore/keys.ts';
import { openLedgerStore } from '../../../src/datastore/open.ts';
import { History } from '../../../src/history/history.ts';
import { Lookup } from '../../../src/history/lookup.ts';
import { Datastore } from '../../../src/history/datastore.ts';
import { ObjectCache } from '../../../src/history/object-cache.ts';
import { decompress } from '../../../src/ledger/compression.ts';
import { ledgersIn } from '../../../src/ledger/ledger.ts';
import { listen } from '../../../src/server/http/listener.ts';
import type { RpcConfig } from '../../../src/server/rpc/rpc-config.ts';
import { rpcRoom } from '../../../src/server/rpc/room.ts';
import { createNode } from '../../../src/server/rpc/node.ts';
import { corpus } from '../../corpus.ts';
import { patientConfig } from '../../server/node.ts';

const ahead = { bufferSize: 100, workers: 10, retryLimit: 3, retryWait: 50 };

/** A server on a port of its own. */
export interface Served {
  port: number;
  history: History;
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Folder or files; none for an empty history. */
  sources: string[];
  passphrase: string;
  config?: Partial<RpcConfig>;
  datastore?: { folder: string; ledgersPerFile: number; filesPerPartition: number };
  now?: () => number;
}

export async function serve({ sources, passphrase, config, datastore, now }: ServeOptions): Promise<Served> {
  const settings = { ...patientConfig(passphrase), ...config };
  const cache = new ObjectCache(256 * 1024 * 1024);
  const history = await History.open({
    passphrase,
    stores: sources.length > 0 ? [await openLedgerStore(sources)] : [],
    datastore: datastore && new Datastore(await openLedgerStore([datastore.folder]), datastore, ahead, cache),
    window: settings.retentionWindow,
    lookup: new Lookup(),
    cache,
  });
  const { port, close } = await listen('127.0.0.1:0', [rpcRoom(await createNode(history, settings, { now }))]);
  return {
    port,
    history,
    async close() {
      await close();
      await history.close();
    },
  };
}

const scratch: string[] = [];

/** Returns a folder that `removeScratch` removes. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-rpc-'));
  scratch.push(folder);
  return folder;
}

export function removeScratch(): void {
  for (const folder of scratch.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Returns a store of the last `newest` among the first ledgers of a corpus file or store. */
export function storeOfFirst(path: string, count: number, newest = count): string {
  const folder = scratchFolder();
  const ledgers = [...filesOf(path)].flatMap((file) => {
    const bytes = decompress(readFileSync(file), { file });
    return Array.from(ledgersIn(bytes, file), ({ ledger }) => ledger);
  });
  ledgers.sort((a, b) => a.sequence - b.sequence);
  for (const { bytes, sequence } of ledgers.slice(count - newest, count)) {
    const key = objectKey(sequence, { ledgersPerFile: 1, filesPerPartition: 1 });
    writeFileSync(join(folder, key.replace(/\.zst$/, '')), bytes);
  }
  return folder;
}

function filesOf(path: string): string[] {
  const whole = resolve(corpus, path);
  if (!statSync(whole).isDirectory()) return [whole];
  const names = readdirSync(whole, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.zst')).map((name) => join(whole, name));
}
