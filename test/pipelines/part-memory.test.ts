import { describe, expect, it } from 'vitest';
import { PartMemory, SpareMemory } from '../../src/pipelines/run/part-memory.ts';

const sizes = (memory: readonly ArrayBuffer[]) => memory.map(({ byteLength }) => byteLength);

describe('PartMemory', () => {
  it('takes the least that is large enough, and makes what there is not', () => {
    const memory = new PartMemory([new ArrayBuffer(64), new ArrayBuffer(32), new ArrayBuffer(16)]);
    for (const bytes of [20, 20, 20]) memory.room(bytes);
    expect(sizes(memory.used)).toEqual([32, 64, 32]);
  });

  it('has room for values of every width behind texts of any length', () => {
    const room = new PartMemory([]).room(32);
    const text = room.copy(new Uint8Array([1, 2, 3]));
    const numbers = room.copy(new BigInt64Array([4n, -5n]));
    expect([...text]).toEqual([1, 2, 3]);
    expect([...numbers]).toEqual([4n, -5n]);
    expect(numbers.buffer).toBe(text.buffer);
  });
});

describe('SpareMemory', () => {
  it('gives memory to another when all who read it are done', () => {
    const spare = new SpareMemory();
    const memory = [new ArrayBuffer(8)];
    spare.lend(memory, 2);
    spare.giveBack(memory);
    expect(spare.take()).toEqual([]);
    spare.giveBack(memory);
    expect(spare.take()).toBe(memory);
    expect(spare.take()).toEqual([]);
  });

  it('frees what it keeps without waiting for the garbage collector', () => {
    const spare = new SpareMemory();
    const memory = [new ArrayBuffer(8), new ArrayBuffer(16)];
    spare.lend(memory, 1);
    spare.giveBack(memory);
    spare.free();
    expect(memory.map(({ detached }) => detached)).toEqual([true, true]);
    expect(spare.take()).toEqual([]);
  });
});
