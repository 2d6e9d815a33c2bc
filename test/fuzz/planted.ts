/** A target that has a fault behind four conditions, to see whether the fuzzer comes through. */
import type { Target } from './fuzzer.ts';

export const planted: Target = {
  name: 'planted',
  seeds: [new Uint8Array(16)],
  run([first, second, third, fourth]) {
    if (first !== 0x6c) return;
    if (second !== 0x61) return;
    if (third !== 0x6b) return;
    if (fourth !== 0x65) return;
    throw new Error('planted');
  },
};
