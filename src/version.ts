/** The version of this program, recorded with every segment that it writes. */
import { readFileSync } from 'node:fs';

const manifest: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Name and version, such as `ledgerlake 0.1.0`. */
export const decoderVersion = `ledgerlake ${manifest.version}`;
