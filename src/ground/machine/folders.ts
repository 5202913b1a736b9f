import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How often a folder that others remove as empty is made again. */
const maxAttempts = 20;

export const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Makes a folder and syncs its parents: before that, a new name may not survive a crash. */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder))
    await syncFolder(dirname(folder));
}

/** Makes a file in its folder. The folder may be removed at that moment, as it was empty: then it is made again. */
export async function inFolderOf<T>(
  path: string,
  makeFile: () => Promise<T>,
  mode?: number,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      await makeFolder(dirname(path), mode);
      return await makeFile();
    } catch (error) {
      if (!isMissing(error) || attempt === maxAttempts) throw error;
    }
  }
}

/** Gives a file its name, so that a crash of the machine does not take it back. */
export async function renameDurably(from: string, to: string, mode?: number): Promise<void> {
  await inFolderOf(to, () => rename(from, to), mode);
  await syncFolder(dirname(to));
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}
