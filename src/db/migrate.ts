import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { Box } from '../credentials/box.ts';
import type { EncryptionKeys } from '../ground/config/keys.ts';
import { type ApplyResult, apply } from './apply.ts';
import { migratedTo, noteMigrated } from './check.ts';
import { clusterOf } from './citus/cluster.ts';
import { distributeTables, type TableTask } from './citus/tables.ts';
import { repeatClashing } from './clash.ts';
import { withClient } from './client.ts';
import { composeStored } from './compose-stored.ts';
import { graphileMigrate, type MigrationStatus, migrationStatus } from './graphile-migrate.ts';
import { readPending, runAlone } from './pending.ts';
import { logRewind, type Rewind, rewindAt } from './rewind.ts';
import { rewordStored } from './reword-stored.ts';
import { ensureRoles } from './roles.ts';
import { sealStored } from './seal-stored.ts';
import { addressed } from './session.ts';
import { databaseUrls, withOptions, withRole } from './urls.ts';

export interface MigrateOptions {
  log: Logger;
  /** The key, or the work that settles it once no other process migrates: settleKey. */
  encryptionKey: Buffer | EncryptionKeys | ((client: pg.Client) => Promise<EncryptionKeys>);
  /** Also run migrations/current.sql, the migration in progress. Default: only while nothing is committed yet. */
  current?: boolean;
  /** Spread the tenants over the nodes of a Citus cluster; where that has begun, every migration continues it. */
  distribute?: boolean;
  /** Hears which table is being taken to the nodes. */
  onTable?: (table: TableTask) => void;
  /** How it is known that the database has gone back in time, where it cannot know by itself. */
  rewound?: string | undefined;
  /** A copy that is only read keeps its places: they are those of the original. */
  isCopy?: boolean;
  /** Validate function bodies, and apply the functions even when nothing changed. */
  check?: boolean;
}

export interface MigrateResult extends MigrationStatus {
  functions: ApplyResult;
  /** Set when the database has gone back in time, and this was noticed now. */
  rewind: Rewind | null;
  ms: number;
}

/** The database was migrated by a newer version of Insula. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/** The migration with which secrets of headers began to be sealed. */
const firstSealed = '000041';
/** The one with which texts became NFC, and scripts without spaces words. */
const firstComposed = '000045';

/** A session-wide lock that all of `migrate` runs under; processes that start together take turns. */
const lockKey = "hashtextextended('insula migrate', 0)";

/**
 * Brings a database to the state of this checkout: roles, tables (graphile-migrate), the job queue
 * (graphile-worker), functions (apply). Repeatable, and quick when there is nothing to do.
 * @param url a role with CREATEROLE that owns the database, or a superuser; everything ends up owned by insula_owner
 * @throws MigrationError | SqlFileError with file, line and caret; NewerDatabaseError
 */
export async function migrate(url: string, options: MigrateOptions): Promise<MigrateResult> {
  const started = performance.now();
  const { log } = options;
  return withClient(url, 'migrate', async (client) => {
    await lockMigrations(client, log);
    const { encryptionKey: given } = options;
    const keys = typeof given === 'function' ? await given(client) : given;
    await ensureRoles(client, databaseUrls(url, keys), keys, log);
    const cluster = await clusterOf(client);
    const spreads = Boolean(cluster?.isDistributed || (cluster && options.distribute));
    // Tables that are on no other node yet are created here first: as a whole they reach the nodes sooner than change
    // by change.
    const here = cluster ? withOptions(url, { 'citus.enable_ddl_propagation': 'off' }) : url;
    const at = spreads ? withOptions(url, { 'citus.multi_shard_modify_mode': 'sequential' }) : here;
    const status = await statusOf(client);
    // Beside processes that serve, tables and functions change at one moment. A cluster takes one after the other.
    const isLive = !cluster && status.applied.length > 0;
    const pending = isLive && !hasCurrent(status, options) ? await readPending(status.pending) : [];
    if (pending.length > 0) await runAlone(withRole(url, 'insula_owner'), pending);
    else await migrateTables(cluster?.isDistributed ? url : here, status, options);
    await repeatClashing(() => migrateQueue(here, log), log);
    if (spreads) await distributeTables(url, options.onTable);
    const functions = await apply(at, {
      check: options.check ?? false,
      delegates: spreads,
      pending,
      ...(isLive && { gate: log }),
    });
    await client.query('set role insula_owner');
    const rewind = options.isCopy ? null : await rewindAt(client, options.rewound);
    if (rewind) logRewind(log)(rewind);
    // Before the note: a start that is killed here begins with it again.
    const before = (await migratedTo(client)) ?? '';
    if (before < firstSealed) await sealStored(client, new Box(keys), log);
    if (before < firstComposed) {
      await composeStored(client, log);
      await rewordStored(client, log);
    }
    await noteMigrated(client);
    const ms = Math.round(performance.now() - started);
    log.info({ migrations: status.pending.length, functions, ms }, 'database is up to date');
    return { ...status, functions, rewind, ms };
  });
}

