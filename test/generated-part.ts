/** Parts of a README that are made from the code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Compares a part of a file, between comments with its name, with what it should be, or rewrites it with UPDATE=1. */
export function expectPart(path: string, name: string, lines: string[]): void {
  const part = new RegExp(`<!-- ${name} -->\n[^]*?<!-- /${name} -->`);
  const text = `<!-- ${name} -->\n${lines.join('\n')}\n<!-- /${name} -->`;
  const found = readFileSync(path, 'utf8');
  if (process.env.UPDATE)
    writeFileSync(
      path,
      found.replace(part, () => text),
    );
  else expect(part.exec(found)?.[0]).toBe(text);
}
