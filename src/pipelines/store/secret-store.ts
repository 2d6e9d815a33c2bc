/** Secrets of teams: one file each, named by the hash of team and path, with an encrypted value. */
import { hash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDurableFolder, syncFolder } from '../../folders.ts';
import { writeDurably } from '../../lake/files.ts';
import { sealedText, unsealed } from '../../lake/sealed.ts';
import { messageOf } from '../../system-errors.ts';
import { Turns } from '../../turns.ts';
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
export function isSecretPath(path: string): boolean {
  return path.length <= 256 && /^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)*$/.test(path) && !/(^|\/)\.\.?(\/|$)/.test(path);
}

/** The secrets below a folder, in memory sealed as on disk. */
export class SecretStore {
  readonly #folder: string;
  readonly #vault: Vault;
  readonly #kept = new Map<string, KeptSecret>();
  readonly #turns = new Turns();

  private constructor(folder: string, vault: Vault) {
    this.#folder = folder;
    this.#vault = vault;
  }

  /** Opens the secrets of a folder; `onDamage` gets files that are not secrets. */
  static async open(folder: string, vault: Vault, onDamage: (message: string) => void): Promise<SecretStore> {
    await makeDurableFolder(folder);
    const store = new SecretStore(folder, vault);
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.json')) continue;
      try {
        const kept = unsealed(await readFile(join(folder, name), 'utf8')) as KeptSecret | undefined;
        if (!kept) throw new Error('its SHA-256 does not match its text');
        vault.open(kept.sealed, placeOf(kept.team, kept.path));
        store.#kept.set(placeOf(kept.team, kept.path), kept);
      } catch (error) {
        onDamage(`a secret in ${join(folder, name)} cannot be used: ${messageOf(error)}`);
      }
    }
    return store;
  }

  /** Keeps a value, durably when this resolves, and tells whether it is a new one. */
  async set(
    team: string,
    { path, value, description }: { path: string; value: string; description?: string },
    now: string,
  ): Promise<{ action: 'created' | 'updated'; entry: SecretEntry }> {
    const place = placeOf(team, path);
    return this.#turns.take(place, async () => {
      const before = this.#kept.get(place);
      const about = description ?? before?.description;
      const times = { created_at: before?.created_at ?? now, updated_at: now };
      const kept = { team, path, ...(about !== undefined && { description: about }), ...times };
      const sealed = { ...kept, sealed: this.#vault.seal(value, place) };
      await writeDurably(this.#file(place), sealedText(sealed), 0o600);
      this.#kept.set(place, sealed);
      return { action: before ? 'updated' : 'created', entry: entryOf(sealed) };
    });
  }

  /** Returns what is known of a secret. */
  get(team: string, path: string): SecretEntry | undefined {
    const kept = this.#kept.get(placeOf(team, path));
    return kept && entryOf(kept);
  }

  /** Returns the secrets of a team whose path begins so, by path. */
  list(team: string, prefix = ''): SecretEntry[] {
    const found = [...this.#kept.values()].filter((kept) => kept.team === team && kept.path.startsWith(prefix));
    return found.map(entryOf).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Removes a secret; false where there is none. */
  async remove(team: string, path: string): Promise<boolean> {
    const place = placeOf(team, path);
    return this.#turns.take(place, async () => {
      if (!this.#kept.has(place)) return false;
      await rm(this.#file(place), { force: true });
      await syncFolder(this.#folder);
      return this.#kept.delete(place);
    });
  }

  /** Returns the value of a secret: for a run, never for an answer. */
  value(team: string, path: string): string | undefined {
    const place = placeOf(team, path);
    const kept = this.#kept.get(place);
    return kept && this.#vault.open(kept.sealed, place);
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
