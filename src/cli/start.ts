import { Command, Option } from 'commander';
import type { Logger } from 'pino';
import { withClient } from '../db/client.ts';
import { describeBinaries } from '../db/embedded/binaries.ts';
import { openFunctions } from '../db/roles.ts';
import { type Config, ConfigError, loadConfig } from '../ground/config/config.ts';
import { keepCompiled } from '../ground/machine/compile-cache.ts';
import { ensureFirstTenant, type FirstKey } from '../process/first-tenant.ts';
import { hasTerminal, keepRunning } from '../process/lifecycle.ts';
import type { Insula, Parts } from '../process/main.ts';
import { stopMsWith, usualDelayMs } from '../process/stop-times.ts';
import { startWatchdog } from '../process/watchdog.ts';
import { createLog } from '../pulse/log.ts';
import { banner } from './banner.ts';
import { listed, openTypes } from './doctor/open-types.ts';
import { examples } from './report.ts';

interface StartOptions {
  apiOnly?: boolean;
  workerOnly?: boolean;
  followParent?: boolean;
}

/** `insula start`: the server, until it is told to end. */
export function startCommand(): Command {
  return new Command('start')
    .description('start the API and the worker; without DATABASE_URL also an embedded PostgreSQL')
    .addOption(new Option('--api-only', 'serve requests, leave background jobs to others'))
    .addOption(new Option('--worker-only', 'run background jobs only').conflicts('apiOnly'))
    .addOption(new Option('--follow-parent', 'end when the parent process ends').hideHelp())
    .addHelpText(
      'after',
      examples(
        'insula start',
        'PORT=8080 DATA_DIR=/var/lib/insula insula start',
        'DATABASE_URL=postgres://migrator:secret@db/insula insula start --api-only',
        'DATABASE_URL=postgres://migrator:secret@db/insula insula start --worker-only',
        'OUTBOUND=hold insula start',
      ),
    )
    .action(start);
}

async function start(options: StartOptions): Promise<void> {
  const config = loadConfig();
  config.shutdownDelayMs ??= hasTerminal() ? 0 : usualDelayMs;
  const parts = partsOf(config, options);
  const log = createLog(config);
  for (const warning of config.warnings) log.warn(warning);
  // Loaded here, so that the other commands do not wait for the whole server.
  const { startInsula } = await import('../process/main.ts');
  let key: FirstKey | undefined;
  // A script that has waited for /ready reads the key at once.
  const running = startInsula(config, log, parts, async (pool, { urls }) => {
    if (urls.owner) key = await ensureFirstTenant(config, pool);
  });
  const announced = running.then((insula) => announce(config, log, insula, key));
  const stop = async (isHurried: boolean) =>
    (await running.catch(() => undefined))?.stop(isHurried);
  let stopWatching: ReturnType<typeof startWatchdog> | undefined;
  keepRunning({
    log,
    // Ctrl-C while starting: finish starting, then stop in order.
    stop: (isHurried) =>
      announced
        .catch(() => undefined)
        .then(() => stop(isHurried))
        .then(() => stopWatching?.()),
    stopMs: stopMsWith(config.shutdownDelayMs),
    lost: Promise.race([lostDatabase(running), keyRetired(running)]),
    followParent: options.followParent ?? false,
  });
  await announced.catch(async (error) => {
    await stop(true);
    throw error;
  });
  stopWatching = startWatchdog();
  keepCompiled();
}

function partsOf(config: Config, options: StartOptions): Parts {
  if (options.workerOnly && !config.databaseUrl) {
    throw new ConfigError(
      'DATABASE_URL: is needed for --worker-only, because the embedded PostgreSQL belongs to one process. ' +
        'Example: DATABASE_URL=postgres://migrator:secret@db/insula insula start --worker-only',
    );
  }
  return {
    api: !options.workerOnly,
    worker: options.workerOnly ?? (config.worker && !options.apiOnly),
  };
}

async function lostDatabase(running: Promise<Insula>): Promise<string> {
  const { embedded } = (await running.catch(() => undefined))?.database ?? {};
  if (!embedded) return new Promise(() => {});
  return `PostgreSQL stopped unexpectedly and does not start again. The end of its log:\n${await embedded.lost}`;
}

async function keyRetired(running: Promise<Insula>): Promise<string> {
  const insula = await running.catch(() => undefined);
  return insula ? insula.keyRetired : new Promise(() => {});
}

/** For people: a banner on a terminal and on a first start. For machines: one line in the log. */
async function announce(
  config: Config,
  log: Logger,
  { pool, database }: Insula,
  key: FirstKey | undefined,
): Promise<void> {
  const warnings = await openFunctionsIn(database.urls.owner ?? database.urls.api, log);
  const { embedded } = database;
  const postgres = embedded && describeBinaries(embedded.binaries);
  const notes = { isHeld: database.isHeld, warnings, postgres };
  if (!pool) {
    log.info('the worker is ready');
    return;
  }
  log.info({ url: config.baseUrl, docs: `${config.baseUrl}/docs`, postgres }, 'Insula is ready');
  const open = await openTypesIn(database.urls.owner, log);
  if (open.length > 0)
    log.warn({ types: listed(open) }, 'anonymous users can reach object types that are open');
  if (embedded || key?.isNew || process.stdout.isTTY)
    console.log(banner(config, key, process.stdout.isTTY === true, open, notes));
}

/** Warns of functions that tenants' SQL can reach and that this start cannot close. */
async function openFunctionsIn(url: string, log: Logger): Promise<string[]> {
  const open = await withClient(url, 'rights', openFunctions).catch((error) => {
    log.warn({ err: error }, 'could not see which functions SQL of tenants can run');
    return undefined;
  });
  if (!open) return [];
  const said =
    'Only the check of statements keeps SQL of tenants from functions that do more than compute';
  log.warn({ functions: open.count, command: open.command }, said);
  return [`${said}. As a superuser, in the database: ${open.command}`];
}

/** None of them is a reason not to start. */
async function openTypesIn(owner: string | null, log: Logger): Promise<string[]> {
  if (!owner) return [];
  return openTypes(owner).catch((error) => {
    log.warn({ err: error }, 'could not see which object types anonymous users can reach');
    return [];
  });
}
