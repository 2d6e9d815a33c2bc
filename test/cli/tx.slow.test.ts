import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { ledgerlake, sample } from './command.ts';

const dir = temporaryFolder();
const lake = join(dir, 'lake');
let hash = '';
beforeAll(async () => {
  await ledgerlake('ingest', sample, '--lake', lake, '--range', '2:40');
  const sql = `select transaction_hash from semantic.explained_transactions where reason like 'too few offers%' limit 1`;
  const { stdout } = await ledgerlake('query', '--lake', lake, sql, '--format', 'csv');
  hash = stdout.split('\n')[1].trim();
});

const tx = (...words: string[]) => ledgerlake('tx', '--lake', lake, ...words);

describe.concurrent('tx', () => {
  it('explains a failed path payment, and why it failed', async () => {
    const { code, stdout, stderr } = await tx(hash);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [sentence, , transaction] = stdout.split('\n');
    expect(sentence).toMatch(/^Failed.*: path payment of .*: too few offers (for|to turn) [\d.,]+ \w+/);
    expect(transaction).toBe(`transaction  ${hash}`);
    expect(stdout).toMatch(/^result {7}failed: too few offers /m);
    expect(stdout).toMatch(
      /\nOperations\n {2}1\. .*\n(.*\n)*\nFees\n {2}[\d.]+ XLM paid by G.{3}\.{3}.{4}, at most [\d.]+ XLM\n/,
    );
    expect(stdout).toMatch(/\nBalances\n.* XLM \(fee\)\n/);
    expect(stdout).toMatch(
      /\nState changes\n {2}fee: updated account G.{3}\.{3}.{4}: balance\n {2}before the operations: updated account /,
    );
  });

  it('has the alias explain, a prefix for the hash, and JSON with the same sentence', async () => {
    const [text, alias, json] = await Promise.all([
      tx(hash),
      ledgerlake('explain', hash.slice(0, 10), '--lake', lake),
      tx(hash.slice(0, 10), '--format', 'json'),
    ]);
    expect(alias).toMatchObject({ code: 0, stdout: text.stdout });
    const found = JSON.parse(json.stdout) as { sentence: string; transaction_hash: string };
    expect(found).toMatchObject({ sentence: text.stdout.split('\n')[0], transaction_hash: hash });
  });

  it('prints whole addresses with --full', async () => {
    const { stdout } = await tx(hash, '--full');
    expect(stdout).toMatch(/\nFees\n.* paid by G[A-Z2-7]{55},/);
  });

  it('says which ledgers it looked at', async () => {
    expect(await tx('0'.repeat(64))).toMatchObject({
      code: 1,
      stderr: `error: the lake ${lake} has no transaction ${'0'.repeat(64)}: it has ledgers 2-40\n`,
    });
  });

  it.each([
    [['zz'], '"zz" is not a transaction hash: expected 64 hexadecimal digits, or the first ones'],
    [['abcde'], 'the hash "abcde" has 5 digits; give 6 of its digits or more'],
    [['0'.repeat(64), '--format', 'csv'], 'unknown format "csv", expected one of text, json'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await tx(...words);
    expect({ code, first: stderr.split('\n')[0] }).toEqual({ code: 2, first: `error: ${message}` });
  });

  it('is in the help under both names', async () => {
    const help = await ledgerlake('help', 'explain');
    expect(help.stdout).toMatch(/^Usage: ledgerlake tx \[options\] <hash>\n/);
    expect((await ledgerlake('--help')).stdout).toMatch(/^ {2}tx \[options\] +explain a transaction in words$/m);
  });
});
