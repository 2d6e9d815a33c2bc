/** Every byte of what a server and its pipelines keep, changed: it is refused. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCheckpoint, writeCheckpoint } from '../../src/pipelines/consumers/checkpoint-file.ts';
import { readFileState, writeState } from '../../src/pipelines/consumers/files/state.ts';
import { createKey, readKeys } from '../../src/server/query/keys.ts';
import { temporaryFolder } from '../folder.ts';

/** Changes each byte of a file in turn, and expects that what reads it throws. */
async function expectRefusals(path: string, read: () => unknown, message: RegExp): Promise<void> {
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at++) {
    const flipped = Buffer.from(bytes);
    flipped[at] ^= 1;
    writeFileSync(path, flipped);
    await expect((async () => read())(), `byte ${at}`).rejects.toThrow(message);
  }
  writeFileSync(path, bytes);
  await read();
}

describe('a byte that is another', () => {
  const owner = { folder: join(temporaryFolder(), 'pipeline'), consumer: 'csv' };

  it('is refused in the checkpoint of a consumer', async () => {
    await writeCheckpoint(owner, { kind: 'native', runId: 'r', ledger: 7, hash: 'ab' });
    const read = () => readCheckpoint(owner);
    await expectRefusals(join(owner.folder, 'csv.checkpoint.json'), read, /^csv: .*checkpoint\.json is damaged: /);
  });

  it('is refused in the state of files', async () => {
    await writeState(owner, { checkpoint: undefined, lengths: { 'a.csv': 1024 } });
    const read = () => readFileState({ ...owner, from: 'checkpoint' });
    await expectRefusals(join(owner.folder, 'csv.files.json'), read, /^csv: .*files\.json is damaged: /);
  });

  it('is refused in the list of API keys', async () => {
    const folder = temporaryFolder();
    await createKey(folder, 'laptop', 'team');
    await expectRefusals(
      join(folder, 'api-keys.json'),
      () => readKeys(folder),
      /is damaged, or not a list of API keys/,
    );
  });
});
