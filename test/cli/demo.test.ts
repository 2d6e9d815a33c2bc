import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ledgerlake, root } from './command.ts';

it('the demo answers three questions, and keeps a lake that its next commands read', async () => {
  const text = execFileSync(process.execPath, [join(root, 'src/cli/demo.ts')], { cwd: root, encoding: 'utf8' });
  const lake = /^The lake is kept at (.*)\. Try:$/m.exec(text)![1];
  try {
    const titles = ['Ledgers and transactions per minute', 'Accounts that made the most payments', 'Fees by'];
    for (const title of titles) expect(text).toContain(`\n${title}`);
    const commands = [...text.matchAll(/^ {2}ledgerlake (\w+)/gm)].map(([, name]) => name);
    expect(commands).toEqual(['status', 'query', 'tables', 'export', 'decode']);
    expect(text).toContain(`\n  alias ledgerlake="'${process.execPath}' '${join(root, 'src/cli/main.ts')}'"\n`);
    expect(await ledgerlake('verify', '--lake', lake)).toMatchObject({ code: 0 });
  } finally {
    rmSync(dirname(lake), { recursive: true });
  }
});
