import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { firstFile, ledgerlake, passphrase, sample } from './command.ts';

describe.concurrent('export', () => {
  it('prints the rows that a lake gives, in the same text', async () => {
    const lake = join(temporaryFolder(), 'lake');
    await ledgerlake('ingest', sample, '--lake', lake, '--range', '2:60');
    for (const [table, order] of [
      ['history_ledgers', 'sequence'],
      ['history_transactions', 'id'],
    ] as const) {
      const exported = await ledgerlake('export', sample, '--range', '2:60', '--table', table, '--format', 'csv');
      expect(exported).toMatchObject({ code: 0, stderr: '' });
      const sql = `from ${table} order by ${order}`;
      expect(exported.stdout).toBe((await ledgerlake('query', '--lake', lake, sql, '--format', 'csv')).stdout);
    }
  });

  it('fills the columns of whole XDR with --with-xdr', async () => {
    const words = ['export', sample, '--range', '3', '--table', 'history_transactions'];
    const envelope = (stdout: string) => JSON.parse(stdout.split('\n')[0]).tx_envelope;
    expect(envelope((await ledgerlake(...words)).stdout)).toBe(null);
    expect(envelope((await ledgerlake(...words, '--with-xdr')).stdout)).toMatch(/^AAAA/);
  });

  it('writes several tables to a folder', async () => {
    const folder = join(temporaryFolder(), 'state');
    const words = ['export', sample, '--range', '2:9', '--table', 'accounts', 'trust_lines', '--format', 'parquet'];
    expect(await ledgerlake(...words, '--output', folder)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(readdirSync(folder).sort()).toEqual(['accounts.parquet', 'trust_lines.parquet']);
  });

  it('reads files of a network that is named', async () => {
    const file = join(sample, firstFile);
    const words = ['export', file, '--network', passphrase, '--table', 'history_ledgers', '--format', 'arrow'];
    expect(tableFromIPC((await ledgerlake(...words)).bytes).numRows).toBe(8);
  });

  it('fails for a range that the store lacks, but with --allow-gaps', async () => {
    const words = ['export', sample, '--range', '128:131', '--table', 'history_ledgers', '--format', 'csv'];
    expect(await ledgerlake(...words)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'error: of the ledgers 128-131 the store has only 128-129 (--allow-gaps loads what is there)\n',
    });
    const { code, stdout, stderr } = await ledgerlake(...words, '--allow-gaps');
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 3]);
    expect(stderr).toBe('gaps: 2 ledgers in no object of the store: 130-131\n');
  });

  it('names the tables when there is no such table', async () => {
    expect(await ledgerlake('export', sample, '--table', 'nope')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: no table nope; there are account_data, .*, ttl\n\nusage: /),
    });
  });
});
