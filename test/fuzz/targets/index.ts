/** The parts of the program that are fuzzed, by name. Each is made when it is asked for. */
import type { Target } from '../fuzzer.ts';

export const targets: Record<string, () => Promise<Target>> = {
  ledgers: async () => (await import('./ledgers.ts')).ledgers(),
  parquet: async () => (await import('./parquet.ts')).parquet(),
  index: async () => (await import('./index-files.ts')).indexFiles(),
  snapshot: async () => (await import('./snapshot.ts')).snapshotFiles(),
  yaml: async () => (await import('./texts.ts')).definitions(),
  toml: async () => (await import('./texts.ts')).configurations(),
  cursors: async () => (await import('./texts.ts')).cursors(),
  rpc: async () => (await import('./servers.ts')).jsonRpc(),
  rest: async () => (await import('./servers.ts')).rest(),
  sql: async () => (await import('./servers.ts')).sql(),
};
