/** `scrub.json`: how far the background verification of a lake has come, and the damage that it found. */
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../core/system-errors.ts';
import { removeFiles, writeDurably } from './files.ts';
import { sealedText, unsealed } from './sealed.ts';
import type { Problem } from './snapshot/problem.ts';

/** Its path in a lake. */
export const SCRUB = 'scrub.json';

/** What a scrub found; times are ISO 8601. */
export interface ScrubState {
  /** When the pass in hand, or the last one, began. */
  started: string;
  /** What the pass in hand has verified so far; undefined between passes. */
  position?: ScrubPosition | undefined;
  /** How many bytes this pass has verified. */
  bytes: number;
  /** When the last whole pass ended; undefined before the first. */
  finished?: string;
  /** Damage that was found and not repaired since. */
  damaged: ScrubbedDamage[];
}

/** Segments come first, by ledger, and then other files, by path. */
export interface ScrubPosition {
  /** The last ledger of the last segment that was verified. */
  ledger: number;
  /** The hash of that ledger, as hex; absent before the first. */
  hash?: string;
  /** The last other file that was verified; absent while segments are. */
  path?: string;
}

/** Damage, and when it was found. */
export interface ScrubbedDamage extends Problem {
  at: string;
}

/** Returns the state; undefined if there is none, or it is damaged: the next pass then begins anew. */
export async function readScrubState(lake: string): Promise<ScrubState | undefined> {
  const text = await readFile(join(lake, SCRUB), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  return unsealed(text) as ScrubState | undefined;
}

/** Writes the state durably. */
export async function writeScrubState(lake: string, state: ScrubState): Promise<void> {
  await writeDurably(join(lake, SCRUB), sealedText(state));
}

/** Removes the state: a repair has compared all files. The next pass begins anew. */
export async function removeScrubState(lake: string): Promise<void> {
  await removeFiles(lake, [SCRUB]);
}

/** The damaged files that a scrub found, as queries ask for them: read again when the state has changed. */
export class ScrubbedFiles {
  readonly #path: string;
  #read = '';
  #paths: ReadonlySet<string> = new Set();

  constructor(lake: string) {
    this.#path = join(lake, SCRUB);
  }

  /** Names the state that `paths` is of. */
  get version(): string {
    return this.#read;
  }

  /** Returns the paths of files that a scrub found damaged: 3 us while nothing changes. */
  get paths(): ReadonlySet<string> {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    const state = found ? `${found.ino} ${found.mtimeMs} ${found.size}` : '';
    if (state === this.#read) return this.#paths;
    this.#read = state;
    this.#paths = new Set((found && damagedIn(this.#path))?.map(({ where }) => where));
    return this.#paths;
  }
}

/** Returns the damage that a state lists; undefined if it cannot be read: queries go on with the checks of their own. */
function damagedIn(path: string): ScrubbedDamage[] | undefined {
  try {
    return (unsealed(readFileSync(path, 'utf8')) as ScrubState | undefined)?.damaged;
  } catch {
    return undefined;
  }
}