/** Takes turns with every process that migrates, or starts and may. */
export async function lockMigrations(client: pg.Client, log?: Logger): Promise<void> {
  const { rows } = await client.query(`select pg_try_advisory_lock(${lockKey}) as locked`);
  if (rows[0].locked) return;
  log?.info('waiting for another process that is migrating this database');
  await client.query(`select pg_advisory_lock(${lockKey})`);
}

async function statusOf(client: pg.Client): Promise<MigrationStatus> {
  const status = await migrationStatus(client);
  if (status.unknown.length === 0) return status;
  throw new NewerDatabaseError(
    `The database has migrations that this version does not know (${status.unknown.join(', ')}): ` +
      'start the version of Insula that made them, or a newer one.',
  );
}

/** Whether migrations/current.sql is to be run. */
function hasCurrent(status: MigrationStatus, { current }: MigrateOptions): boolean {
  const nothingCommitted = status.applied.length + status.pending.length === 0;
  return status.hasCurrent && (current ?? nothingCommitted);
}

/** Runs the pending migrations one after the other. The process that does it is only started when there are any. */
async function migrateTables(
  url: string,
  status: MigrationStatus,
  options: MigrateOptions,
): Promise<void> {
  const withCurrent = hasCurrent(status, options);
  if (status.pending.length === 0 && !withCurrent) return;
  const output = await graphileMigrate({
    command: withCurrent ? 'current' : 'migrate',
    url: withRole(url, 'insula_owner'),
  });
  options.log.debug({ output }, 'graphile-migrate');
}

/**
 * The tables of graphile-worker, owned by insula_owner and open to insula_worker. They have row-level
 * security without policies, so the worker gets one that lets it see every job.
 */
async function migrateQueue(url: string, log: Logger): Promise<void> {
  const pool = new pg.Pool({
    ...addressed(
      withOptions(url, {
        role: 'insula_owner',
        client_min_messages: 'warning',
        lock_timeout: 2_000,
      }),
    ),
    max: 1,
    application_name: 'insula migrate',
  });
  const onError = (error: Error) =>
    log.error({ err: error }, 'lost the connection while migrating');
  // graphile-worker asks for both handlers.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  try {
    await runMigrations({ pgPool: pool });
    await pool.query(queueGrants);
  } finally {
    await pool.end();
  }
}

const queueGrants = `
do $$
declare
  v_table text;
begin
  if not has_schema_privilege('insula_worker', 'graphile_worker', 'USAGE') then
    grant usage on schema graphile_worker to insula_worker;
  end if;
  for v_table in
    select format('%I.%I', c.relnamespace::regnamespace::text, c.relname) from pg_class c
     where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'v', 'p')
       and not has_table_privilege('insula_worker', c.oid, 'DELETE')
  loop
    execute format('grant select, insert, update, delete on %s to insula_worker', v_table);
  end loop;
  for v_table in
    select format('%I.%I', c.relnamespace::regnamespace::text, c.relname) from pg_class c
     where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
       and not exists (select from pg_policy p where p.polrelid = c.oid)
  loop
    execute format(
      'create policy "the worker sees every job" on %s to insula_worker using (true) with check (true)', v_table);
  end loop;
  for v_table in
    select p.oid::regprocedure::text from pg_proc p
     where p.pronamespace = 'graphile_worker'::regnamespace
       and not has_function_privilege('insula_worker', p.oid, 'EXECUTE')
  loop
    execute format('grant execute on function %s to insula_worker', v_table);
  end loop;
end $$`;
