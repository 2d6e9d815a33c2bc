/** A search shares a page among kinds: pubnet has more tokens, and more assets, than one page holds. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { queryRoom } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import type { ServedLake } from '../../../src/server/query/view.ts';
import { corpus, hasCorpus } from '../../corpus.ts';
import { temporaryFolder } from '../../folder.ts';
import { budget } from '../../server/query/sample-server.ts';

interface Page {
  data: { type: string; id: string }[];
  has_more: boolean;
}

describe.skipIf(!hasCorpus)('/silver/search of a text that many names have', () => {
  let lakes: readonly ServedLake[] = [];
  let listener: Listener;
  beforeAll(async () => {
    const folder = join(temporaryFolder(), 'lake');
    const lake = await open(folder, { network: 'Public Global Stellar Network ; September 2015' });
    await lake.load(join(corpus, 'pubnet-p26/store'));
    await lake.close();
    lakes = await openLakes([folder]);
    listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret: Buffer.alloc(32, 1), budget })]);
  });
  afterAll(async () => {
    await listener?.close();
    await closeLakes(lakes);
  });

  const search = async (asked: string) => {
    const answer = await fetch(`${listener.url}lake/v1/mainnet/api/v1/silver/search?q=us${asked}`);
    const { data, has_more: hasMore } = (await answer.json()) as Page;
    const ofKind = (kind: string) => data.filter(({ type }) => type === kind).map(({ id }) => id);
    return { tokens: ofKind('token'), assets: ofKind('asset'), hasMore };
  };

  it('finds up to ten tokens and up to ten assets, and says that there are more', async () => {
    const all = await search('&limit=100');
    expect([all.tokens.length > 20, all.assets.length > 20, all.hasMore]).toEqual([true, true, false]);
    const first = { tokens: all.tokens.slice(0, 10), assets: all.assets.slice(0, 10), hasMore: true };
    expect(await search('')).toEqual(first);
    expect(await search('&limit=20')).toEqual(first);
  });

  it('finds half of another limit of each, and of one kind alone as many as the limit', async () => {
    const all = await search('&limit=100');
    const half = { tokens: all.tokens.slice(0, 4), assets: all.assets.slice(0, 4), hasMore: true };
    expect(await search('&limit=8')).toEqual(half);
    expect(await search('&type=asset')).toEqual({ tokens: [], assets: all.assets.slice(0, 20), hasMore: true });
    expect(await search('&type=asset&limit=100')).toEqual({ ...all, tokens: [] });
  });
});
