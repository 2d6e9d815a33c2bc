import tseslint from 'typescript-eslint';
import { linearExpressions } from './linear-expressions.js';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'src/client/generated/', 'src/xdr/generated/'] },
  ...tseslint.configs.strict,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: `${import.meta.dirname}/..` } },
    rules: {
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['src/**'],
    // These read our own SQL, or messages of DuckDB, which shows 80 letters of a statement.
    ignores: ['disk/file-checks', 'meaning/narrow', 'meaning/sql-files', 'meaning/view-docs'].map(
      (path) => `src/lake/${path}.ts`,
    ),
    plugins: { local: { rules: { 'linear-expressions': linearExpressions } } },
    rules: { 'local/linear-expressions': 'error' },
  },
  {
    files: ['src/**'],
    rules: { 'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true, IIFEs: true }] },
  },
);
