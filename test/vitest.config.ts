import { defineConfig } from 'vitest/config';

const base = { root: import.meta.dirname, testTimeout: 300_000, hookTimeout: 600_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { ...base, name: 'unit', include: ['**/*.test.ts'], exclude: ['corpus/**', 'slow/**', 'stores/**'] } },
      { test: { ...base, name: 'slow', include: ['slow/**/*.test.ts'] } },
      { test: { ...base, name: 'stores', include: ['stores/**/*.test.ts'], globalSetup: ['stores/setup.ts'] } },
      { test: { ...base, name: 'corpus', include: ['corpus/**/*.test.ts'] } },
    ],
  },
});
