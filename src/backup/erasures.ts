import { ask, type Query } from '../db/ask.ts';
import { backupsOf } from '../ground/config/backup.ts';
import type { Config } from '../ground/config/config.ts';
import { type Destination, openDestination, readJson, writeJson } from './destination.ts';
import { BackupError } from './errors.ts';
import { dropFilesOf } from './kept-files.ts';
import { readHoldings } from './layout.ts';
import { holdsBefore } from './retention.ts';

/** A tenant that must not come back by a restore. */
export interface Erased {
  tenant_id: string;
  at: string;
  /** Until then its journal is kept. */
  journal_until: string;
}

const folder = 'erasures/';
/** Of one look; those that are left are noted with the next one. */
const atOnce = 1_000;

const keyOf = ({ at, tenant_id }: Erased): string =>
  `${folder}${new Date(at).toISOString().replace(/[-:.]/g, '')}-${tenant_id}.json`;

/**
 * Tells BACKUP_TO of the erasures that it does not know yet: all of them, or that of one tenant. Safe to kill: what is told
 * twice is one file.
 * @throws while the destination is away
 */
export async function noteErasures(
  config: Config,
  query: Query,
  tenant: string | null = null,
): Promise<void> {
  const backup = backupsOf(config);
  if (!backup) return;
  const statement = 'select worker.erasures_unnoted($1, $2) as answer';
  const erased = await ask<Erased[]>(query, statement, [tenant, atOnce]);
  if (erased.length === 0) return;
  const destination = await openDestination(backup.to);
  for (const one of erased) {
    await writeJson(destination, keyOf(one), one);
    await dropFilesOf(destination, one.tenant_id);
    await query('select worker.erasure_noted($1, $2)', [one.tenant_id, backup.retentionDays]);
  }
}

/** Whether BACKUP_TO has something that was stored before a moment. */
export async function isHeld(config: Config, moment: string): Promise<boolean> {
  const backup = backupsOf(config);
  if (!backup) return false;
  const destination = await openDestination(backup.to);
  return holdsBefore(await readHoldings(destination), Date.parse(moment));
}

/** Those that a destination knows, the oldest first. @throws BackupError where one cannot be read */
export async function readErasures(destination: Destination): Promise<Erased[]> {
  const erased: Erased[] = [];
  for await (const { key } of destination.list(folder)) {
    const found = await readJson<Partial<Erased>>(destination, key).catch(() => undefined);
    const { tenant_id, at, journal_until } = found ?? {};
    if (!tenant_id || !at || !journal_until)
      throw new BackupError(
        `${destination.name}/${key} cannot be read. It names a tenant that must not come back: mend it, or remove it to restore without it.`,
      );
    erased.push({ tenant_id, at, journal_until });
  }
  return erased;
}
