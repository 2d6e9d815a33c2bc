#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Later starts find the modules compiled: 0.17 s instead of 0.38 s for a command that needs all of them.
enableCompileCache();
const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2));
