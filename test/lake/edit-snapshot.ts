/** Snapshots that say something else, with hashes that hold: what a writer of another mind would write. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealedText, unsealed } from '../../src/lake/disk/sealed.ts';
import { pageFile } from '../../src/lake/disk/snapshot/read-snapshot.ts';
import type { SnapshotHead, SnapshotPage } from '../../src/lake/disk/snapshot/snapshot.ts';

/** Changes the page of a lake's first ledgers, and the head. */
export function editSnapshot(lake: string, edit: (page: SnapshotPage, head: SnapshotHead) => void): void {
  const folder = join(lake, 'snapshots');
  const head = unsealed(readFileSync(join(folder, 'head.json'), 'utf8')) as SnapshotHead;
  const before = join(folder, head.pages[0]);
  const page = JSON.parse(readFileSync(before, 'utf8')) as SnapshotPage;
  edit(page, head);
  const text = JSON.stringify(page);
  head.pages[0] = pageFile(0, head.number, text);
  rmSync(before);
  writeFileSync(join(folder, head.pages[0]), text);
  writeFileSync(join(folder, 'head.json'), sealedText(head));
}
