import { Command } from 'commander';
import { openDestination } from '../backup/destination.ts';
import { identitiesIn } from '../backup/packing.ts';
import { placeOf } from '../ground/config/backup.ts';
import { ConfigError, loadConfig, parseEnvironment } from '../ground/config/config.ts';
import { createLog } from '../pulse/log.ts';
import { type DrillJob, type DrillResult, drill } from './drill/run.ts';
import type { Step } from './drill/steps.ts';
import { momentOf } from './option-values.ts';
import { examples, printJson, table } from './report.ts';

interface Options {
  to: Date | 'latest';
  from?: string;
  identity?: string;
  tenant?: string;
  json?: boolean;
}

/** `insula drill`: whether the backups bring the installation back, tried beside the running server. */
export function drillCommand(): Command {
  return new Command('drill')
    .description(
      'restore the backups beside the running server, compare and try the copy, and remove it',
    )
    .option(
      '--to <time>',
      'a moment, such as 2026-11-29T04:15:00Z, or "latest"',
      momentOf,
      'latest',
    )
    .option('--from <url>', 'where the backups are; default: BACKUP_TO')
    .option('--identity <file>', 'age identities that decrypt them; default: BACKUP_IDENTITY_FILE')
    .option(
      '--tenant <tenant>',
      'the tenant that is copied, by id or slug; default: one with many objects',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'insula drill',
        'insula drill --tenant acme --json',
        'insula drill --to 2026-11-29T04:15:00Z --identity /root/insula-backup.key',
      ),
    )
    .action(async (options: Options) => {
      const ending = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
        process.on(signal, () => ending.abort());
      const tell = (step: Step) => {
        if (!options.json) console.log(line(step));
      };
      const result = await drill({ ...(await jobOf(options)), tell, signal: ending.signal });
      if (options.json) printJson(result);
      else console.log(shown(result));
      process.exitCode = result.ok ? 0 : 1;
      // Nothing that was cut off keeps the process.
      if (ending.signal.aborted) process.exit();
    });
}

async function jobOf(options: Options): Promise<Omit<DrillJob, 'tell' | 'signal'>> {
  const v = parseEnvironment();
  const config = loadConfig();
  if (config.databaseUrl)
    throw new ConfigError(
      'DATABASE_URL: is set. A drill is for the backups of the embedded PostgreSQL. Example: DATABASE_URL=',
    );
  if (config.made.encryptionKey)
    throw new ConfigError(
      `ENCRYPTION_KEY: is not set, and ${config.dataDir} has none. The copy needs that of the installation`,
    );
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
  const destination = await openDestination(place);
  const own = config.backup && (await openDestination(config.backup.to));
  return {
    ...{ config, destination, to: options.to, tenant: options.tenant },
    identities: identitiesIn(options.identity ?? v.BACKUP_IDENTITY_FILE),
    isOwn: own?.name === destination.name,
    // Standard output has the result.
    log: createLog({ logLevel: v.LOG_LEVEL === 'info' ? 'error' : v.LOG_LEVEL }, process.stderr),
  };
}

const line = ({ name, ok, seconds, message }: Step): string =>
  `${ok ? '✓' : '✗'} ${name} (${seconds} s): ${message}`;

function shown({ mismatches, ...result }: DrillResult): string {
  const rows = [
    ['restored to', result.restored_to ?? 'nothing'],
    ['lost', result.lost_seconds === null ? 'unknown' : `${result.lost_seconds} s`],
    ['took', result.took_seconds === null ? 'unknown' : `${result.took_seconds} s`],
    ['tenants', String(result.tenants)],
    ['rows compared', String(result.rows)],
    ['result', result.ok ? 'ok' : 'failed'],
  ];
  const differing = mismatches.map(({ tenant_id, table: name, missing, unexpected }) => [
    ...[tenant_id ?? 'installation', name, String(missing), String(unexpected)],
  ]);
  const list =
    differing.length > 0
      ? `\n${table(['TENANT', 'TABLE', 'MISSING', 'UNEXPECTED'], differing)}`
      : '';
  return `${table(['', ''], rows).trimStart()}${list}`;
}
