import { statfsSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { secretPath } from '../process/secrets.ts';
import { storageOf } from '../storage/open.ts';
import { expect, type Finding, failed, ok, warning } from './check.ts';

/** Looks at this machine: the Node, the folder, its space, its secrets. */
export async function checkMachine(config: Config): Promise<Finding[]> {
  return [
    expect(
      Number.parseInt(process.versions.node, 10) >= 24,
      'node',
      process.versions.node,
      failed,
      'Start Insula with "npm start" or "npx insula": they use the Node 24 that npm installed.',
    ),
    ...(await checkFolder(config.dataDir)),
    ...(config.s3 ? [await checkBucket(config, config.s3.bucket)] : []),
    checkMemory(),
    ...checkSecrets(config.dataDir),
  ];
}

/** DATA_DIR is made when it is not there, as the server does. */
async function checkFolder(dataDir: string): Promise<Finding[]> {
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(probe, '');
    await rm(probe);
    return [ok('storage folder', dataDir), checkSpace(dataDir)];
  } catch (error) {
    const advice = 'Give this user the right to write there, or set DATA_DIR to another folder.';
    return [failed('storage folder', (error as Error).message, advice)];
  }
}

/** Whether files can be written, read and removed there. */
async function checkBucket(config: Config, bucket: string): Promise<Finding> {
  return storageOf(config)
    .check()
    .then(
      () => ok('bucket', bucket),
      (error: Error) => failed('bucket', bucket, error.message),
    );
}

function checkSpace(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(dataDir);
  const gigabytes = (bavail * bsize) / 1e9;
  const advice = 'Make room: PostgreSQL stops when the disk is full.';
  return expect(gigabytes > 2, 'free disk space', `${gigabytes.toFixed(1)} GB`, warning, advice);
}

function checkMemory(): Finding {
  const megabytes = Math.round(freemem() / 1e6);
  const advice = 'Give the machine at least 1 GB.';
  return expect(megabytes > 256, 'free memory', `${megabytes} MB`, warning, advice);
}

function checkSecrets(dataDir: string): Finding[] {
  const open = ['encryption-key', 'platform-admin-key', 'postgres-superuser', 'postgres-migrator']
    .map((name) => secretPath(dataDir, name))
    .filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
  if (open.length === 0) return [ok('secret files', 'readable to their owner only')];
  return [warning('secret files', open.join(', '), `Close them: chmod 600 ${open.join(' ')}`)];
}
