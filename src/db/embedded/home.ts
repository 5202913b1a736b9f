import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { EmbeddedError, type OsUser, osUserForPostgres, userCan } from './os-user.ts';

/** Where root puts the database when the user that runs PostgreSQL cannot enter DATA_DIR. */
const libraryFolder = '/var/lib/insula';

export interface Home {
  /** The real folder, owned by `user`; holds the cluster, its log and the lock. */
  path: string;
  user: OsUser | undefined;
}

/**
 * Makes (or finds) the folder of the database: `DATA_DIR/postgres`. Where root hands PostgreSQL to a user that
 * cannot get there (DATA_DIR under /root), the folder lies under /var/lib/insula and `DATA_DIR/postgres` points to it.
 */
export function prepareHome(dataDir: string, log: Logger): Home {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'postgres');
  finishRestore(dataDir);
  if (lstatSync(path, { throwIfNoEntry: false })) return existingHome(path);
  return makeHome(dataDir, path, '', log);
}

/** @param suffix of its name where it has to lie elsewhere */
function makeHome(dataDir: string, path: string, suffix: string, log: Logger): Home {
  const user = osUserForPostgres();
  makeFolder(path, user);
  if (userCan(user, '-x', path)) return { path: realpathSync(path), user };
  rmSync(path, { recursive: true });
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
  const elsewhere = join(libraryFolder, `${name}${suffix}`);
  mkdirSync(libraryFolder, { recursive: true, mode: 0o755 });
  if (existsSync(elsewhere)) {
    // DATA_DIR was removed, and with it the keys of this cluster: start afresh, but destroy nothing.
    const aside = `${elsewhere}.${Date.now()}`;
    renameSync(elsewhere, aside);
    log.warn(
      { folder: aside },
      'DATA_DIR is new: the database it pointed to before has been set aside',
    );
  }
  makeFolder(elsewhere, user);
  symlinkSync(elsewhere, path);
  log.info(
    { folder: elsewhere },
    `user ${user?.name} cannot enter ${dataDir}: the database is kept elsewhere`,
  );
  return { path: elsewhere, user };
}

/** Where a backup is restored, in DATA_DIR. */
export const restoringName = 'postgres.restoring';
/** In the folder of a restore that is complete. */
const restoredMark = 'restored.json';

/** Whether DATA_DIR has a folder of a database. */
export const hasHome = (dataDir: string): boolean =>
  lstatSync(join(dataDir, 'postgres'), { throwIfNoEntry: false }) !== undefined;

/** Whether the folder of the database is a mount of its own, which cannot be set aside. */
export function isHomeMounted(dataDir: string): boolean {
  const home = lstatSync(join(dataDir, 'postgres'));
  return !home.isSymbolicLink() && home.dev !== statSync(dataDir).dev;
}

/** Makes the folder in which a backup is restored: beside the one that is there, and empty. */
export function prepareRestoring(dataDir: string, log: Logger): Home {
  mkdirSync(dataDir, { recursive: true });
  dropRestoring(dataDir);
  return makeHome(dataDir, join(dataDir, restoringName), `.${Date.now()}`, log);
}

/** Removes what a restore that did not come to its end has left. */
export function dropRestoring(dataDir: string): void {
  drop(join(dataDir, restoringName));
}

/** Removes the database of a DATA_DIR that nothing runs on, and what a restore into it has left. */
export function dropHomes(dataDir: string): void {
  for (const path of homesOf(dataDir)) drop(path);
}

/** The folder of the database, and that of a restore that has not come to its end. */
export const homesOf = (dataDir: string): string[] =>
  ['postgres', restoringName].map((name) => join(dataDir, name));

function drop(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && existsSync(path))
    rmSync(realpathSync(path), { recursive: true, force: true });
  rmSync(path, { recursive: true, force: true });
}

/**
 * Puts a restored folder in the place of the one that is there, which is kept. A process that is killed in between leaves
 * neither in place: the next start goes on.
 * @param facts of the restore, kept in it
 * @returns where the old one is now
 */
export function putRestored(dataDir: string, facts: object, now: Date): string | undefined {
  const path = join(dataDir, 'postgres');
  const restoring = join(dataDir, restoringName);
  writeFileSync(join(restoring, restoredMark), `${JSON.stringify(facts)}\n`, { mode: 0o600 });
  let before: string | undefined;
  if (hasHome(dataDir)) {
    before = `${path}.before-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
    renameSync(path, before);
  }
  renameSync(restoring, path);
  return before;
}

function finishRestore(dataDir: string): void {
  if (!hasHome(dataDir) && existsSync(join(dataDir, restoringName, restoredMark)))
    renameSync(join(dataDir, restoringName), join(dataDir, 'postgres'));
}

/** An existing folder belongs to the user who made it; root continues as that user. */
function existingHome(path: string): Home {
  const owner = statSync(path, { throwIfNoEntry: false });
  if (!owner) {
    throw new EmbeddedError(
      `${path} points to a folder that is gone. Restore it, or remove the link to start afresh.`,
    );
  }
  const user =
    process.getuid?.() === 0 && owner.uid !== 0
      ? { name: `with id ${owner.uid}`, uid: owner.uid, gid: owner.gid }
      : osUserForPostgres();
  if (user && owner.uid === 0) chownSync(path, user.uid, user.gid);
  const home = { path: realpathSync(path), user };
  if (userCan(user, '-w', home.path)) return home;
  if (isReadOnly(home.path))
    throw new EmbeddedError(
      `${path} is on a file system that is mounted read-only. Mount it for writing, or choose another DATA_DIR.`,
    );
  const runs = user?.uid ?? process.getuid?.();
  // Its owner was taken away the right, or cannot get there.
  if (runs === owner.uid)
    throw new EmbeddedError(
      `${path} cannot be written to by the user that owns it (id ${owner.uid}). Run: chmod u+rwx ${home.path}; ` +
        'the folders around it must let that user pass (chmod a+x).',
    );
  throw new EmbeddedError(
    `${path} belongs to another user (id ${owner.uid}). Start Insula as that user, or choose another DATA_DIR.`,
  );
}

function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

function makeFolder(path: string, user: OsUser | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  if (user) chownSync(path, user.uid, user.gid);
}
