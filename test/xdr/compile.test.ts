import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generated } from './generated.ts';

describe('compile', () => {
  for (const [name, text] of Object.entries(generated)) {
    it(`makes the committed ${name}`, () => {
      const path = new URL(`../../src/xdr/generated/${name}`, import.meta.url);
      if (process.env.UPDATE) writeFileSync(path, text);
      expect(readFileSync(path, 'utf8')).toBe(text);
    });
  }
});
