import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { Box } from '../credentials/box.ts';
import { sealedColumns } from '../credentials/sealed-columns.ts';
import { isOpen, isThere, sealedPages } from '../db/sealed-rows.ts';
import { BaseManifest } from './base-manifest.ts';
import { openDestination, readWhole } from './destination.ts';
import { BackupError } from './errors.ts';
import { findBackup } from './find.ts';
import { readHoldings } from './layout.ts';
import { segmentBytes } from './lsn.ts';
import type { VerifyJob } from './messages.ts';
import { identitiesIn } from './packing.ts';
import { restore } from './restore.ts';
import { storedBytes } from './unpack-base.ts';
import { noted, patiently } from './verify.ts';

/** Counts of a verification that has found everything whole. */
export interface RestoredWhole {
  base: string;
  chain: string;
  tenants: number;
  /** Kinds of sealed values, one of each was opened. */
  seals: number;
  /** Rows of journals that fit their seals. */
  journal: number;
}

/** For what recovery writes, beside the database itself. */
const factor = 1.2;
/** Segments that lie ready while it recovers. */
const staged = 64;

/**
 * Restores the end of what is stored beside the database, which it never touches, examines it, and removes it. The result lies
 * at the destination.
 * @throws BackupError what is wrong with it
 */
export async function verifyByRestore(job: VerifyJob): Promise<RestoredWhole> {
  const { config, pgBin } = job;
  const [key = '', ...others] = job.encryptionKeys;
  const keyOf = (text: string) => Buffer.from(text, 'base64');
  const destination = await openDestination(config.to);
  const identities = identitiesIn(config.identityFile);
  const { base, chain } = findBackup(await readHoldings(destination), destination.name, 'latest');
  const dataDir = join(job.dataDir, 'verify');
  return noted(destination, base, () =>
    patiently(async () => {
      const stored = storedBytes({ destination, identities, base }, base.manifest);
      const manifest = new BaseManifest((await readWhole(stored)).toString());
      await requireRoom(job, manifest.size());
      await mkdir(dataDir, { recursive: true });
      let found: Omit<RestoredWhole, 'base' | 'chain'> | undefined;
      const look = async (client: pg.Client) => {
        found = await examine(client, new Box([keyOf(key), ...others.map(keyOf)]));
        throw new Examined();
      };
      const log = pino({ level: 'silent' });
      const means = { destination, identities, dataDir, pgBin, replace: false, log, look };
      await restore({ ...means, to: 'latest' })
        .catch((error) => {
          if (!(error instanceof Examined)) throw error;
        })
        .finally(() => rm(dataDir, { recursive: true, force: true }));
      if (!found) throw new BackupError('The restored database was not examined.');
      return { base: base.id, chain: chain.id, ...found };
    }),
  );
}

/** Ends a restore that has been looked at: it removes what it has made. */
class Examined extends Error {}

async function requireRoom({ dataDir, reserveBytes }: VerifyJob, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  const needed = bytes * factor + staged * segmentBytes + reserveBytes;
  if (bavail * bsize < needed)
    throw new Error(
      `there is no room to restore them beside the database: ${mb(needed)} MB are needed, ${mb(bavail * bsize)} MB are free`,
    );
}

const mb = (bytes: number): number => Math.ceil(bytes / 1e6);

async function examine(client: pg.Client, box: Box) {
  await client.query('set role insula_owner');
  const seals = await openSeals(client, box);
  const journals = await checkJournals(client);
  await client.query('reset role');
  return { seals, ...journals };
}

/** @returns how many kinds there are */
async function openSeals(client: pg.Client, box: Box): Promise<number> {
  let count = 0;
  for (const column of sealedColumns) {
    if (!(await isThere(client, column))) continue;
    for await (const page of sealedPages(client, column, 1))
      for (const { tenant, seals } of page) {
        if (seals.length > 0) count += 1;
        if (!seals.every((seal) => isOpen(box, tenant, seal)))
          throw new BackupError(
            `A secret in app.${column.table}.${column.column} does not open with ENCRYPTION_KEY.`,
          );
      }
  }
  return count;
}

async function checkJournals(client: pg.Client): Promise<{ tenants: number; journal: number }> {
  const { rows: tenants } = await client.query<{ tenant_id: string }>(
    'select tenant_id from app.tenants order by tenant_id',
  );
  let journal = 0;
  for (const { tenant_id } of tenants) {
    const { rows } = await client.query<{ found: { valid: boolean; checked: number } }>(
      `select api.audit_log_verify($1, '{}') as found`,
      [tenant_id],
    );
    const found = rows[0]?.found;
    if (!found?.valid)
      throw new BackupError(`The journal of the tenant ${tenant_id} does not fit its seals.`);
    journal += found.checked;
  }
  return { tenants: tenants.length, journal };
}
