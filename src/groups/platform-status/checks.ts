import type { LookedBackups } from '../../backup/look.ts';

/** A part of the health of the installation. */
export interface Check {
  name: string;
  ok: boolean;
  level: 'ok' | 'warning' | 'critical';
  value: number | string | null;
  message: string;
  since: string | null;
}

/** The answer of auth.installation_health; ages in seconds. */
export interface Looked {
  metrics: {
    queues: Record<string, { pending: number; oldest: number }>;
    dead_letters: number;
    undispatched: number;
    held: boolean;
  };
  vitals: {
    /** In milliseconds. */
    now: number;
    workers: { alive: number; silent: number; stuck: number };
    open: number | null;
    keys: { in_force: number; old_secrets: number | null };
    slots: Record<string, number>;
  };
  backup_alarm_hours: number;
  backup_at: string | null;
  backup_age: number | null;
  verified_at: string | null;
  verify_status: 'passed' | 'failed' | null;
  /** Where BACKUP_TO takes base backups of the installation. */
  backups?: BaseBackups | undefined;
}

export interface BaseBackups extends LookedBackups {
  /** BACKUP_ALARM_HOURS. */
  alarmHours: number | undefined;
}

/** The figures from which on a check warns. */
const slowMs = 1_000;
const lateSeconds = 300;
const lagSeconds = 60;
const manyDeadLetters = 1_000;
const wrongClockSeconds = 5;
const muchWal = 1024 ** 3;

type Value = Check['value'];
const checkOf =
  (level: Check['level']) =>
  (name: string, value: Value, message: string, since: string | null = null): Check => ({
    ...{ name, ok: level === 'ok', level, value, message, since },
  });
export const fine = checkOf('ok');
export const warning = checkOf('warning');
export const critical = checkOf('critical');

const whole = (seconds: number) => Math.round(seconds);
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

/** A figure that may be `most` at most. */
const atMost = (name: string, value: number, most: number, message: string, since?: string) =>
  (value > most ? warning : fine)(name, whole(value), message, since ?? null);

/** An age in seconds that may be `most` at most. */
const youngerThan = (name: string, age: number, most: number, message: string) =>
  atMost(name, age, most, message, age > 0 ? ago(age) : undefined);

/** @param tookMs how long the database took for its answer */
export function ofDatabase({ metrics, vitals, ...rest }: Looked, tookMs: number): Check[] {
  const { workers } = vitals;
  const oldest = Math.max(0, ...Object.values(metrics.queues).map((queue) => queue.oldest));
  const skew = Math.abs(vitals.now - Date.now()) / 1000 - tookMs / 1000;
  return [
    atMost('database', tookMs, slowMs, 'Milliseconds until the database answered.'),
    workerCheck(workers),
    metrics.held
      ? fine('queue_age', whole(oldest), 'Outgoing work waits: outbound_hold is on.')
      : youngerThan(
          'queue_age',
          oldest,
          lateSeconds,
          'Seconds that the oldest queued work is due.',
        ),
    atMost(
      'dead_letters',
      metrics.dead_letters,
      manyDeadLetters - 1,
      'Dead letters of all tenants.',
    ),
    youngerThan(
      ...(['journal_lag', metrics.undispatched, lagSeconds] as const),
      'Seconds that the oldest event has waited to be dispatched.',
    ),
    youngerThan(
      ...(['feed_lag', vitals.open ?? 0, lagSeconds] as const),
      'Seconds that the oldest open transaction holds up the feeds.',
    ),
    atMost(
      ...(['wal_lag', Math.max(0, ...Object.values(vitals.slots)), muchWal] as const),
      'Bytes of WAL kept for replication slots.',
    ),
    keyCheck(vitals.keys),
    ...backupChecks(rest),
    atMost(
      'clock',
      Math.max(0, skew),
      wrongClockSeconds,
      'Seconds between the clocks of the database and this process.',
    ),
  ];
}

function workerCheck({ alive, stuck }: Looked['vitals']['workers']): Check {
  if (alive === 0) return critical('worker', 0, 'No worker runs: start a process with WORKER=on.');
  if (stuck > 0) return warning('worker', alive, `${stuck} workers have lanes that are stuck.`);
  return fine('worker', alive, 'Workers that are alive.');
}

function keyCheck({ in_force, old_secrets: old }: Looked['vitals']['keys']): Check {
  if (in_force === 1) return fine('encryption_key', 0, 'The key fits the database.');
  return warning(
    'encryption_key',
    old,
    old === null
      ? 'ENCRYPTION_KEY is being replaced. How many secrets are sealed with the one of before is counted every ten minutes.'
      : `ENCRYPTION_KEY is being replaced: ${old} secrets are sealed with another one than the present. POST /admin/migrations {"type": "reseal"} seals them again.`,
  );
}

type Backups = Omit<Looked, 'metrics' | 'vitals'>;

/** Of base backups where there are any, otherwise of tenants' own. */
function backupChecks(looked: Backups): Check[] {
  const { backups } = looked;
  if (!backups) return [ageCheck(looked, tenantsMissing), verifiedCheck(looked)];
  const { last_base_at, last_verified_at, alarmHours, error, destination } = backups;
  const name = destination ?? 'BACKUP_TO';
  const up = error
    ? warning('backup_destination', name, `Backups cannot be read there: ${error}`)
    : fine('backup_destination', name, 'Backups can be read there.');
  const hours = alarmHours ?? looked.backup_alarm_hours;
  const age = last_base_at === null ? null : (Date.now() - Date.parse(last_base_at)) / 1000;
  const isFailed = looked.verify_status === 'failed';
  const verification =
    last_verified_at === null || isFailed
      ? looked
      : { verified_at: last_verified_at, verify_status: backups.last_verify_status };
  return [
    up,
    ageCheck(
      { backup_alarm_hours: hours, backup_age: age, backup_at: last_base_at },
      'There is no base backup yet: see the log of the server.',
    ),
    verifiedCheck(verification),
  ];
}

const tenantsMissing = 'There is no backup of any tenant: POST /admin/backups makes one.';

function ageCheck(
  {
    backup_alarm_hours: hours,
    backup_age: age,
    backup_at,
  }: Pick<Backups, 'backup_alarm_hours' | 'backup_age' | 'backup_at'>,
  missing: string,
): Check {
  const isOld = age === null || age > hours * 3600;
  return (isOld ? warning : fine)(
    'backup_age',
    age === null ? null : whole(age),
    age === null ? missing : `Seconds since the newest backup; it may be ${hours} hours old.`,
    backup_at,
  );
}

function verifiedCheck({
  verify_status,
  verified_at,
}: Pick<Backups, 'verify_status' | 'verified_at'>): Check {
  return (verify_status === 'failed' ? warning : fine)(
    'last_verified',
    verify_status,
    verify_status === null ? 'No backup was verified.' : 'The result of the last verification.',
    verified_at,
  );
}
