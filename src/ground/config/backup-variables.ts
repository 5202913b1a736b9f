import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { cronFault } from '../schedules/cron.ts';
import { parsePlace } from './backup-place.ts';
import { documentation, list, onOff, url, whole } from './kinds.ts';

/** The variables of base backups and of the WAL after them. */
export const backupVariables = {
  BACKUP_TO: z
    .string()
    .refine(
      (text) => parsePlace(text) !== undefined,
      'must be file:///<folder> or s3://<bucket>/<prefix>',
    )
    .optional()
    .register(documentation, {
      about:
        'Where base backups and WAL of the embedded PostgreSQL go, for point-in-time restore; best on another disk',
      without: 'no base backups are made',
      example: 'file:///var/backups/insula',
    }),
  BACKUP_RECIPIENT: list(
    (item) => /^age1[02-9ac-hj-np-z]{58}$/.test(item),
    'must be recipients of age (age1…), separated by commas',
  ).register(documentation, {
    about: 'Encrypts backups at BACKUP_TO for these recipients of age',
    without: 'they are not encrypted; refused on S3 unless BACKUP_PLAINTEXT=on',
    example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
  }),
  BACKUP_PLAINTEXT: onOff('off').register(documentation, {
    about: 'Allows unencrypted backups on S3',
    example: 'on',
  }),
  BACKUP_IDENTITY_FILE: z
    .string()
    .refine(isAbsolute, 'must be the absolute path of a file')
    .optional()
    .register(documentation, {
      about:
        'File with the age identities (AGE-SECRET-KEY-1…) that decrypt backups, for verify, drill and restore',
      without: 'encrypted backups can be made, not read',
      example: '/root/insula-backup.key',
    }),
  BACKUP_CRON: z
    .string()
    .refine((text) => cronFault(text) === undefined, 'must be a cron expression of five fields')
    .default('30 2 * * *')
    .register(documentation, {
      about: 'When a base backup is made (UTC)',
      example: '30 2 * * *',
    }),
  BACKUP_VERIFY_CRON: z
    .string()
    .refine(
      (text) => text === 'off' || cronFault(text) === undefined,
      'must be a cron expression of five fields, or "off"',
    )
    .default('0 4 * * 0')
    .register(documentation, {
      about:
        'When the backups are verified: restored beside the database and examined (UTC); "off" never',
      example: '0 4 * * 0',
    }),
  BACKUP_RETENTION_DAYS: whole(1, 3650).default(14).register(documentation, {
    about: 'For how many days every moment can be restored',
    example: '14',
  }),
  BACKUP_ALARM_HOURS: whole(1, 8760).optional().register(documentation, {
    about: 'The age of the newest base backup, in hours, at which GET /admin/health warns',
    without: 'backup_alarm_hours of /admin/settings (26)',
    example: '26',
  }),
  BACKUP_RATE_MB: whole(1, 1024).default(50).register(documentation, {
    about: 'How fast a base backup is read, in MB a second',
    example: '50',
  }),
  BACKUP_PART_SECONDS: whole(1, 3600).optional().register(documentation, {
    about: 'How often new WAL is stored at BACKUP_TO: at most so much is lost with the machine',
    without: '5 on a disk, 60 on S3',
    example: '5',
  }),
  BACKUP_WAL_KEEP_MB: whole(64, 10_000_000).default(4096).register(documentation, {
    about:
      'WAL that waits in PostgreSQL while BACKUP_TO is away, in MB; beyond it a new base backup is made',
    example: '4096',
  }),
  BACKUP_S3_ENDPOINT: url('http', 'https').optional().register(documentation, {
    about: 'S3 service of BACKUP_TO, if it has keys of its own',
    without: 'AWS; without BACKUP_S3_ACCESS_KEY_ID as S3_ENDPOINT',
    example: 'http://s3:9000',
  }),
  BACKUP_S3_REGION: z
    .string()
    .default('us-east-1')
    .register(documentation, { about: 'S3 region of BACKUP_TO', example: 'us-east-1' }),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional().register(documentation, {
    about: 'S3 key for BACKUP_TO',
    without: 'S3_ENDPOINT, S3_REGION and the keys of S3_* are used',
    example: 'AKIA…',
    secret: true,
  }),
  BACKUP_S3_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .register(documentation, { about: 'S3 secret for BACKUP_TO', example: 'wJal…', secret: true }),
};
