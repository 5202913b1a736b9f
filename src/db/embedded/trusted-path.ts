import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OsUser } from './os-user.ts';

/** The groups whose members may become root anyway: root's own, and that of the administrators on macOS. */
const trustedGroups = new Set(process.platform === 'darwin' ? [0, 80] : [0]);
const [groupWrites, othersWrite, sticky] = [0o020, 0o002, 0o1000];

/**
 * Looks for a way in which other users of the machine could exchange a program: it, or a folder on the way to it, belongs
 * to one of them or lets them write.
 * @param user the one that would run it, where that is not this process's own
 * @returns what is wrong and how to mend it
 */
export function pathFault(program: string, user: OsUser | undefined): string | undefined {
  const real = realpathSync(program);
  for (let path = real; ; path = dirname(path)) {
    const fault = entryFault(path, path === real, user);
    if (fault || path === dirname(path)) return fault;
  }
}

/** The same of a folder from which a program loads code, with all that lies there. */
export function folderFault(folder: string, user: OsUser | undefined): string | undefined {
  const fault = pathFault(folder, user);
  if (fault) return fault;
  const real = realpathSync(folder);
  for (const entry of readdirSync(real, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink() && !existsSync(path)) continue;
    const own = entry.isSymbolicLink() ? pathFault(path, user) : entryFault(path, true, user);
    if (own) return own;
  }
  return undefined;
}

/** @param isTarget it is not only on the way, where the owner of an entry alone may exchange it in a sticky folder */
function entryFault(path: string, isTarget: boolean, user: OsUser | undefined): string | undefined {
  const trusted = new Set([0, process.getuid?.() ?? 0, user?.uid ?? 0]);
  const groups = new Set([...trustedGroups, ...ownGroup()]);
  const { uid, gid, mode } = lstatSync(path);
  if (!trusted.has(uid)) return `${path} belongs to another user (id ${uid})`;
  const isSticky = !isTarget && (mode & sticky) !== 0;
  const isOpen = (mode & othersWrite) !== 0 || ((mode & groupWrites) !== 0 && !groups.has(gid));
  return isOpen && !isSticky
    ? `other users may write to ${path}, and so exchange the programs: run chmod go-w ${path}`
    : undefined;
}

/** The group that many systems make for each user, under the number of the user; elsewhere users share their group: staff, users. */
function ownGroup(): number[] {
  const group = process.getgid?.();
  return group !== undefined && group === process.getuid?.() ? [group] : [];
}
