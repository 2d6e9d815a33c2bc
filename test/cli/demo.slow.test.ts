import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../src/index.ts';
import { questions } from '../../src/cli/demo/questions.ts';
import { finish, ledgerlake, root, start } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-demo-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The part of a text that stands after one heading and before the next. */
function between(text: string, from: string, to: string): string {
  const [, rest] = text.split(from);
  return rest.split(to)[0];
}

describe('demo', () => {
  let text = '';
  let lake = '';
  let report = '';

  beforeAll(async () => {
    const { code, stdout } = await finish(start(['demo'], { env: { TMPDIR: folder } }));
    expect(code).toBe(0);
    text = stdout;
    lake = /^The lake is kept at (.*)\. Try:$/m.exec(text)![1];
    report = fileURLToPath(/^The report, for a browser: (.*)$/m.exec(text)![1]);
  });

  it('loads the sample, checks it, and answers five questions', () => {
    expect(text).toMatch(/^loaded \d+ ledgers into .*$/m);
    expect(text).toMatch(/^10 checks passed: balances, ledger_chain, /m);
    const titles = questions.map(({ title }, i) => `\n${i + 1}. ${title}\n`);
    expect(titles).toHaveLength(5);
    for (const title of titles) expect(between(text, title, '\n\n')).toMatch(/^ {3}\w.*\.$/);
  });

  it('says what the lake says', async () => {
    const { rows, close } = await open(lake, { readOnly: true });
    const [most] = await rows(
      `select "from" as sender, count(*) as n, count(distinct "to") as receivers from token_transfers_raw
       where event_topic = 'transfer' group by "from", asset_key order by n desc, sender limit 1`,
    );
    await close();
    const sender = String(most.sender);
    const said = between(text, 'Who moved what?\n', '\n\n');
    expect(said).toContain(`${sender.slice(0, 4)}...${sender.slice(-4)} sent `);
    expect(said).toContain(`${String(most.n)} transfers to ${String(most.receivers)} receivers`);
  });

  it('says what a transaction did as the lake does', async () => {
    const said = between(text, 'What happens in a transaction?\n', '\n\n');
    const [, start] = /([0-9a-f]{4})\.\.\.[0-9a-f]{4} closed in ledger/.exec(said)!;
    const { rows, close } = await open(lake, { readOnly: true });
    const found = await rows(
      `select sentence from semantic.explained_transactions where starts_with(transaction_hash, '${start}')`,
    );
    await close();
    expect(found.some(({ sentence }) => said.includes(`${String(sentence)}. ${start}...`))).toBe(true);
  });

  it('ends with commands that run', async () => {
    const [alias, ...steps] = [...text.split('. Try:\n\n')[1].matchAll(/^ {2}(.*)$/gm)].map(([, line]) => line);
    expect(alias).toBe(`alias ledgerlake="'${process.execPath}' '${join(root, 'src/cli/main.ts')}'"`);
    const once = steps.filter((line) => !/^ledgerlake (sql|serve) /.test(line));
    expect(once.map((line) => line.split(' ')[1])).toEqual(['status', 'query', 'tables', 'export']);
    for (const line of once) {
      const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain).slice(1);
      expect(await ledgerlake(...words), line).toMatchObject({ code: 0 });
    }
    expect(await ledgerlake('verify', '--lake', lake)).toMatchObject({ code: 0 });
  });

  it('writes a report that holds all it needs', () => {
    const page = readFileSync(report, 'utf8');
    for (const { title } of questions) expect(page).toContain(`</b>${title}</h2>`);
    expect(page).not.toMatch(/<(link|img|iframe|script[^>]+src)\b/);
    expect(page).toContain("default-src 'none'");
    // Scripts end where they say, whatever stands in them.
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    expect(page.length).toBeLessThan(1e6);
  });
});

describe('demo --lake', () => {
  it('says which questions the ledgers of a lake cannot answer', async () => {
    const lake = join(folder, 'lake');
    const network = 'Ledgerlake Sample Network ; 2026';
    const { load, close } = await open(lake, { network });
    await load('data/sample', { range: '2:2' });
    await close();
    const path = join(folder, 'report.html');
    const { code, stdout } = await ledgerlake('demo', '--lake', lake, '--report', path);
    expect(code).toBe(0);
    expect(stdout).not.toContain('ledgerlake ingest');
    for (const said of ['None: these ledgers hold no trade.', 'None: no contract was called in these ledgers.']) {
      expect(stdout).toContain(`   ${said}\n`);
      expect(readFileSync(path, 'utf8')).toContain(`<p>${said}</p>`);
    }
    const again = await ledgerlake('demo', '--lake', lake, '--report', path);
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(`error: ${path} exists; give --force to overwrite it\n`);
  });

  it('says of an empty lake that it is', async () => {
    const lake = join(folder, 'empty');
    await (await open(lake, { network: 'testnet' })).close();
    const path = join(folder, 'nothing.html');
    expect(await ledgerlake('demo', '--lake', lake, '--report', path)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'error: the lake is empty: load ledgers first\n',
    });
    expect(existsSync(path)).toBe(false);
  });
});
