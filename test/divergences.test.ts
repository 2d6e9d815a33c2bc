import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cells, divergences, divergencesPage } from './divergences.ts';

describe('the list of divergences', () => {
  it('is what the page shows', () => {
    const path = join(import.meta.dirname, '../sql/DIVERGENCES.md');
    if (process.env.UPDATE) writeFileSync(path, divergencesPage());
    expect(existsSync(path) && readFileSync(path, 'utf8')).toBe(divergencesPage());
  });

  it('has each id once, and cells that are short', () => {
    const ids = divergences.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    const all = divergences.flatMap((one) => one.where.flatMap((place) => cells(one, place)));
    expect(all.filter((cell) => cell.split(/\s+/).length > 32 || cell.includes('|') || cell.includes('\n'))).toEqual(
      [],
    );
    const texts = divergences.flatMap(({ theirs, ours, rule }) => [theirs, ours, rule]);
    expect(texts.filter((text) => text.split(/\s+/).length > 25)).toEqual([]);
  });

  it.each(divergences)('describes the rows of $id in words', ({ where }) => {
    expect(where.length).toBeGreaterThan(0);
    expect(where.filter(({ rows, what }) => rows !== undefined && what === undefined)).toEqual([]);
  });

  it.each(divergences)('has a proof of $id', ({ id, proof }) => {
    expect(readFileSync(join(import.meta.dirname, proof), 'utf8')).toContain(`divergence('${id}')`);
  });
});
