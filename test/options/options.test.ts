import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkLake,
  compactLake,
  createNetwork,
  decodeFile,
  followStore,
  indexLedgers,
  loadStore,
  open,
  openStore,
  planLoad,
  planPipeline,
  queryText,
  refreshLake,
  repairLake,
  runPipeline,
  simulateLive,
  simulateStore,
  untilBegun,
  validatePipeline,
  writeQuery,
  UsageError,
  type LakeHandle,
  type Store,
} from '../../src/index.ts';
import { temporaryFolder } from '../folder.ts';

const passphrase = 'Options Network ; 2026';
const folder = temporaryFolder();
const source = join(folder, 'store');
let lake: LakeHandle;
let store: Store;
beforeAll(async () => {
  await simulateStore(source, { seed: 'options', passphrase, ledgers: 6 });
  lake = await open(join(folder, 'lake'), { network: passphrase, memory: '500MB' });
  store = await openStore(source);
});
afterAll(async () => {
  store?.close?.();
  await lake?.close();
});

const wrong = '0'.repeat(64);

/** Calls as JavaScript makes them, with options of any value. */
type Call = (options: never) => unknown;
const functions: Record<string, Call> = {
  open: async (options) => open(join(folder, 'other'), options),
  load: async (options) => lake.load(source, options),
  planLoad: async (options) => planLoad(lake.lake, store, options),
  indexLedgers: async (options) => indexLedgers(join(folder, 'indexed'), store, options),
  loadStore: async (options) => loadStore(lake.lake, store, options),
  followStore: async (options) => followStore(lake.lake, store, options),
  openStore: async (options) => openStore(source, options),
  rows: async (options) => lake.rows('select 1', options),
  query: async (options) => lake.query('select 1', options),
  checkLake: async (options) => checkLake(lake.lake, options),
  compactLake: async (options) => compactLake(lake.lake, options),
  refreshLake: async (options) => refreshLake(lake.lake, options),
  repairLake: async (options) => repairLake(join(folder, 'lake'), options),
  createNetwork: async (options) => createNetwork(options),
  simulateStore: async (options) => simulateStore(join(folder, 'simulated'), options),
  simulateLive: async (options) => simulateLive(join(folder, 'live'), options, { signal: AbortSignal.abort() }),
  decodeFile: async (options) => decodeFile(source, options).next(),
  runPipeline: async (options) => runPipeline({} as never, options),
  planPipeline: async (options) => planPipeline({} as never, options),
  validatePipeline: async (options) => validatePipeline('', options),
  untilBegun: async (options) => untilBegun(store, options),
  writeQuery: async (options) => writeQuery(lake.lake, 'select 1', options),
  queryText: async (options) => queryText(lake.lake, 'select 1', options),
};

