/** Both kinds of runs in the index of a lake, as who writes it has them open. */
import { join } from 'node:path';
import { Lookup, LOOKUP_FOLDER } from './lookup.ts';
import type { RunKind } from './run.ts';
import type { OnRunFault } from './run-folder.ts';

/** The index of a lake, open to be added to. */
export class Index implements Record<RunKind, Lookup> {
  readonly rows: Lookup;
  readonly keys: Lookup;

  /** Opens the index in the folder of a lake; throws StoreError as `Lookup` does. */
  constructor(lake: string, onFault?: OnRunFault) {
    const folder = join(lake, LOOKUP_FOLDER);
    this.rows = new Lookup(folder, { kind: 'rows', onFault });
    this.keys = new Lookup(folder, { kind: 'keys', onFault });
  }

  /** Resolves when no files are being merged. */
  async settled(): Promise<void> {
    await this.rows.settled();
    await this.keys.settled();
  }

  /** Puts what is in memory only into the folder, and leaves off merging files. Throws StoreError when that cannot be. */
  async flush(): Promise<void> {
    await this.rows.flush();
    await this.keys.flush();
  }

  /** Lets the files go; what is being merged is left off. */
  close(): void {
    this.rows.close();
    this.keys.close();
  }
}
