import { Command } from 'commander';
import { checkServer } from '../db/connect.ts';
import { databaseUrls } from '../db/urls.ts';
import { type Config, ConfigError, loadConfig, parseEnvironment } from '../ground/config/config.ts';
import { encryptionKeysOf } from '../ground/config/keys.ts';
import { type CommandContext, withDatabase } from './database.ts';
import { type Finding, failed, ok } from './doctor/check.ts';
import { checkClockOfJournal } from './doctor/clock-checks.ts';
import { checkCluster } from './doctor/cluster-checks.ts';
import { checkDatabase, checkDatabaseAsApi } from './doctor/database-checks.ts';
import { checkFolders } from './doctor/folder-checks.ts';
import { isElsewhere } from './doctor/journal-check.ts';
import { hasOtherKey } from './doctor/keys-check.ts';
import { checkMachine } from './doctor/machine-checks.ts';
import { checkStorage } from './doctor/storage-check.ts';
import { checkStraight } from './doctor/straight-checks.ts';
import { checkWorker } from './doctor/worker-check.ts';
import { describeFinding, examples, explain, printJson } from './report.ts';

interface DoctorOptions {
  json?: boolean;
  storage?: boolean;
  fix?: boolean;
  deep?: boolean;
}

/** `insula doctor`: checks everything that Insula needs and explains what to do if something is missing. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'check database, rights, settings, storage and clock, and say how to fix what is wrong',
    )
    .option(
      '--storage',
      'compare the stored bytes of files with the database: missing, damaged, not needed',
    )
    .option('--deep', 'with --storage: read all bytes and verify their checksums')
    .option('--fix', 'with --storage: remove what belongs to no file, recalculate quotas')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', examples('insula doctor', 'insula doctor --storage --fix'))
    .action(async (options: DoctorOptions) => {
      const findings = await examine(options);
      if (options.json) printJson(findings);
      else for (const finding of findings) console.log(describeFinding(finding));
      if (findings.some(({ status }) => status === 'failed')) process.exitCode = 1;
    });
}

async function examine(options: DoctorOptions): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return explainConfig(error);
  }
  const machine = await checkMachine(config);
  try {
    return [...machine, ...(await examineDatabase(config, options))];
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    // A check above has reported that DATA_DIR cannot be used, and why.
    const found = unusable.has(code) ? message : explain(error);
    const advice = code === 'ENOSPC' ? 'Make room on the disk of DATA_DIR.' : 'See the message.';
    return [...machine, failed('database', found, advice)];
  }
}

const unusable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC']);

/** A folder that takes no keys is looked at nevertheless. */
async function explainConfig(error: ConfigError): Promise<Finding[]> {
  const found = failed('configuration', error.message, 'See the message.');
  try {
    const { DATA_DIR, DATABASE_URL, DISK_RESERVE_MB } = parseEnvironment();
    const folders = await checkFolders({
      dataDir: DATA_DIR,
      s3: undefined,
      databaseUrl: DATABASE_URL,
      diskReserveBytes: DISK_RESERVE_MB * 2 ** 20,
    });
    return [...folders, found];
  } catch {
    return [found];
  }
}

async function examineDatabase(config: Config, options: DoctorOptions): Promise<Finding[]> {
  const { databaseUrl } = config;
  const { owner, api } = databaseUrl
    ? databaseUrls(databaseUrl, encryptionKeysOf(config))
    : { owner: 'embedded', api: '' };
  if (owner) return withDatabase((context) => examineAll(context, options));
  const { url, isPooled } = await checkServer(api);
  return [describeWay(isPooled), ...(await checkDatabaseAsApi(url, config))];
}

async function examineAll(
  { url, config, isPooled, embedded }: CommandContext,
  { storage, fix = false, deep: isDeep = false }: DoctorOptions,
): Promise<Finding[]> {
  const database = await checkDatabase(url, config, isPooled);
  const findings = [
    ...(config.databaseUrl ? [describeWay(isPooled)] : []),
    ...database,
    ...(await checkCluster(url)),
    // With another key no role can log in.
    ...(hasOtherKey(database) ? [] : await checkStraight(url, config)),
  ];
  // Without the tables there is nothing to look at, or to hold the bytes against.
  const isMigrated = findings.some(({ name, status }) => name === 'migrations' && status === 'ok');
  if (!isMigrated) return findings;
  findings.push(...(await checkClockOfJournal(url)));
  // Nothing works on the embedded database that this command has started.
  if (!embedded) findings.push(await checkWorker(url, isElsewhere(database)));
  if (!(storage || fix || isDeep)) return findings;
  return [...findings, ...(await checkStorage(url, config, { fix, isDeep }))];
}

const describeWay = (isPooled: boolean): Finding =>
  ok('way to PostgreSQL', isPooled ? 'through a pooler in session mode' : 'direct');
