/** A case of the corpus: a few ledgers, loaded into a lake of their own, for SQL and for requests over HTTP. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { checkLake, open, type LakeHandle } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { queryRoom } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import type { ServedLake } from '../../../src/server/query/view.ts';
import { corpus } from '../../corpus.ts';
import { temporaryFolder } from '../../folder.ts';

/** Returns the text of a file of the case's folder. */
const fileOf = (name: string, file: string) => readFileSync(join(corpus, 'cases', name, file), 'utf8');

interface Case {
  name: string;
  network: string;
}

/** Returns the network of a case, or of a folder of `right`, whose networks are in one file. */
function networkOf(name: string): string {
  if (!name.startsWith('right/')) return (JSON.parse(fileOf(name, 'case.json')) as Case).network;
  const cases = JSON.parse(fileOf('right', 'expected.json')) as Case[];
  return cases.find((one) => `right/${one.name}` === name)!.network;
}

/** Opens the case while the tests of a file, or of a group of these, run. */
export function openCase(name: string) {
  const folder = join(temporaryFolder(), 'lake');
  let lake: LakeHandle;
  let lakes: readonly ServedLake[] = [];
  let listener: Listener;
  beforeAll(async () => {
    lake = await open(folder, { network: networkOf(name) });
    await lake.load(join(corpus, 'cases', name, 'ledgers.xdr'));
    lakes = await openLakes([folder]);
    listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret: Buffer.alloc(32, 1) })]);
  });
  afterAll(async () => {
    await listener?.close();
    await closeLakes(lakes);
    await lake?.close();
  });
  return {
    /** Returns the rows of a query. */
    rows: async (sql: string): Promise<unknown[]> => lake.rows(sql),
    /** Returns what each check found. */
    checks: async () => checkLake(lakes[0].lake),
    /** Asks for a path below `/api/v1` and returns the status and the answer, text or JSON. */
    ask: async (path: string, accept = 'application/json'): Promise<{ status: number; body: unknown }> => {
      const answer = await fetch(`${listener.url}lake/v1/local/api/v1${path}`, { headers: { accept } });
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
      return { status: answer.status, body: isJson ? await answer.json() : await answer.text() };
    },
  };
}
