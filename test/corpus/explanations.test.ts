/** Transactions of real ledgers in words. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, type LakeHandle } from '../../src/index.ts';
import { corpus, corpusFiles, hasCorpus } from '../corpus.ts';
import { temporaryFolder } from '../folder.ts';

const sets = {
  'pubnet-p26': [join(corpus, 'pubnet-p26/store')],
  'horizon-scenarios/failed_transactions': corpusFiles('horizon-scenarios/failed_transactions', '.xdr.zst'),
  'horizon-scenarios/kahuna': corpusFiles('horizon-scenarios/kahuna', '.xdr.zst'),
};

describe.runIf(hasCorpus).each(Object.entries(sets))('%s', (name, sources) => {
  let lake: LakeHandle;
  beforeAll(async () => {
    lake = await open(temporaryFolder(), { network: name.startsWith('pubnet') ? 'pubnet' : 'testnet' });
    await lake.load(sources);
  });
  afterAll(() => lake.close());

  it('has a sentence for each operation, and a reason for each failure', async () => {
    const [counts] = await lake.rows(`
      select
          count(*) as operations,
          count(*) filter (action is null or sentence is null) as silent,
          count(*) filter (outcome = 'failed') as failed,
          count(*) filter (outcome = 'failed' and reason not like '% %') as unexplained,
          count(*) filter (outcome != 'failed' and reason is not null) as wrong
      from semantic.explained_operations`);
    expect(counts).toMatchObject({ silent: 0n, unexplained: 0n, wrong: 0n });
    expect(Number(counts['operations'])).toBeGreaterThan(0);
    // All operations of kahuna succeed.
    expect(Number(counts['failed']) > 0).toBe(!name.endsWith('kahuna'));
  });

  it('has one sentence for each transaction, with a reason if and only if it failed', async () => {
    const [counts] = await lake.rows(`
      select count(*) as explained, count(*) filter (sentence is null or (reason is null) != successful) as wrong
      from semantic.explained_transactions`);
    const [{ transactions }] = await lake.rows('select count(*) as transactions from history_transactions');
    expect(counts).toEqual({ explained: transactions, wrong: 0n });
  });
});

describe.runIf(hasCorpus)('pubnet-p26', () => {
  it('says why payments and calls failed', async () => {
    const lake = await open(temporaryFolder(), { network: 'pubnet' });
    await lake.load(sets['pubnet-p26']);
    const offers = await lake.explain('a3556af28a82bdf7a64b7bfd41b076e6373975130c9ac9051a047c15d846bfb3');
    expect(offers.sentence).toBe(
      'Failed: path payment of up to 50.530122 yXLM from GCEE...4EMP for 50.530122 HELIX to GCEE...4EMP: ' +
        'too few offers for 50.530122 HELIX',
    );
    const reasons = await lake.rows(`
      select distinct reason from semantic.explained_operations where type = 24 and outcome = 'failed' order by reason`);
    expect(reasons.map(({ reason }) => reason)).toContain('the call failed: contract error 11');
    expect(reasons.map(({ reason }) => reason)).toContain(
      'the call failed: nonce already exists for address GDLP...JV7I',
    );
    await lake.close();
  });
});
