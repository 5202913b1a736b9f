import { ask, type Query } from '../db/ask.ts';
import type { Config } from '../ground/config/config.ts';
import { type Destination, openDestination, readJson, writeJson } from './destination.ts';
import { BackupError } from './errors.ts';
import { dropFilesOf } from './kept-files.ts';
import { readHoldings } from './layout.ts';
import { holdsBefore } from './retention.ts';

/** A tenant that must not come back by a restore, or a user. */
export type Erased = ErasedTenant | ErasedUser;

interface ErasedTenant {
  tenant_id: string;
  at: string;
  /** Until then its journal is kept. */
  journal_until: string;
}

export interface ErasedUser {
  tenant_id: string;
  at: string;
  user_id: string;
}

const folder = 'erasures/';
/** Of one look; those that are left are noted with the next one. */
const atOnce = 1_000;

const keyOf = (erased: Erased): string => {
  const time = new Date(erased.at).toISOString().replace(/[-:.]/g, '');
  const user = 'user_id' in erased ? `-${erased.user_id}` : '';
  return `${folder}${time}-${erased.tenant_id}${user}.json`;
};

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
  const { backup } = config;
  if (!backup) return;
  const unnoted = <E extends Erased>(name: string) =>
    ask<E[]>(query, `select worker.${name}($1, $2) as answer`, [tenant, atOnce]);
  const tenants = await unnoted<ErasedTenant>('erasures_unnoted');
  const users = await unnoted<ErasedUser>('user_erasures_unnoted');
  if (tenants.length + users.length === 0) return;
  const destination = await openDestination(backup.to);
  const days = backup.retentionDays;
  for (const one of tenants) {
    await writeJson(destination, keyOf(one), one);
    await dropFilesOf(destination, one.tenant_id);
    await query('select worker.erasure_noted($1, $2)', [one.tenant_id, days]);
  }
  for (const one of users) {
    await writeJson(destination, keyOf(one), one);
    await query('select worker.user_erasure_noted($1, $2, $3)', [one.tenant_id, one.user_id, days]);
  }
}

/** Whether BACKUP_TO has something that was stored before a moment, or may have: what is damaged there says nothing of its time. */
export async function isHeld(config: Config, moment: string): Promise<boolean> {
  const { backup } = config;
  if (!backup) return false;
  const destination = await openDestination(backup.to);
  const holdings = await readHoldings(destination);
  return holdings.damaged.length > 0 || holdsBefore(holdings, Date.parse(moment));
}

/** Those that a destination knows, the oldest first. @throws BackupError where one cannot be read */
export async function readErasures(destination: Destination): Promise<Erased[]> {
  const erased: Erased[] = [];
  for await (const { key } of destination.list(folder)) {
    const found = await readJson<Partial<ErasedTenant & ErasedUser>>(destination, key).catch(
      () => undefined,
    );
    const { tenant_id, at, journal_until, user_id } = found ?? {};
    if (tenant_id && at && user_id) erased.push({ tenant_id, at, user_id });
    else if (tenant_id && at && journal_until) erased.push({ tenant_id, at, journal_until });
    else
      throw new BackupError(
        `${destination.name}/${key} cannot be read. It names a tenant or a user that must not come back: mend it, or remove it to restore without it.`,
      );
  }
  return erased;
}
