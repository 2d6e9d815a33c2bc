import { defineConfig } from 'vitest/config';

const base = {
  root: import.meta.dirname,
  setupFiles: ['setup.ts'],
  testTimeout: 300_000,
  hookTimeout: 600_000,
  // A busy machine takes more than the usual second.
  expect: { poll: { timeout: 60_000 } },
  // V8 loses track of code of WebAssembly where threads begin and end often, and ends the process (nodejs/node#64500):
  // of pages under protection keys, and of wrappers that it makes anew after a thousand calls.
  execArgv: ['--no-memory-protection-keys', '--wasm-wrapper-tiering-budget=1000000000'],
};

const others = ['corpus/**', 'slow/**', 'stores/**', 'console/**'];
/** What takes its time, beside what it is a test of. */
const slow = '**/*.slow.test.ts';
/** What needs a process of its own: it puts a module in the place of another, or measures the process. */
const alone = '**/*.alone.test.ts';
const shared = 'shared-folder.ts';

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...base,
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...others, slow, alone],
          // A quarter of the time would go on modules that each file loads anew.
          isolate: false,
          globalSetup: [shared],
        },
      },
      { test: { ...base, name: 'alone', include: [alone], globalSetup: [shared] } },
      { test: { ...base, name: 'slow', include: ['slow/**/*.test.ts', slow], globalSetup: [shared] } },
      { test: { ...base, name: 'console', include: ['console/**/*.test.ts'], globalSetup: ['console/setup.ts'] } },
      { test: { ...base, name: 'stores', include: ['stores/**/*.test.ts'], globalSetup: [shared, 'stores/setup.ts'] } },
      { test: { ...base, name: 'corpus', include: ['corpus/**/*.test.ts'], globalSetup: [shared] } },
    ],
  },
});
