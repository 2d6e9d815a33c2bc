/** Paths of files, for engines. */

/** Returns one path that means exactly these: the folder that they share, and what differs in braces. */
export function onePath(paths: readonly string[]): string {
  const folder = commonFolder(paths);
  const names = paths.map((path) => path.slice(folder.length)).join(',');
  return `${folder}${paths.length === 1 ? names : `{${names}}`}`;
}

/** Returns the start of all paths up to the last `/` of it. */
function commonFolder([first, ...others]: readonly string[]): string {
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  // eslint-disable-next-line local/linear-expressions -- a folder of a lake
  while (!others.every((path) => path.startsWith(folder))) folder = folder.replace(/[^/]*\/$/, '');
  return folder;
}
