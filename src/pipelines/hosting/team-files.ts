/** Which files of the server definitions of a team may name: those of its own folder, and of folders that the server allows. */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { PipelineError } from '../../core/errors.ts';
import { errorCode } from '../../core/system-errors.ts';
import { fieldsOf } from '../definition/config.ts';
import { pathFault } from '../definition/files.ts';
import { below, type Finding } from '../yaml/findings.ts';
import { placeholders } from '../yaml/placeholders.ts';
import type { Validation } from '../definition/validate.ts';
import type { FileAt } from '../sink.ts';
import { runFolder } from './run-files.ts';

/** Returns what places the files of a team: relative paths are below `files` in the folder of its runs. */
export function teamFiles(dataDir: string, team: string, others: readonly string[] = []): FileAt {
  const folder = resolve(runFolder(dataDir, team), 'files');
  const folders = [folder, ...others.map((other) => resolve(other))];
  return (path) => {
    const fault = pathFault(path);
    if (fault !== undefined) throw new PipelineError(fault, { code: 'file_not_permitted' });
    const full = resolve(folder, path);
    const real = path.includes('\0') ? undefined : realPath(full);
    if (real !== undefined && folders.some((one) => isBelow(real, realPath(one) ?? one))) return full;
    const message = `${JSON.stringify(path)} is not in the folder of your team's files; name a relative path, or a folder that the server's --pipeline-files allows`;
    throw new PipelineError(message, { code: 'file_not_permitted' });
  };
}

/** Returns an error for each forbidden file of local components. The start of a run checks files that secrets name. */
export function forbiddenFiles(sound: Validation['sound'], fileAt: FileAt): Finding[] {
  return sound.flatMap(({ path, component, entry: { config }, given }) => {
    if (component?.origin !== 'local') return [];
    return [...fieldsOf(component.config)].flatMap(([name, field]): Finding[] => {
      const value = config[name];
      if (!field['x-file'] || typeof value !== 'string' || placeholders(value).length > 0) return [];
      // Validation has said so.
      if (pathFault(value) !== undefined) return [];
      const message = refusalOf(fileAt, value);
      if (message === undefined) return [];
      const at = given?.entries.get(name)?.value.at;
      return [{ code: 'invalid_config', path: below(`${path}.config`, name), message, ...at, value }];
    });
  });
}

function refusalOf(fileAt: FileAt, path: string): string | undefined {
  try {
    fileAt(path);
    return undefined;
  } catch (error) {
    if (error instanceof PipelineError) return error.message;
    throw error;
  }
}

const isBelow = (path: string, folder: string) => path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

/** Returns a path without symbolic links, of what is there of it; undefined where one leads nowhere. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || isThere(path) || path === dirname(path)) return undefined;
    const parent = realPath(dirname(path));
    return parent === undefined ? undefined : join(parent, basename(path));
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
