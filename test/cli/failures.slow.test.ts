import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFrames } from '../../src/ledger/frames.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { temporaryFolder } from '../folder.ts';
import { finish, firstFile, ledgerlake, passphrase, root, sample, start } from './command.ts';

const testnet = 'Test SDF Network ; September 2015';
const dir = temporaryFolder();
const lake = join(dir, 'lake');
beforeAll(async () => {
  await ledgerlake('ingest', sample, '--lake', lake, '--range', '2:9');
});

/** A copy of the sample in which the bytes of ledgers 50 to 59 are others. */
function storeWith(change: (bytes: Buffer) => Uint8Array): string {
  const store = join(temporaryFolder(), 'store');
  cpSync(sample, store, { recursive: true });
  const path = join(store, bad);
  writeFileSync(path, change(readFileSync(path)));
  return store;
}

const bad = 'FFFFFFCD--50-99/FFFFFFCD--50-59.xdr.zst';

describe.concurrent('a failed ingest ends with code 1 and one message', () => {
  it('names the file and byte where a flipped bit makes other bytes than ledgers, and leaves nothing', async () => {
    let words = '';
    const store = storeWith((bytes) => {
      bytes[0] ^= 1;
      words = bytes.toString('hex', 0, 16).replaceAll(/.{8}(?=.)/g, '$& ');
      return bytes;
    });
    const lake = join(temporaryFolder(), 'lake');
    expect(await ledgerlake('ingest', store, '--lake', lake, '--range', '50:59')).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        `error: ${bad}, byte 0: the bytes begin with ${words}, expected a LedgerCloseMetaBatch, ` +
        'a LedgerCloseMeta of version 0, 1 or 2, or a stream of such in records\n',
    });
    expect(existsSync(lake)).toBe(false);
  });

  it('keeps what was committed before', async () => {
    const store = storeWith((bytes) => bytes.subarray(0, -1));
    const size = readFileSync(join(sample, bad)).length - 1;
    const lake = join(temporaryFolder(), 'lake');
    await ledgerlake('ingest', store, '--lake', lake, '--range', '2:49');
    expect(await ledgerlake('ingest', store, '--lake', lake)).toMatchObject({
      code: 1,
      stderr:
        `error: ${bad}, byte 0: the zstd frame runs past the end of the file, byte ${size}: ` +
        'it is truncated or corrupted\n',
    });
    const { ranges } = JSON.parse((await ledgerlake('status', '--lake', lake, '--json')).stdout);
    expect(ranges[0]).toEqual({ first: 2, last: 49, ledgers: 48 });
  });

  it('names file, ledger, check, found and expected when a hash does not hold', async () => {
    let message = '';
    const store = storeWith((bytes) => {
      const raw = zstdDecompressSync(bytes);
      const [frame] = readFrames(raw, bad);
      const meta = raw.subarray(frame.start, frame.end);
      const { header, hash, headerStart, headerEnd } = readLedger(meta, bad);
      meta[header.feePool + 7] ^= 1;
      const found = createHash('sha256').update(meta.subarray(headerStart, headerEnd)).digest('hex');
      const expected = meta.subarray(hash, hash + 32).toString('hex');
      message = `error: ${bad}, ledger 50: the ledger is damaged: its header hashes to ${found}, but its record says ${expected} (headerHash; --no-verify loads it anyway)`;
      return zstdCompressSync(raw);
    });
    const lake = join(temporaryFolder(), 'lake');
    expect(await ledgerlake('ingest', store, '--lake', lake)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${message}\n`,
    });
  });

  it('asks for the passphrase when transactions have other hashes', async () => {
    const file = join(sample, firstFile);
    const words = ['ingest', file, '--lake', join(temporaryFolder(), 'lake'), '--network', 'testnet'];
    const { code, stderr } = await ledgerlake(...words);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /, ledger 2: no envelope hashes to [0-9a-f]{64}, the transaction of a result: check the passphrase of the network; /,
    );
  });

  it('when the store is of another network than was said', async () => {
    expect(await ledgerlake('ingest', sample, '--lake', lake, '--network', 'testnet')).toMatchObject({
      code: 1,
      stderr:
        `error: ${sample} holds ledgers of "${passphrase}", but "${testnet}" was requested: ` +
        'leave out the network, or give a store of the network that you mean\n',
    });
  });

  it('when the lake is of another network', async () => {
    const file = join(sample, firstFile);
    expect(await ledgerlake('ingest', file, '--lake', lake, '--network', 'testnet')).toMatchObject({
      code: 1,
      stderr: `error: lake ${lake} is of the network "${passphrase}", not "${testnet}": give another folder\n`,
    });
  });

  it('when there is no such store', async () => {
    expect(await ledgerlake('ingest', '/no/store', '--lake', lake)).toMatchObject({
      code: 1,
      stderr: 'error: /no/store: no such file or folder; check the path\n',
    });
  });

  it('names who holds the lake', async () => {
    const held = join(temporaryFolder(), 'lake');
    cpSync(lake, held, { recursive: true });
    const code = `
      import { open } from ${JSON.stringify(join(root, 'src/index.ts'))};
      await open(${JSON.stringify(held)});
      console.log('open');
      setInterval(() => undefined, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(holder.stdout, 'data');
      const { pid, host, command, started } = JSON.parse(readFileSync(join(held, 'locks/writer.json'), 'utf8'));
      expect(pid).toBe(holder.pid);
      const stderr = `error: lake ${held} is held for writing by another process: pid ${pid} on ${host}, ${command}, since ${started}\n`;
      expect(await ledgerlake('ingest', sample, '--lake', held)).toMatchObject({ code: 1, stderr });
    } finally {
      holder.kill('SIGKILL');
    }
  });

  it.skipIf(process.platform === 'win32')('when the lake may not be written', async () => {
    const copy = join(temporaryFolder(), 'lake');
    cpSync(lake, copy, { recursive: true });
    for (const path of [join(copy, '..'), copy]) chmodSync(path, 0o555);
    const nobody = process.getuid?.() === 0 ? 65534 : undefined;
    const child = start(['ingest', sample, '--lake', copy], { uid: nobody });
    expect(await finish(child)).toMatchObject({
      code: 1,
      stderr: `error: lake ${copy} cannot be used: permission denied: allow it to this user, or give another path\n`,
    });
    for (const path of [join(copy, '..'), copy]) chmodSync(path, 0o755);
  });
});
