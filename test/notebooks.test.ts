import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../data/notebooks');

interface Notebook {
  cells: { cell_type: string; source: string[]; outputs?: unknown[]; execution_count?: number | null }[];
  metadata: Record<string, unknown>;
}

const names = readdirSync(folder).filter((name) => name.endsWith('.ipynb'));

it('has two notebooks', () => {
  expect(names).toEqual(['decode.ipynb', 'sample.ipynb']);
});

describe.each(names)('%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const { cells, metadata } = JSON.parse(text) as Notebook;
  const code = cells.filter(({ cell_type: type }) => type === 'code');

  it('is kept without outputs, and without what a machine wrote into it', () => {
    expect(code.filter(({ outputs, execution_count: n }) => n !== null || outputs?.length !== 0)).toEqual([]);
    expect(metadata).toEqual({
      kernelspec: { display_name: 'Deno', language: 'typescript', name: 'deno' },
      language_info: { name: 'typescript' },
    });
    expect(text).not.toMatch(/\/(?:home|root|tmp|Users)\//);
  });

  it('imports the package and what its folder installs, no file of the clone', () => {
    const imported = code.flatMap(({ source }) =>
      [...source.join('').matchAll(/from '([^']+)'/g)].map(([, from]) => from),
    );
    expect(imported).toContain('ledgerlake');
    const others = imported.filter((from) => !from.startsWith('node:'));
    expect(others.filter((from) => !['ledgerlake', '@observablehq/plot', 'linkedom'].includes(from))).toEqual([]);
  });
});

it('installs the versions that the clone is tested with', () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const text = readFileSync(join(folder, '../../package.json'), 'utf8');
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>;
  expect(readme).toContain(
    `@observablehq/plot@${dependencies['@observablehq/plot']} linkedom@${devDependencies.linkedom}\n`,
  );
});
