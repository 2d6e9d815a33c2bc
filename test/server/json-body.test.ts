/** Bodies of JSON have few values, unless their endpoint takes more. */
import { describe, expect, it } from 'vitest';
import { parseJsonBody } from '../../src/server/http/json-body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('parseJsonBody(bytes, what, most)', () => {
  it('counts values, not what is in texts', () => {
    const list = JSON.stringify(Array.from({ length: 4999 }, (_, i) => i));
    expect(parseJsonBody(bytes(list), 'JSON')).toHaveLength(4999);
    expect(parseJsonBody(bytes(JSON.stringify([',[{"\\'.repeat(5000)])), 'JSON')).toHaveLength(1);
    const longer = bytes(JSON.stringify(Array(6000).fill(0)));
    expect(() => parseJsonBody(longer, 'a JSON object')).toThrow('must be a JSON object of up to 5000 values');
    expect(parseJsonBody(longer, 'JSON', Infinity)).toHaveLength(6000);
  });

  it.each(['', '{', '\xff'])('refuses what is no JSON: %j', (text) => {
    expect(() => parseJsonBody(Buffer.from(text, 'latin1'), 'JSON')).toThrow(/^invalid body: must be JSON$/);
  });
});
