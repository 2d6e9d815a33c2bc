/** Secrets of teams: one file each, named by the hash of team and path, with an encrypted value. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exists, makeDurableFolder, syncFolder } from '../../core/folders.ts';
import { writeDurably } from '../../lake/disk/files.ts';
import { sealedText, unsealed } from '../../lake/disk/sealed.ts';
import { errorCode, messageOf } from '../../core/system-errors.ts';
import { Turns } from '../../core/turns.ts';
import type { Vault } from './vault.ts';

/** What answers show of a secret: never its value. */
export interface SecretEntry {
  path: string;
  description?: string;
  created_at: string;
  updated_at: string;
}

interface KeptSecret extends SecretEntry {
  team: string;
  sealed: string;
}

/** Returns whether a text can be the path of a secret: segments joined by slashes. */
function isSecretPath(path: string): boolean {
  return path.length <= 256 && /^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)*$/.test(path) && !/(^|\/)\.\.?(\/|$)/.test(path);
}

/** What a client gives of a secret. */
export interface GivenSecret {
  path: string;
  value: string;
  description?: string;
}

const MOST_BYTES = 64 * 1024;
const MOST_LETTERS = 1000;

/** Returns what is wrong with a secret; undefined of a good one. */
export function secretFault({ path, value, description = '' }: GivenSecret): string | undefined {
  const rule = '1 to 256 letters, digits, _, . and -, in segments between slashes';
  if (!isSecretPath(path)) return `invalid path: must be ${rule}`;
  if (Buffer.byteLength(value) > MOST_BYTES) return 'invalid value: must have at most 64 KiB';
  return description.length > MOST_LETTERS ? 'invalid description: must be a text of at most 1000 letters' : undefined;
}

/** The secrets below a folder. Each look-up reads the file, so a server sees what a command wrote beside it. */
export class SecretStore {
  readonly #folder: string;
  readonly #vault: Vault;
  readonly #onDamage: (message: string) => void;
  readonly #turns = new Turns();
  /** What was said of damaged files: each once. */
  readonly #said = new Set<string>();

  private constructor(folder: string, vault: Vault, onDamage: (message: string) => void) {
    this.#folder = folder;
    this.#vault = vault;
    this.#onDamage = onDamage;
  }

  /** Opens the secrets of a folder; `onDamage` gets files that are not secrets. */
  static async open(folder: string, vault: Vault, onDamage: (message: string) => void): Promise<SecretStore> {
    await makeDurableFolder(folder);
    const store = new SecretStore(folder, vault, onDamage);
    store.#all();
    return store;
  }

  /** Keeps a value, durably when this resolves, and tells whether it is a new one. */
  async set(
    team: string,
    { path, value, description }: GivenSecret,
    now: string,
  ): Promise<{ action: 'created' | 'updated'; entry: SecretEntry }> {
    const place = placeOf(team, path);
    return this.#turns.take(place, async () => {
      const before = this.#read(this.#file(place));
      const about = description ?? before?.description;
      const times = { created_at: before?.created_at ?? now, updated_at: now };
      const kept = { team, path, ...(about !== undefined && { description: about }), ...times };
      const sealed = { ...kept, sealed: this.#vault.seal(value, place) };
      await writeDurably(this.#file(place), sealedText(sealed), 0o600);
      return { action: before ? 'updated' : 'created', entry: entryOf(sealed) };
    });
  }

  /** Returns what is known of a secret. */
  get(team: string, path: string): SecretEntry | undefined {
    const kept = this.#read(this.#file(placeOf(team, path)));
    return kept && entryOf(kept);
  }

  /** Returns the secrets of a team whose path begins so, by path. */
  list(team: string, prefix = ''): SecretEntry[] {
    const found = this.#all().filter((kept) => kept.team === team && kept.path.startsWith(prefix));
    return found.map(entryOf).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Removes a secret, also a damaged one; false where there is none. */
  async remove(team: string, path: string): Promise<boolean> {
    const place = placeOf(team, path);
    return this.#turns.take(place, async () => {
      if (!(await exists(this.#file(place)))) return false;
      await rm(this.#file(place), { force: true });
      await syncFolder(this.#folder);
      return true;
    });
  }

  /** Returns the value of a secret: for a run, never for an answer. */
  value(team: string, path: string): string | undefined {
    const place = placeOf(team, path);
    const kept = this.#read(this.#file(place));
    return kept && this.#vault.open(kept.sealed, place);
  }

  #all(): KeptSecret[] {
    const names = readdirSync(this.#folder).filter((name) => name.endsWith('.json'));
    return names.flatMap((name) => this.#read(join(this.#folder, name)) ?? []);
  }

  /** Returns the secret in a file, which it can open; undefined where there is none. */
  #read(file: string): KeptSecret | undefined {
    try {
      const kept = unsealed(readFileSync(file, 'utf8')) as KeptSecret | undefined;
      if (!kept) throw new Error('its SHA-256 does not match its text');
      const place = placeOf(kept.team, kept.path);
      if (file !== this.#file(place)) throw new Error('it is a copy of the file of another secret');
      this.#vault.open(kept.sealed, place);
      return kept;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') this.#say(`a secret in ${file} cannot be used: ${messageOf(error)}`);
      return undefined;
    }
  }

  #say(damage: string): void {
    if (this.#said.has(damage)) return;
    this.#said.add(damage);
    this.#onDamage(damage);
  }

  #file(place: string): string {
    return join(this.#folder, `${hash('sha256', place).slice(0, 32)}.json`);
  }
}

function placeOf(team: string, path: string): string {
  return `secret\0${team}\0${path}`;
}

function entryOf({ path, description, created_at, updated_at }: KeptSecret): SecretEntry {
  return { path, ...(description !== undefined && { description }), created_at, updated_at };
}
