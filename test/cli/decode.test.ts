import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NEWEST_PROTOCOL } from '../../src/xdr/schema/whole.ts';
import { temporaryFolder } from '../folder.ts';
import { firstFile, ledgerlake, sample } from './command.ts';

const file = join(sample, firstFile);

describe.concurrent('decode', () => {
  it('prints each ledger of a file on a line', async () => {
    const { code, stdout, stderr } = await ledgerlake('decode', file);
    expect([code, stderr]).toEqual([0, '']);
    const sequences = stdout
      .trimEnd()
      .split('\n')
      .map((line) => {
        return JSON.parse(line).v2.ledger_header.header.ledger_seq;
      });
    expect(sequences).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('prints one ledger, indented, of a plain file too', async () => {
    const plain = join(temporaryFolder(), 'plain.xdr');
    writeFileSync(plain, zstdDecompressSync(readFileSync(file)));
    const { stdout } = await ledgerlake('decode', plain, '--ledger', '4', '--pretty');
    expect(stdout).toMatch(/^\{\n {2}"v2": \{\n/);
    expect(JSON.parse(stdout).v2.ledger_header.header.ledger_seq).toBe(4);
  });

  it('says which ledgers a file has', async () => {
    expect(await ledgerlake('decode', file, '--ledger', '10')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `error: ${file} has no ledger 10, it holds ledgers 2 to 9\n`,
    });
  });

  it('prints with --lenient what can be read of a ledger of a newer protocol, and the rest as hex', async () => {
    const path = join(temporaryFolder(), 'newer.xdr');
    const bytes = zstdDecompressSync(readFileSync(file));
    // Of the first ledger, behind the numbers of the batch: version, extension and its fee, hash, the version of the protocol.
    const protocol = bytes.indexOf(Buffer.of(0, 0, 0, 26), 12);
    bytes.writeUInt32BE(NEWEST_PROTOCOL + 1, protocol);
    // Behind the hash of the previous ledger the value: hash of the set, time, no upgrades, the arm.
    const arm = protocol + 4 + 32 + 32 + 8 + 4;
    expect(bytes.readUInt32BE(arm)).toBe(1);
    bytes.writeUInt32BE(99, arm);
    writeFileSync(path, bytes);
    const message =
      `${path}, ledger 2, byte ${arm}, LedgerCloseMeta.v2.ledgerHeader.header.scpValue.ext: StellarValueExt has no arm 99; ` +
      `the ledger is of protocol ${NEWEST_PROTOCOL + 1}, those of protocols 0 to ${NEWEST_PROTOCOL} are read: update ledgerlake`;
    expect(await ledgerlake('decode', path)).toMatchObject({ code: 1, stdout: '', stderr: `error: ${message}\n` });
    const { code, stdout, stderr } = await ledgerlake('decode', path, '--lenient');
    expect([code, stderr]).toEqual([0, `warning: ${message}\n`]);
    const { header } = JSON.parse(stdout).v2.ledger_header;
    expect([header.ledger_version, header.scp_value.upgrades]).toEqual([NEWEST_PROTOCOL + 1, []]);
    expect(header.scp_value.ext).toEqual({ undecoded: bytes.subarray(arm).toString('hex') });
  });

  it('says where bytes are not a ledger', async () => {
    const path = join(temporaryFolder(), 'words.txt');
    writeFileSync(path, 'these are words, not ledgers');
    expect(await ledgerlake('decode', path)).toMatchObject({
      code: 1,
      stderr:
        `error: ${path}, byte 0: the bytes begin with 74686573 65206172 6520776f 7264732c, expected a ` +
        'LedgerCloseMetaBatch, a LedgerCloseMeta of version 0, 1 or 2, or a stream of such in records\n',
    });
  });
});
