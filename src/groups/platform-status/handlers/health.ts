import { setTimeout as sleep } from 'node:timers/promises';
import { toApiError } from '../../../db/errors.ts';
import { version } from '../../../ground/machine/version.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import {
  type BaseBackups,
  type Check,
  critical,
  fine,
  type Looked,
  ofDatabase,
  warning,
} from '../checks.ts';

/** So long the storage of files may take to answer. */
const storageMs = 2_000;

/** GET /admin/health: what the database knows, and what only this process sees. It answers without a database as well. */
export async function healthOfPlatform(call: HandlerCall<object>): Promise<AnyAnswer> {
  const { backupLook, config } = call.services;
  const backups = backupLook.destination ? await backupLook.status() : undefined;
  const [found, storage, nodes] = await Promise.all([
    look(call, backups && { ...backups, alarmHours: config.backup?.alarmHours }),
    storageOf(call),
    nodesOf(call),
  ]);
  const checks = [...found, diskOf(call), storage, ...nodes, ...settingsOf(call)];
  const levels = checks.map(({ level }) => level);
  const failing = levels.includes('critical') ? 'failing' : 'degraded';
  const status = levels.every((level) => level === 'ok') ? 'ok' : failing;
  return JSON.stringify({ ok: status === 'ok', status, checks });
}

async function look(
  { ask }: HandlerCall<object>,
  backups: BaseBackups | undefined,
): Promise<Check[]> {
  const askedAt = performance.now();
  try {
    const looked = await ask<Looked>('platform_health_get', {});
    return ofDatabase({ ...looked, backups }, performance.now() - askedAt);
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status < 500) throw error;
    return [critical('database', null, `The database does not answer: ${error.message}`)];
  }
}

const diskOf = ({ services }: HandlerCall<object>): Check =>
  services.room.isShort
    ? critical('disk', 'full', 'The disk of the database is full: writes are refused.')
    : fine('disk', 'ok', 'The disk of the database has room.');

async function storageOf({ services }: HandlerCall<object>): Promise<Check> {
  const late = sleep(storageMs, 'late' as const, { ref: false });
  const checked = services.storage.check().then(
    () => 'ok' as const,
    () => 'failed' as const,
  );
  const found = await Promise.race([checked, late]);
  if (found === 'ok') return fine('storage', found, 'Files can be written and read.');
  return warning('storage', found, 'Files cannot be written and read: see the log of the server.');
}

async function nodesOf({ services: { gateway } }: HandlerCall<object>): Promise<Check[]> {
  if (!gateway.isCluster) return [];
  const found = await gateway.nodesReady().catch(() => 'unavailable');
  if (found === 'ok') return [fine('nodes', found, 'All nodes of the cluster answer.')];
  return [critical('nodes', found ?? null, 'A node of the cluster does not answer.')];
}

function settingsOf({ services: { config } }: HandlerCall<object>): Check[] {
  const { environment } = config;
  const from = (name: string) => (environment[name]?.is_set ? 'environment' : 'data folder');
  return [
    config.smtpUrl
      ? fine('mail', 'smtp', 'Mails go out by SMTP_URL.')
      : fine('mail', 'off', 'SMTP_URL is not set: mails are only logged.'),
    fine('platform_key', from('PLATFORM_ADMIN_KEY'), 'Where PLATFORM_ADMIN_KEY comes from.'),
    fine('version', version, 'The version of the process that answers.'),
  ];
}