describe('options', () => {
  it.each([
    [{ buffer: { size: -1 } }, 'the option size of buffer of openStore is -1, expected a whole number, 1 or more'],
    [{ buffer: { sise: 1 } }, 'buffer of openStore has no option "sise", only size, workers, bytes'],
    [
      { policy: { timeoutMs: 'soon' } },
      /^the option timeoutMs of policy of openStore is "soon", expected milliseconds/,
    ],
    [{ cache: { dir: 7 } }, 'the option dir of cache of openStore is 7, expected a text'],
  ])('refuses %j by the member of the object', async (options, message) => {
    await expect(functions.openStore(options as never)).rejects.toThrow(message);
  });

  it.each([
    ['open', 'memory', 'much', 'a size of 64MB or more, such as 500MB or 20GB'],
    ['open', 'memory', '1MB', 'a size of 64MB or more, such as 500MB or 20GB'],
    ['open', 'readOnly', 'no', 'true or false'],
    ['load', 'workers', -1, 'a whole number, 1 to 9999'],
    ['load', 'workers', 1.5, 'a whole number, 1 to 9999'],
    ['load', 'workers', NaN, 'a whole number, 1 to 9999'],
    ['load', 'verify', 'no', 'true or false'],
    ['load', 'verify', null, 'true or false'],
    ['load', 'segmentLedgers', -5, 'a whole number, 1 or more'],
    ['load', 'memoryLimit', 5, 'a size of 64MB or more, such as 500MB or 20GB'],
    ['load', 'anchor', `x:${wrong}`, 'SEQ:HASH, or sequence and hash, a ledger and its hash of 64 hexadecimal digits'],
    ['load', 'anchor', '5:ff', 'SEQ:HASH, or sequence and hash, a ledger and its hash of 64 hexadecimal digits'],
    ['load', 'signal', {}, 'an AbortSignal'],
    ['load', 'onProgress', 1, 'a function'],
    ['loadStore', 'workers', '0', 'a whole number, 1 to 9999'],
    ['followStore', 'compactAfter', 0, 'a whole number, 1 or more'],
    ['openStore', 'region', 5, 'a text'],
    ['rows', 'integers', 'bigints', 'one of bigint, text, number'],
    ['query', 'parameters', 'x', 'an object'],
    ['checkLake', 'names', 'balances', 'a list of texts'],
    ['compactLake', 'threads', 0, 'a whole number, 1 or more'],
    ['refreshLake', 'relations', 7, 'a list of texts'],
    ['repairLake', 'removeUnclaimed', 1, 'true or false'],
    ['createNetwork', 'protocol', 'new', 'a whole number, 1 or more'],
    ['simulateStore', 'ledgers', 0, 'a whole number, 1 or more'],
    ['simulateLive', 'asPublicNetwork', 1, 'true or false'],
    ['decodeFile', 'ledger', 0, 'a ledger, such as 63092982 or 50M'],
    ['runPipeline', 'from', 'middle', 'one of checkpoint, start'],
    ['runPipeline', 'nativeSinks', 'some', 'none, loopback, any, or a list of hosts and CIDRs'],
    ['planPipeline', 'after', -1, 'a whole number, 0 or more'],
    ['validatePipeline', 'knows', true, 'a function'],
    ['untilBegun', 'signal', {}, 'an AbortSignal'],
    ['writeQuery', 'header', 'no', 'true or false'],
    ['queryText', 'limit', 'all', 'a whole number, 0 or more'],
  ])('%s refuses %s %j', async (name, option, value, expected) => {
    const shown = typeof value === 'number' && isNaN(value) ? 'null' : JSON.stringify(value);
    const call = async () => functions[name]({ [option]: value } as never);
    await expect(call).rejects.toThrow(UsageError);
    await expect(call).rejects.toThrow(`the option ${option} of ${name} is ${shown}, expected ${expected}`);
  });

  it.each(Object.keys(functions))('%s refuses an option that there is not', async (name) => {
    await expect(async () => functions[name]({ wrokers: 1 } as never)).rejects.toThrow(
      `${name} has no option "wrokers", only `,
    );
  });

  it('are texts as the command line takes them, too', async () => {
    const report = await lake.load(source, { range: '2:4', workers: '1', segmentLedgers: '2', memoryLimit: '500MB' });
    expect(report).toMatchObject({ ledgers: 3, verified: true });
  });

  it('have a definition as a text, not as the bytes of its file', async () => {
    const bytes: unknown = Buffer.from('kind: Pipeline');
    const given = validatePipeline(bytes as string);
    await expect(given).rejects.toThrow(new UsageError('the definition is no text: read its file as UTF-8'));
  });

  it('hold a load to the hash of an anchor, as a text or as an object', async () => {
    const [{ hash }] = await lake.rows<{ hash: string }>(
      'select ledger_hash as hash from history_ledgers where sequence = 4',
    );
    for (const anchor of [`4:${wrong}`, `5:${wrong}`, { sequence: 5, hash: wrong }]) {
      await expect(lake.load(source, { anchor })).rejects.toThrow(/^.*anchor/);
    }
    expect(await lake.load(source, { anchor: `4:${hash.toUpperCase()}` })).toMatchObject({ anchored: true });
  });
});
