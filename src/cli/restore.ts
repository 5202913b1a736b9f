import { join, resolve, sep } from 'node:path';
import { Command } from 'commander';
import { openDestination } from '../backup/destination.ts';
import { identitiesIn } from '../backup/packing.ts';
import { type Restored, restore } from '../backup/restore.ts';
import type { Secured } from '../backup/security.ts';
import { placeOf } from '../ground/config/backup.ts';
import { ConfigError, parseEnvironment, s3Of } from '../ground/config/config.ts';
import type { Variables } from '../ground/config/variables.ts';
import { readSecret } from '../ground/machine/secrets.ts';
import { counted } from '../ground/shapes/counted.ts';
import { createLog } from '../pulse/log.ts';
import { storageOf } from '../storage/open.ts';
import { momentOf } from './option-values.ts';
import { examples, printJson, table } from './report.ts';

interface Options {
  to: Date | 'latest';
  from?: string;
  dataDir?: string;
  identity?: string;
  replace?: boolean;
  json?: boolean;
}

/** `insula restore`: the whole installation, from a base backup and the WAL after it. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'restore the whole installation to a moment, from BACKUP_TO; stop the server first',
    )
    .requiredOption(
      '--to <time>',
      'the moment, such as 2026-11-29T04:15:00Z, or "latest"',
      momentOf,
    )
    .option('--from <url>', 'where the backups are; default: BACKUP_TO')
    .option('--data-dir <dir>', 'where it is restored; default: DATA_DIR')
    .option('--identity <file>', 'age identities that decrypt it; default: BACKUP_IDENTITY_FILE')
    .option('--replace', 'set the database that is there aside (it is kept beside it)')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'insula restore --to latest --replace',
        'insula restore --to 2026-11-29T04:15:00Z --from file:///var/backups/insula --data-dir /var/lib/insula-new',
        'insula restore --to latest --from s3://backups/insula --identity /root/insula-backup.key',
      ),
    )
    .action(async (options: Options) => {
      const v = parseEnvironment();
      const dataDir = options.dataDir ? resolve(options.dataDir) : v.DATA_DIR;
      const restored = await run(options, v, dataDir);
      if (options.json) printJson(restored);
      else console.log(shown(restored, dataDir));
    });
}

async function run(options: Options, v: Variables, dataDir: string): Promise<Restored> {
  const from = options.from ?? v.BACKUP_TO;
  if (from === undefined)
    throw new ConfigError(
      'BACKUP_TO: is not set. Give --from file:///<folder> or s3://<bucket>/<prefix>',
    );
  const place = placeOf(from, v);
  if (!place)
    throw new ConfigError(
      `--from="${from}": must be file:///<folder> or s3://<bucket>/<prefix>, with keys in BACKUP_S3_* or S3_*`,
    );
  const log = createLog({ logLevel: v.LOG_LEVEL === 'info' ? 'warn' : v.LOG_LEVEL });
  if ('folder' in place && `${resolve(dataDir)}${sep}`.startsWith(`${resolve(place.folder)}${sep}`))
    throw new ConfigError(
      `--data-dir="${dataDir}": is where the backups are. Give another folder, which the database is restored into`,
    );
  const key = v.ENCRYPTION_KEY ?? readSecret(dataDir, 'encryption-key');
  const keys = [...(key === undefined ? [] : [key]), ...v.ENCRYPTION_KEY_ALSO];
  return restore({
    destination: await openDestination(place),
    identities: identitiesIn(options.identity ?? v.BACKUP_IDENTITY_FILE),
    dataDir,
    storage: storageOf({ dataDir, s3: s3Of(v) }),
    pgBin: v.PG_BIN,
    to: options.to,
    replace: options.replace ?? false,
    encryptionKeys: keys.map((text) => Buffer.from(text, 'base64')),
    log,
  });
}

/** Such as `2 api keys, 1 session`. */
function securedText(secured: Secured): string {
  const changed = Object.entries(secured).filter(([, count]) => count > 0);
  if (changed.length === 0) return 'nothing';
  return changed.map(([part, count]) => counted(count, part)).join(', ');
}

function shown(restored: Restored, dataDir: string): string {
  const rows = [
    ['restored to', restored.restored_to],
    ['last transaction', restored.last_transaction_at ?? 'none since the base backup'],
    ['lost after it', `${restored.lost_seconds} s`],
    ['tenants', String(restored.tenants)],
    ...(restored.erased > 0
      ? [['deleted again', `${restored.erased} tenants that were deleted after it`]]
      : []),
    ...(restored.erased_users > 0
      ? [['erased again', `${restored.erased_users} users who were erased after it`]]
      : []),
    ...(restored.secured ? [['still revoked or changed', securedText(restored.secured)]] : []),
    ...(restored.files.restored > 0 ? [['files', `${restored.files.restored} brought back`]] : []),
    ['took', `${restored.took_seconds} s`],
    ['chain', restored.chain],
    ...(restored.kept ? [['old database', restored.kept]] : []),
  ];
  const held = restored.outbound_held
    ? '\nNothing leaves this installation until "insula outbound release".'
    : '';
  const key = restored.missing_key
    ? `\nIt does not start without the ENCRYPTION_KEY whose fingerprint is ${restored.missing_key}: set it, in ` +
      `ENCRYPTION_KEY_ALSO if another has taken its place, or put it into ${join(dataDir, 'secrets', 'encryption-key')}.`
    : '';
  return `${table(['', ''], rows).trimStart()}${held}${key}`;
}
