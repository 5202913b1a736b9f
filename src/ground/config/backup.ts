import { parsePlace } from './backup-place.ts';
import type { Config, S3Config } from './config.ts';
import type { Variables } from './variables.ts';

/** Where base backups and WAL of the installation go, and how. */
export interface BackupConfig {
  to: BackupPlace;
  /** Of age. Empty: nothing is encrypted. */
  recipients: string[];
  /** A file with the identities that decrypt what is there. */
  identityFile: string | undefined;
  /** When a base backup is made, in UTC. */
  cron: string;
  /** When they are verified, in UTC; undefined: never. */
  verifyCron: string | undefined;
  /** Every moment of so many days can be restored. */
  retentionDays: number;
  /** How fast a base backup is read, in MB a second. */
  rateMb: number;
  /** How often the WAL of the open segment is stored. */
  partSeconds: number;
  /** The age of the newest base backup at which /admin/health warns; undefined: as /admin/settings say. */
  alarmHours: number | undefined;
}

export type BackupPlace = { folder: string } | { s3: S3Config; prefix: string };

/** Where base backups of the installation are made, and all WAL after them is stored. */
export const backupsOf = ({ backup, databaseUrl }: Config): BackupConfig | undefined =>
  databaseUrl ? undefined : backup;

/** How often the WAL of the open segment is stored, unless it is given: each part in S3 costs a request. */
const usualSeconds = { disk: 5, s3: 60 };

export function backupOf(v: Variables): BackupConfig | undefined {
  const to = v.BACKUP_TO === undefined ? undefined : placeOf(v.BACKUP_TO, v);
  if (!to) return undefined;
  return {
    to,
    recipients: v.BACKUP_RECIPIENT,
    identityFile: v.BACKUP_IDENTITY_FILE,
    cron: v.BACKUP_CRON,
    verifyCron: v.BACKUP_VERIFY_CRON === 'off' ? undefined : v.BACKUP_VERIFY_CRON,
    retentionDays: v.BACKUP_RETENTION_DAYS,
    rateMb: v.BACKUP_RATE_MB,
    alarmHours: v.BACKUP_ALARM_HOURS,
    partSeconds: v.BACKUP_PART_SECONDS ?? ('s3' in to ? usualSeconds.s3 : usualSeconds.disk),
  };
}

/** The place that a URL names. @returns undefined where it names none, or the keys of its S3 are missing */
export function placeOf(text: string, v: Variables): BackupPlace | undefined {
  const place = parsePlace(text);
  if (!place || 'folder' in place) return place;
  const keys = s3KeysOf(v);
  return (
    keys && {
      s3: { bucket: place.bucket, publicEndpoint: undefined, ...keys },
      prefix: place.prefix,
    }
  );
}

/** BACKUP_S3_* if its key is given, otherwise S3_*. */
export function s3KeysOf(v: Variables): Omit<S3Config, 'bucket' | 'publicEndpoint'> | undefined {
  const isOwn = v.BACKUP_S3_ACCESS_KEY_ID !== undefined;
  const accessKeyId = isOwn ? v.BACKUP_S3_ACCESS_KEY_ID : v.S3_ACCESS_KEY_ID;
  const secretAccessKey = isOwn ? v.BACKUP_S3_SECRET_ACCESS_KEY : v.S3_SECRET_ACCESS_KEY;
  if (!accessKeyId || !secretAccessKey) return undefined;
  return {
    endpoint: isOwn ? v.BACKUP_S3_ENDPOINT : v.S3_ENDPOINT,
    region: isOwn ? v.BACKUP_S3_REGION : v.S3_REGION,
    accessKeyId,
    secretAccessKey,
  };
}

/** The rules of the variables of backups that involve several. @returns the variable and its fault */
export function backupFaults(v: Variables): Array<[name: keyof Variables, fault: string]> {
  if (v.BACKUP_TO?.startsWith('s3:') !== true) return [];
  if (!s3KeysOf(v))
    return [
      [
        'BACKUP_S3_ACCESS_KEY_ID',
        'is needed with BACKUP_S3_SECRET_ACCESS_KEY, or S3_ACCESS_KEY_ID, for BACKUP_TO on S3',
      ],
    ];
  if (v.BACKUP_RECIPIENT.length === 0 && !v.BACKUP_PLAINTEXT)
    return [
      [
        'BACKUP_RECIPIENT',
        'is needed for BACKUP_TO on S3; to store backups there unencrypted, set BACKUP_PLAINTEXT=on',
      ],
    ];
  return [];
}
