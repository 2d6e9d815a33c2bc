/** The secrets in the data folder of a server, for the command line. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LedgerlakeError, UsageError } from '../../core/errors.ts';
import { parseSecretKey, readSecretKey } from '../../pipelines/store/secret-key.ts';
import { secretFault, SecretStore, type GivenSecret } from '../../pipelines/store/secret-store.ts';
import { Vault } from '../../pipelines/store/vault.ts';

/** Where secrets are, and under which key. */
export interface SecretFolder {
  dataDir: string;
  /** The key as text, before any file. */
  secretKey?: string;
  /** By default `secret.key` in the data folder. */
  secretKeyFile?: string;
  /** Told of files that are not secrets. */
  onDamage: (message: string) => void;
}

/** Returns the secrets of a data folder; undefined where none was ever set. Throws LedgerlakeError if there is no such folder. */
export async function existingSecrets(folder: SecretFolder): Promise<SecretStore | undefined> {
  const { dataDir } = folder;
  if (await isFolder(join(dataDir, 'secrets'))) return openSecrets(folder);
  if (await isFolder(dataDir)) return undefined;
  throw new LedgerlakeError(`no data folder at ${dataDir}; --data-dir names that of the server`, { file: dataDir });
}

/** Returns the secrets of a data folder, which is made if it is missing. Throws UsageError for a key that cannot be read. */
export async function openSecrets({ dataDir, secretKey, secretKeyFile, onDamage }: SecretFolder): Promise<SecretStore> {
  const key = secretKey
    ? parseSecretKey(secretKey, 'LEDGERLAKE_SECRET_KEY')
    : await readSecretKey(secretKeyFile ?? join(dataDir, 'secret.key'));
  return SecretStore.open(join(dataDir, 'secrets'), new Vault(key), onDamage);
}

/** Throws UsageError for a secret that cannot be stored. */
export function checkSecret(given: GivenSecret): void {
  const fault = secretFault(given);
  if (fault !== undefined) throw new UsageError(fault);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
