import { defineConfig } from 'vitest/config';

const base = { root: import.meta.dirname, testTimeout: 60_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { ...base, name: 'unit', include: ['**/*.test.ts'], exclude: ['corpus/**', 'slow/**'] } },
      { test: { ...base, name: 'slow', include: ['slow/**/*.test.ts'] } },
      { test: { ...base, name: 'corpus', include: ['corpus/**/*.test.ts'] } },
    ],
  },
});
