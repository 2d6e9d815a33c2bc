/** A disk as a crash may leave it: names and contents that are seen, and those that are sure. */

/** What was done to a file or folder, by its path in the root. */
export type Event =
  | { kind: 'content'; path: string; hash: string }
  | { kind: 'rename' | 'link'; from?: string | undefined; path: string; hash: string }
  | { kind: 'sync' | 'folder' | 'rm' | 'mkdir'; path: string };

interface Inode {
  isFolder?: boolean;
  /** The hash of what a reader sees. */
  seen: string;
  /** The hash of what a power cut leaves; undefined for a file that was never synced. */
  sure?: string | undefined;
}

type Names = Map<string, Inode>;

/** Names that change together, in the folders that hold them. */
interface Change {
  folders: readonly string[];
  names: readonly (readonly [path: string, inode: Inode | undefined])[];
}

/** What a file holds after a crash: the hash of a content, or pages of it among those of another. */
export type Left = string | { of: string | undefined; over: string | undefined; seed: number };

/** The files that a crash leaves. */
export type State = ReadonlyMap<string, Left>;

export class Disk {
  readonly #seen: Names = new Map();
  readonly #sure: Names = new Map();
  /** Changes of names whose folders were not synced, in their order. */
  #open: Change[] = [];

  /** Begins with files that are sure. */
  constructor(files: ReadonlyMap<string, string>, folders: readonly string[]) {
    const inodes: [string, Inode][] = [
      ...folders.map((path): [string, Inode] => [path, { isFolder: true, seen: '', sure: '' }]),
      ...Array.from(files, ([path, hash]): [string, Inode] => [path, { seen: hash, sure: hash }]),
    ];
    for (const [path, inode] of inodes) {
      this.#seen.set(path, inode);
      this.#sure.set(path, inode);
    }
  }

  /** Returns whether anything is another than before. */
  apply(event: Event): boolean {
    const { path } = event;
    const inode = this.#seen.get(path);
    switch (event.kind) {
      case 'content':
        if (!inode) this.#change([[path, { seen: event.hash }]]);
        else if (inode.seen === event.hash) return false;
        else inode.seen = event.hash;
        return true;
      case 'sync':
        if (!inode || inode.sure === inode.seen) return false;
        inode.sure = inode.seen;
        return true;
      case 'mkdir':
        return this.#make(path);
      case 'rename':
        return this.#rename(event.from, path, event.hash);
      case 'link':
        this.#change([[path, this.#inodeOf(event.from, event.hash)]]);
        return true;
      case 'rm':
        return this.#remove(path);
      case 'folder':
        return this.#syncFolder(path);
    }
  }

  #make(path: string): boolean {
    if (path === '' || this.#seen.has(path)) return false;
    this.#make(folderOf(path));
    this.#change([[path, { isFolder: true, seen: '', sure: '' }]]);
    return true;
  }

  /** Returns the file of a name, which others than the recorded calls may have written; what comes from elsewhere is sure. */
  #inodeOf(path: string | undefined, hash: string): Inode {
    if (path === undefined) return { seen: hash, sure: hash };
    const inode = this.#seen.get(path) ?? { seen: hash };
    inode.seen = hash;
    return inode;
  }

  #rename(from: string | undefined, to: string, hash: string): boolean {
    if (from === undefined || !this.#seen.get(from)?.isFolder) {
      const gone = from === undefined ? [] : [[from, undefined] as const];
      this.#change([...gone, [to, this.#inodeOf(from, hash)]]);
      return true;
    }
    const below = [...this.#seen].filter(([path]) => path === from || path.startsWith(`${from}/`));
    this.#change(
      below.flatMap(([path, inode]) => [[path, undefined] as const, [to + path.slice(from.length), inode] as const]),
    );
    return true;
  }

  #remove(path: string): boolean {
    const gone = [...this.#seen.keys()].filter((name) => name === path || name.startsWith(`${path}/`));
    for (const name of gone) this.#change([[name, undefined]]);
    return gone.length > 0;
  }

  #change(names: Change['names']): void {
    applyTo(this.#seen, names);
    this.#open.push({ folders: [...new Set(names.map(([path]) => folderOf(path)))], names });
  }

  #syncFolder(folder: string): boolean {
    const ready = this.#open.filter(({ folders }) => folders.includes(folder));
    for (const { names } of ready) applyTo(this.#sure, names);
    this.#open = this.#open.filter((change) => !ready.includes(change));
    return ready.length > 0;
  }

  /** Returns what is there after `kill -9`: all that was seen. */
  killed(): State {
    return stateOf(this.#seen, ({ seen }) => seen);
  }

  /** Returns what is there after a power cut that left only what is sure. */
  least(): State {
    return stateOf(this.#sure, ({ sure }) => sure ?? EMPTY);
  }

  /** Returns what a power cut may leave: of each folder some of its last changes, of each file old, new or torn contents. */
  cut(random: () => number): State {
    const names = new Map(this.#sure);
    const left = new Map<string, number>();
    for (const { folders } of this.#open) {
      for (const folder of folders) left.set(folder, (left.get(folder) ?? 0) + 1);
    }
    for (const [folder, count] of left) left.set(folder, Math.floor(random() * (count + 1)));
    for (const { folders, names: changed } of this.#open) {
      const isLeft = folders.some((folder) => left.get(folder)! > 0);
      for (const folder of folders) left.set(folder, left.get(folder)! - 1);
      if (isLeft) applyTo(names, changed);
    }
    return stateOf(names, ({ seen, sure }) => {
      if (seen === sure) return seen;
      const chance = random();
      if (chance < 0.3) return seen;
      return chance < 0.5 ? (sure ?? EMPTY) : { of: seen, over: sure, seed: Math.floor(random() * 2 ** 32) };
    });
  }
}

/** Stands for a content of no bytes. */
export const EMPTY = '';

function applyTo(all: Names, names: Change['names']): void {
  for (const [path, inode] of names) {
    if (inode) all.set(path, inode);
    else all.delete(path);
  }
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** A file whose folder has no name is not there. */
function stateOf(names: Names, leftOf: (inode: Inode) => Left): State {
  const files = new Map<string, Left>();
  for (const [path, inode] of names) {
    let folder = folderOf(path);
    while (folder !== '' && names.get(folder)?.isFolder) folder = folderOf(folder);
    if (folder === '' && !inode.isFolder) files.set(path, leftOf(inode));
  }
  return files;
}
