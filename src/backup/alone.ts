import type pg from 'pg';
import { newId } from '../db/new-id.ts';
import { makeBase } from './base.ts';
import { writeJson } from './destination.ts';
import { type Base, type Chain, chainKey, claim } from './layout.ts';
import { lsnText } from './lsn.ts';
import type { NowJob } from './now.ts';
import { connectReplication, identify } from './replication.ts';
import { prune } from './retention.ts';

/** Why a PostgreSQL that Insula does not run gives no base backup to the role of this address; undefined if it does. */
export async function refusalOf(url: string): Promise<string | undefined> {
  try {
    const { client, close } = await connectReplication(url, 'base backup');
    try {
      await identify(client);
      const { rows } = await client.query('SHOW wal_level');
      return rows[0]?.wal_level === 'minimal' ? 'its wal_level is minimal' : undefined;
    } finally {
      await close();
    }
  } catch (error) {
    const { message } = error as pg.DatabaseError;
    return /unsupported startup parameter|syntax error/.test(message)
      ? `a pooler is before it (${message})`
      : message;
  }
}

/**
 * Makes a base backup of a PostgreSQL whose WAL is not stored here: a chain of its own, with the WAL that makes it consistent. It
 * also removes what retention does not keep.
 */
export async function backUpAlone(job: NowJob & { retentionDays: number }): Promise<Base> {
  const { destination, retentionDays } = job;
  const replication = await connectReplication(job.url, 'base backup');
  const { systemIdentifier, timeline, flushed } = await identify(replication.client).finally(() =>
    replication.close(),
  );
  await claim(destination, systemIdentifier, false);
  const now = new Date().toISOString();
  const chain: Chain = {
    ...{ id: newId('chn'), system_identifier: systemIdentifier, timeline, rewinds: 0 },
    ...{ start_lsn: lsnText(flushed), started_at: now, ended_at: now },
  };
  await writeJson(destination, chainKey(chain.id), chain);
  const base = await makeBase(job, chain);
  await prune(destination, retentionDays);
  return base;
}
