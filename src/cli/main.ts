#!/usr/bin/env node
import './start-up.ts';

const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2));
