import { describe, expect, it } from 'vitest';
import { giveBack } from '../../src/core/free-memory.ts';

describe('giveBack(bytes)', () => {
  it('ends all views of the memory', () => {
    const bytes = new Uint8Array(2 * Buffer.poolSize);
    const view = bytes.subarray(8);
    giveBack(bytes.subarray(16, 32));
    expect([bytes.length, view.length]).toEqual([0, 0]);
  });

  it('leaves what Node cut from memory of several', () => {
    const [bytes, other] = [Buffer.from('these'), Buffer.from('others')];
    giveBack(bytes);
    expect([bytes.toString(), other.toString()]).toEqual(['these', 'others']);
  });
});
