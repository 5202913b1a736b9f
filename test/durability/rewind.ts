import { execFile } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Client } from '../support/api.ts';
import type { Started } from './start.ts';

const run = promisify(execFile);

const clusterOf = (dataDir: string) => join(dataDir, 'postgres', 'cluster');

/** Ends a server in order. */
export async function stop({ process }: Started): Promise<void> {
  process.child.kill('SIGTERM');
  expect(await process.exit()).toBe(0);
}

/** The cluster of a server that has ended, as a backup has it. @returns where */
export async function backUp(dataDir: string): Promise<string> {
  const backup = join(dataDir, 'backup');
  await run('cp', ['-a', clusterOf(dataDir), backup]);
  return backup;
}

/**
 * Puts a backup in the place of the cluster.
 * @param recovers whether PostgreSQL recovers from it to another timeline, as after a point-in-time restore or a fail-over;
 * otherwise it starts from it as if nothing had been
 */
export async function putBack(dataDir: string, backup: string, recovers: boolean): Promise<void> {
  const cluster = clusterOf(dataDir);
  await rm(cluster, { recursive: true });
  await run('cp', ['-a', backup, cluster]);
  if (!recovers) return;
  await writeFile(join(cluster, 'recovery.signal'), '');
  await appendFile(join(cluster, 'postgresql.auto.conf'), `restore_command = 'false'\n`);
  await run('chown', ['--reference', cluster, join(cluster, 'recovery.signal')]);
}

/** A page of the feed, and where it ends. */
export interface Read {
  seqs: string[];
  since: string;
}

/** Reads the feed from a place on to its end. */
export async function readOn(api: Client, since?: string): Promise<Read> {
  const read: Read = { seqs: [], since: since ?? '' };
  for (let isMore = true; isMore; ) {
    const { status, body } = await api.get(
      `/v1/changes?limit=1000${read.since && `&since=${read.since}`}`,
    );
    expect([status, body.error]).toEqual([200, undefined]);
    read.seqs.push(...body.data.results.map(({ seq }: { seq: string }) => seq));
    read.since = body.data.next_since;
    isMore = body.data.has_more;
  }
  return read;
}

/** Writes so many objects, a hundred at a time. */
export async function writeMany(api: Client, count: number): Promise<void> {
  const objects = Array.from({ length: 100 }, (_, n) => ({ properties: { n } }));
  for (let written = 0; written < count; written += 100) {
    const { status } = await api.post('/v1/objects/things/batch/create', { objects });
    expect(status).toBe(201);
  }
}
