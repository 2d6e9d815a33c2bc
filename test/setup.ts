/** Runs before each file of tests, in its process, which other files may have had before. */
import { afterAll } from 'vitest';
import { removeFolders } from './folder.ts';

// A hook of a module that files share would be called after the first of them only.
afterAll(removeFolders);
