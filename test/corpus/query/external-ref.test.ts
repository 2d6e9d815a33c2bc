/** A contract whose code another one names (CAP-85), of stellar-core's tests. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { withResult } from '../../../src/lake/asking/query/query.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { queryRoom, type QueryRoomOptions } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { decompress } from '../../../src/ledger/compression.ts';
import { readFrames } from '../../../src/ledger/frames.ts';
import { ScAddressType, ScValType } from '../../../src/xdr/generated/enums.ts';
import { readKey, strkeyVersion } from '../../../src/xdr/strkey.ts';
import { corpus, hasCorpus } from '../../corpus.ts';
import { temporaryFolder } from '../../folder.ts';
import { words } from '../../make/ledger.ts';
import { readTree, writeTree, type Arm, type Fields, type Tree } from '../../make/xdr-tree.ts';
import { budget, secret } from '../../server/query/sample-server.ts';

const file = join(corpus, 'core-lcm/next__InvokeHostFunctionTests__9de1ea718b77ffa2.xdr.zst');
const passphrase = '(V) (;,,;) (V)';

/** What the instance of the file refers to. */
const owner = 'CAWTT3PRA24RVJAOU4Q6XTYKYQKG53RN7IUAQB64UDBHJHR53636IDI4';
const tag = 'exec ref';
/** Code that the file has. */
const wasmHash = '4b9316721487281d8201e1c6044544400f120253487971e339eb23a465516935';

/**
 * Returns the ledgers of the file, in which the test had made what the owner keeps under the tag without a ledger: here the first entry
 * that has bytes as its key is that. No hash covers changes of entries.
 */
function withTag(): Buffer {
  const bytes = decompress(readFileSync(file), { file });
  let isMade = false;
  const records = [...readFrames(bytes, file)].map(({ start, end }) => {
    const tree = readTree('LedgerCloseMeta', bytes.subarray(start, end));
    if (!isMade) eachData(tree, (data) => !isMade && (isMade = makeTag(data)));
    return writeTree('LedgerCloseMeta', tree);
  });
  return Buffer.concat(records.flatMap((record) => [words(0x80000000 + record.length), record]));
}

/** Makes of a ContractDataEntry with bytes as its key the one of the tag; returns whether it was such a one. */
function makeTag(data: Fields): boolean {
  const { scvBytes, scvExecutableTag } = ScValType;
  if ((data['key'] as Arm).arm !== scvBytes || (data['val'] as Arm).arm !== scvBytes) return false;
  data['contract'] = { arm: ScAddressType.scAddressTypeContract, value: readKey(owner, strkeyVersion.contract)! };
  data['key'] = { arm: scvExecutableTag, value: Buffer.from(tag) };
  data['val'] = { arm: scvBytes, value: Buffer.from(wasmHash, 'hex') };
  return true;
}

/** Calls `visit` with each struct that has a contract, a key and a value. */
function eachData(tree: Tree, visit: (data: Fields) => void): void {
  if (typeof tree !== 'object' || tree === null || tree instanceof Uint8Array) return;
  if (!Array.isArray(tree) && 'contract' in tree && 'key' in tree && 'val' in tree) visit(tree);
  for (const part of Object.values(tree)) eachData(part, visit);
}

describe.skipIf(!hasCorpus)('a contract whose code another one names', () => {
  let lakes: QueryRoomOptions['lakes'] = [];
  let listener: Listener;
  beforeAll(async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'with-tag.xdr'), withTag());
    for (const [name, source] of [
      ['told', join(folder, 'with-tag.xdr')],
      ['untold', file],
    ] as const) {
      const lake = await open(join(folder, name), { network: passphrase });
      await lake.load(source);
      await lake.close();
    }
    const names = new Map(['told', 'untold'].map((name) => [join(folder, name), name]));
    lakes = await openLakes([...names.keys()], { names });
    listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret, budget })]);
  });
  afterAll(async () => {
    await listener?.close();
    await closeLakes(lakes);
  });

  const id = 'CD53JR54JGD6GFCFV6LXBVCS25XLAEOEV7LKAYXUZO3PPQ5VWWQFHZVP';
  const ask = (lake: number, part: string) =>
    fetch(`${listener.url}lake/v1/${lakes[lake].network}/api/v1/silver/contracts/${id}/${part}`);
  const metadata = (lake: number) =>
    withResult(
      lakes[lake].lake,
      `select wasm_hash from silver.contract_metadata where contract_id = '${id}'`,
      {},
      async ({ chunks }) => {
        const found: unknown[][] = [];
        for await (const chunk of chunks()) found.push(...chunk.getRows());
        return found;
      },
    );
  const reference = { type: 'external_ref', executable_owner: owner, executable_tag: tag };

  it('has the interface, the code and the metadata of that', async () => {
    const body = (await (await ask(0, 'interface')).json()) as { interface: { functions: unknown[] } };
    expect(body).toMatchObject({ executable: { ...reference, wasm_hash: wasmHash } });
    expect(body.interface.functions.length).toBeGreaterThan(0);
    const wasm = await ask(0, 'wasm');
    expect([wasm.status, wasm.headers.get('X-Wasm-SHA256')]).toEqual([200, wasmHash]);
    expect(await (await ask(0, 'metadata')).json()).toMatchObject({ wasm_hash: wasmHash });
    expect(await metadata(0)).toEqual([[wasmHash]]);
  });

  it('has none of them where the lake does not know what that keeps', async () => {
    expect(await (await ask(1, 'interface')).json()).toMatchObject({
      executable: reference,
      interface: { functions: [] },
      _meta: { warnings: expect.arrayContaining(['contract code is not in the loaded ledgers']) as unknown },
    });
    expect((await ask(1, 'wasm')).status).toBe(404);
    expect(await metadata(1)).toEqual([[null]]);
  });
});
