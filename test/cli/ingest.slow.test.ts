import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { finish, firstFile, ledgerlake, passphrase, sample, start } from './command.ts';

describe.concurrent('ingest', () => {
  it('loads a store, and a second time says that all is there', async () => {
    const lake = join(temporaryFolder(), 'lake');
    const first = await ledgerlake('ingest', sample, '--lake', lake);
    expect(first).toMatchObject({ code: 0, stdout: '' });
    const [loaded, written, verified, ...more] = first.stderr.trimEnd().split('\n');
    expect(loaded).toMatch(/^loaded 128 ledgers into .*: [\d,]+ transactions, [\d,]+ operations, [\d,]+ rows$/);
    expect(written).toMatch(/^[\d.]+ kB read, [\d.]+ [kM]B written in 2 segments, [\d.]+ s, \d+ ledgers\/s$/);
    expect(verified).toBe('verified');
    expect(more).toEqual([]);
    expect(await ledgerlake('ingest', sample, '--lake', lake)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `nothing to load: ${lake} has all 128 ledgers already: 2-129\n`,
    });
  });

  it('reads a store whose manifest has another version, and says so', async () => {
    const store = join(temporaryFolder(), 'store');
    cpSync(sample, store, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(store, '.config.json'), 'utf8')) as object;
    writeFileSync(join(store, '.config.json'), JSON.stringify({ ...manifest, version: '0.1.0' }));
    const { code, stderr } = await ledgerlake('ingest', store, '--lake', join(store, 'lake'), '--dry');
    expect(code).toBe(0);
    expect(stderr).toBe(`the .config.json of ${store} has version 0.1.0, known is 1.0: reading on\n`);
  });

  it('finds the modules of its workers compiled the second time', async () => {
    const folder = temporaryFolder();
    const env = { TMPDIR: folder, NODE_COMPILE_CACHE: undefined, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
    const load = (name: string) => {
      const words = ['ingest', join(sample, firstFile), '--lake', join(folder, name), '--network', passphrase];
      return finish(start(words, { env }));
    };
    const accepted = /V8 code cache for ESM \S+\/workers\/decode\.ts was accepted/;
    expect((await load('first')).stderr).not.toMatch(accepted);
    expect((await load('second')).stderr).toMatch(accepted);
  });

  it('prints one object with --json, and nothing else', async () => {
    const lake = join(temporaryFolder(), 'lake');
    const words = ['ingest', sample, '--lake', lake, '--range', '50:+20', '--workers', '1', '--json'];
    const { code, stdout, stderr } = await ledgerlake(...words);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      ledgers: 20,
      transactions: expect.any(Number),
      operations: expect.any(Number),
      rows: expect.objectContaining({ history_ledgers: 20 }),
      bytes_read: expect.any(Number),
      bytes_written: expect.any(Number),
      seconds: expect.any(Number),
      ledgers_per_second: expect.any(Number),
      peak_rss_bytes: expect.any(Number),
      verified: true,
      unverifiable: ['transaction meta', 'changes of upgrades', 'SCP messages', 'evicted keys'],
      skipped: [],
      gaps: [],
      omitted: [],
      segments: 1,
      segments_to_merge: 0,
      compacted: 0,
    });
  });

  it('prints the plan with --dry, and makes nothing', async () => {
    const lake = join(temporaryFolder(), 'lake');
    const words = ['ingest', sample, '--lake', lake, '--range', '95:', '--dry'];
    const { code, stdout, stderr } = await ledgerlake(...words);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.replaceAll(/[\d.]+ kB/g, 'SIZE')).toBe(
      'to load: 35 ledgers from 4 objects (SIZE) in 2 segments\n' +
        '  95-99: 5 ledgers, 1 object, SIZE\n' +
        '  100-129: 30 ledgers, 3 objects, SIZE\n',
    );
    const plan = JSON.parse((await ledgerlake(...words, '--json')).stdout);
    expect(plan).toMatchObject({ ledgers: 35, objects: 4, files: [], skipped: [], gaps: [] });
    expect(existsSync(lake)).toBe(false);
  });

  it('takes the network from --network, else from the lake', async () => {
    const lake = join(temporaryFolder(), 'lake');
    const file = join(sample, firstFile);
    const second = join(sample, 'FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst');
    expect(await ledgerlake('ingest', file, '--lake', lake)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error: which network are these ledgers of\? .* has no \.config\.json; give --network pubnet, testnet, local or "<passphrase>"\n\nusage: /,
      ),
    });
    expect(await ledgerlake('ingest', file, '--lake', lake, '--network', passphrase)).toMatchObject({ code: 0 });
    expect(await ledgerlake('ingest', second, '--lake', lake)).toMatchObject({ code: 0 });
  });

  it('says with --no-verify and --anchor what was checked', async () => {
    const lake = join(temporaryFolder(), 'lake');
    const words = ['ingest', sample, '--lake', lake];
    const bare = await ledgerlake(...words, '--range', '2:9', '--no-verify');
    expect(bare.stderr).toContain('\nnot verified: --no-verify was given\n');
    const { stdout } = await ledgerlake(
      'query',
      '--lake',
      lake,
      'select max(ledger_hash) from history_ledgers where sequence = 9',
      '--format',
      'csv',
    );
    const hash = stdout.split('\n')[1];
    expect((await ledgerlake(...words, '--range', '2:9', '--anchor', `9:${hash}`)).stderr).toMatch(
      /\nthe anchor holds\n$/,
    );
    expect(await ledgerlake(...words, '--range', '2:9', '--anchor', `9:${'0'.repeat(64)}`)).toMatchObject({
      code: 1,
      stderr:
        `error: ${lake}, ledger 9: its hash is ${hash}, but the anchor says ${'0'.repeat(64)}: ` +
        'the anchor is wrong, or the ledger is of another chain (anchor)\n',
    });
  });

  it('loads several stores together, and follows only one', async () => {
    const dir = temporaryFolder();
    const [old, recent] = [join(dir, 'old'), join(dir, 'recent')];
    cpSync(sample, old, { recursive: true });
    cpSync(join(sample, 'FFFFFF9B--100-149'), join(recent, 'FFFFFF9B--100-149'), { recursive: true });
    rmSync(join(old, 'FFFFFF9B--100-149'), { recursive: true });
    const words = ['ingest', old, recent, '--lake', join(dir, 'lake'), '--range', '90:109'];
    const { code, stderr } = await ledgerlake(...words);
    expect([code, stderr.split('\n')[0]]).toEqual([0, expect.stringMatching(/^loaded 20 ledgers into /)]);
    expect((await ledgerlake(...words)).stderr).toMatch(/^nothing to load: .* all 20 ledgers already: 90-109\n$/);
    const follow = await ledgerlake(...words, '--follow');
    expect([follow.code, follow.stderr.split('\n')[0]]).toEqual([
      2,
      `error: --follow takes one store, not ${old} ${recent}`,
    ]);
  });

  it('loads around a gap, and lists it', async () => {
    const dir = temporaryFolder();
    const store = join(dir, 'store');
    cpSync(sample, store, { recursive: true });
    rmSync(join(store, 'FFFFFFCD--50-99/FFFFFFB9--70-79.xdr.zst'));
    const words = ['ingest', store, '--lake', join(dir, 'lake')];
    expect(await ledgerlake(...words, '--range', '60:89')).toMatchObject({
      code: 1,
      stderr:
        'error: ledger object containing sequence 70 is missing: unable to retrieve file: ' +
        'FFFFFFCD--50-99/FFFFFFB9--70-79.xdr.zst: file does not exist\n',
    });
    const { code, stderr } = await ledgerlake(...words, '--range', '60:89', '--allow-gaps');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^loaded 20 ledgers .*\ngaps: 10 ledgers in no object of the store: 70-79\n$/s);
  });

  it.each([
    ['SIGINT', '\nstopping; Ctrl-C again stops at once', 'by Ctrl-C'],
    ['SIGTERM', 'stopping at SIGTERM', 'by SIGTERM'],
    ['SIGHUP', 'stopping at SIGHUP', 'by SIGHUP'],
  ] as const)('ends with code 130 at %s, and leaves no lake without ledgers', async (name, stopping, stopped) => {
    const dir = temporaryFolder();
    const made = once(watch(dir), 'change');
    const words = ['ingest', sample, '--lake', join(dir, 'lake')];
    const child = start(words);
    const finished = finish(child);
    await made;
    child.kill(name);
    const { code, stdout, stderr } = await finished;
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toMatch(new RegExp(`^${stopping}\nstopped (${stopped}|before anything was committed; .*)\n$`));
    expect(readdirSync(dir)).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux').each([
    [getPriority(), Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)],
    [15, 15],
  ])(
    'leaves the processors to others: started at priority %i it loads at %i, what decodes too',
    async (priority, at) => {
      const child = start(['ingest', sample, '--lake', join(temporaryFolder(), 'lake'), '--range', '120:', '--follow']);
      setPriority(child.pid!, priority);
      const finished = finish(child);
      await once(child.stderr, 'data');
      const threads = readdirSync(`/proc/${child.pid}/task`).map((thread) => getPriority(Number(thread)));
      child.kill();
      expect((await finished).code).toBe(0);
      expect([threads[0], Math.max(...threads)]).toEqual([at, at]);
      // V8 starts a few of its own threads with the process.
      expect(threads.filter((each) => each === at).length).toBeGreaterThan(threads.length / 2);
    },
  );

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('follows until %s, and says what it waits for', async (name) => {
    const lake = join(temporaryFolder(), 'lake');
    const child = start(['ingest', sample, '--lake', lake, '--range', '120:', '--follow']);
    const waits = new Promise<void>((resolve) => {
      let said = '';
      child.stderr.on('data', (text) => (said += String(text)).includes('waiting for ledger 130') && resolve());
    });
    const finished = finish(child);
    await waits;
    child.kill(name);
    const { code, stderr } = await finished;
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^ledgers 120-129 \(10 ledgers\), .*\nwaiting for ledger 130; Ctrl-C ends it\n\n?stopping.*\nloaded 10 ledgers /,
    );
  });
});
