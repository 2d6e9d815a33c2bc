/** Packages that only some users need: npm does not install them with ledgerlake. */
import { UsageError } from './errors.ts';
import { errorCode } from './system-errors.ts';

/**
 * Returns what `load` imports. Throws a UsageError that names the packages to install when one of them is not there.
 * `what` begins the sentence, such as "buckets on S3".
 */
export async function optional<T>(what: string, packages: readonly string[], load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(`${what} need a package that is not installed: npm install ${packages.join(' ')}`);
  }
}
