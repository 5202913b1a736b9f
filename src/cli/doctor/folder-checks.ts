import { type Stats, statfsSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../ground/config/config.ts';
import { secretPath } from '../../ground/machine/secrets.ts';
import { closedBits } from '../../storage/modes.ts';
import { expect, type Finding, failed, ok, warning } from './check.ts';

/** Of the configuration. */
export type Folders = Pick<Config, 'dataDir' | 's3' | 'databaseUrl' | 'diskReserveBytes'>;

/** Where root keeps the database elsewhere, it is on another disk. */
function databaseFolder(dataDir: string): string {
  const folder = join(dataDir, 'postgres');
  return statSync(folder, { throwIfNoEntry: false }) ? folder : dataDir;
}

/** Looks at DATA_DIR: whether it can be written to, its space, and what other users of the machine may read of it. */
export async function checkFolders({
  dataDir,
  s3,
  databaseUrl,
  diskReserveBytes,
}: Folders): Promise<Finding[]> {
  const own = await checkFolder(dataDir);
  const files = s3 ? [] : await checkFiles(join(dataDir, 'files'));
  const space = databaseUrl
    ? checkSpace(dataDir, 0)
    : checkSpace(databaseFolder(dataDir), diskReserveBytes);
  return [own, ...(space ? [space] : []), ...files, checkSecrets(dataDir)];
}

/** DATA_DIR is made when it is not there, as the server does. */
async function checkFolder(dataDir: string): Promise<Finding> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    return failed(
      'storage folder',
      (error as Error).message,
      'Set DATA_DIR to a folder that this user may make.',
    );
  }
  return checkWritable('storage folder', dataDir);
}

/** The folder of files is left to the server to make, as the user that it runs as. */
async function checkFiles(folder: string): Promise<Finding[]> {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return [];
  const incoming = join(folder, '.incoming');
  const isTarget = statSync(incoming, { throwIfNoEntry: false }) !== undefined;
  const inside = await checkWritable('files', folder);
  const first =
    inside.status === 'ok' && isTarget ? await checkWritable('files', incoming) : inside;
  return [first.status === 'ok' ? inside : first, checkModes(folder, found)];
}

async function checkWritable(name: string, folder: string): Promise<Finding> {
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    // Bytes as well: a disk that is full still takes names.
    await writeFile(probe, Buffer.alloc(4096));
    return ok(name, folder);
  } catch (error) {
    return failed(
      name,
      `cannot be written to: ${(error as Error).message}`,
      toWrite(folder, error as NodeJS.ErrnoException),
    );
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

/** The command that lets this user write there, and a way around it. */
function toWrite(folder: string, { code }: NodeJS.ErrnoException): string {
  const elsewhere = 'or set DATA_DIR to another folder.';
  if (code === 'EROFS')
    return `Its file system is mounted read-only: mount it for writing, ${elsewhere}`;
  if (code === 'ENOSPC') return `Make room on its disk, ${elsewhere}`;
  const uid = process.getuid?.();
  if (statSync(folder, { throwIfNoEntry: false })?.uid === uid)
    return `Run: chmod u+rwx ${folder}, ${elsewhere}`;
  return `As root, run: chown -R ${uid} ${folder}, ${elsewhere}`;
}

/** A closed folder denies other users everything below it. */
function checkModes(folder: string, { mode }: Stats): Finding {
  const isOpen = (mode & closedBits(folder)) !== 0;
  return expect(
    !isOpen,
    'rights on files',
    isOpen
      ? `other users of this machine may read ${folder} (mode ${(mode & 0o7777).toString(8)})`
      : 'only their owner',
    warning,
    `Run: chmod ${mode & 0o2000 ? 2770 : 700} ${folder}. The next start also does it, and the daily sweep closes everything below.`,
  );
}

/** @param reserve what the embedded PostgreSQL is left, in bytes: none where it is another one */
function checkSpace(folder: string, reserve: number): Finding | undefined {
  const name = 'free disk space';
  try {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    if (free < reserve)
      return failed(
        name,
        `${Math.floor(free / 2 ** 20)} MB`,
        `Make room on the disk of ${folder}: with less than ${Math.round(reserve / 2 ** 20)} MB (DISK_RESERVE_MB) writes are refused.`,
      );
    const advice = 'Make room: PostgreSQL stops when the disk is full.';
    return expect(free > 2e9, name, `${(free / 1e9).toFixed(1)} GB`, warning, advice);
  } catch {
    // The folder cannot be read, which the check before has reported.
    return undefined;
  }
}

const secrets = ['encryption-key', 'platform-admin-key', 'postgres-superuser', 'postgres-migrator'];

function checkSecrets(dataDir: string): Finding {
  const open = [
    ...secrets.map((name) => secretPath(dataDir, name)),
    join(dataDir, 'first-key'),
  ].filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
  if (open.length === 0) return ok('secret files', 'readable to their owner only');
  return warning('secret files', open.join(', '), `Close them: chmod 600 ${open.join(' ')}`);
}
