import { statSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';

/** Set by an operator on a folder that processes of several users share through its group. */
const setgid = 0o2000;

/**
 * The permission bits that nothing in a folder of files may have: the rights of everyone but their owner. A folder with
 * the setgid bit is shared with its group on purpose.
 */
export function closedBits(folder: string): number {
  const { mode = 0 } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  return mode & setgid ? 0o007 : 0o077;
}

/** Removes rights of other users; files of other users stay as they are. */
export async function close(path: string, mode: number, bits: number): Promise<void> {
  if ((mode & bits) === 0) return;
  await chmod(path, mode & 0o7777 & ~bits).catch(ifPermitted);
}

/** Closes a folder, and with it everything below. @throws EPERM where it belongs to another user */
export async function closeFolder(path: string, bits: number): Promise<void> {
  const found = await stat(path).catch(ifThere);
  if (found && found.mode & bits) await chmod(path, found.mode & 0o7777 & ~bits);
}

function ifPermitted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM' && error.code !== 'ENOENT') throw error;
}

function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
