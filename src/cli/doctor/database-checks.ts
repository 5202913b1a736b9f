import { glob, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { checkMigrated, migratedTo } from '../../db/check.ts';
import { withClient } from '../../db/client.ts';
import { migrationStatus } from '../../db/graphile-migrate.ts';
import { migrationsFolder } from '../../db/graphile-migrate-child.ts';
import { openFunctions } from '../../db/roles.ts';
import { type DatabaseUrls, databaseUrls } from '../../db/urls.ts';
import type { Config } from '../../ground/config/config.ts';
import { encryptionKeysOf } from '../../ground/config/keys.ts';
import { expect, type Finding, failed, ok, warning } from './check.ts';
import { checkClock } from './clock-checks.ts';
import { checkJournal } from './journal-check.ts';
import { checkKeys } from './keys-check.ts';
import { checkRefusals, checkServerLog } from './log-check.ts';
import { checkOpenTypes } from './open-types.ts';
import { checkVectors } from './vectors-check.ts';

/** Looks at the server, the roles and the schema through the migrating role. Changes nothing. */
export async function checkDatabase(
  url: string,
  config: Config,
  isPooled: boolean,
): Promise<Finding[]> {
  return withClient(url, 'doctor', async (client) => {
    const missing = await missingRoles(client);
    const server = [
      ...(await checkServer(client)),
      ...(await checkRights(client)),
      await checkFunctions(client),
      ...(await checkExtensions(client)),
      ...(await checkSettings(client, config)),
      await checkServerLog(client),
      await checkClock(client),
    ];
    const isMigrated = (await migratedTo(client)) !== undefined;
    if (missing.length > 0 && !isMigrated) return [...server, neverMigrated];
    // The following checks run as these roles.
    if (missing.length > 0) return [...server, reportMissing(missing)];
    return [
      ...server,
      ok('roles', 'all there'),
      ...(await checkKeysAndLogins(url, config, isPooled)),
      await checkMigrations(client, url),
      ...(await checkJournal(url)),
      await checkOpenTypes(url),
      await checkVectors(url),
    ];
  }).catch((error) => {
    const advice = 'Check host, port, user, password and pg_hba.conf of DATABASE_URL.';
    return [failed('connection', error.message, advice)];
  });
}

/** Whatever the role may do: for a machine that has the address of insula_api, which sees no table. */
export async function checkDatabaseAsApi(url: string, config: Config): Promise<Finding[]> {
  return withClient(url, 'doctor', async (client) => [
    ...(await checkServer(client)),
    ...(await checkSettings(client, config)),
    await checkServerLog(client),
    await checkClock(client),
    ...(await checkLogins(databaseUrls(url, encryptionKeysOf(config)), false)),
    ...(await checkRefusals(url)),
    await checkMigrated(url).then(
      () => ok('migrations', 'as new as this version needs'),
      (error: Error) => failed('migrations', 'older than this version', error.message),
    ),
    ok(
      'role of DATABASE_URL',
      'insula_api: only the migrating role sees roles, rights, journal, worker and bytes of files; also run doctor on the machine that migrates',
    ),
  ]);
}

const roles = ['insula_owner', 'insula_api', 'insula_tenant', 'insula_platform', 'insula_worker'];

async function missingRoles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) name where to_regrole(name) is null',
    [roles],
  );
  return rows.map(({ name }) => name);
}

function reportMissing(missing: string[]): Finding {
  return failed(
    'roles',
    `not there: ${missing.join(', ')}; this database comes from another server, or they were removed`,
    'Run "insula migrate up", which makes them, and "insula migrate functions --force", which gives them their rights.',
  );
}

const neverMigrated = failed('migrations', 'never run', 'Run "insula migrate up".');

async function checkServer(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
           pg_encoding_to_char(encoding) as encoding
      from pg_database where datname = current_database()`);
  const { version, number, encoding } = rows[0];
  return [
    expect(number >= 180000, 'version', version, failed, 'Use PostgreSQL 18 or newer.'),
    expect(
      encoding === 'UTF8',
      'encoding',
      encoding,
      failed,
      'Create the database with encoding UTF8.',
    ),
  ];
}

async function checkRights(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query(`
    select rolname as name, rolsuper or rolcreaterole as roles,
           has_database_privilege(current_database(), 'CREATE') as schemas
      from pg_roles where rolname = current_user`);
  const { name, roles, schemas } = rows[0];
  return [
    expect(
      roles,
      'right to create roles',
      name,
      failed,
      `As a superuser: alter role ${name} createrole;`,
    ),
    expect(
      schemas,
      'right to create schemas',
      name,
      failed,
      `As its owner: grant create on database ${client.database} to ${name} with grant option;`,
    ),
  ];
}

/** Functions that tenants' SQL must not run. */
async function checkFunctions(client: pg.Client): Promise<Finding> {
  const open = await openFunctions(client);
  const name = 'functions that SQL of tenants is not to run';
  return open
    ? warning(
        name,
        `only the check of statements keeps them from it (${open.count} are open)`,
        `As a superuser, in the database: ${open.command}`,
      )
    : ok(name, 'taken from PUBLIC');
}

/** The extensions that the migrations create must be on the server. */
async function checkExtensions(client: pg.Client): Promise<Finding[]> {
  const needed = new Set<string>();
  for await (const file of glob(`${migrationsFolder}/{committed/*,current}.sql`)) {
    const text = await readFile(file, 'utf8');
    for (const [, name] of text.matchAll(/^\s*create extension (?:if not exists )?"?([\w-]+)/gim)) {
      if (name) needed.add(name);
    }
  }
  const { rows } = await client.query('select name from pg_available_extensions');
  const missing = [...needed].filter((name) => !rows.some((row) => row.name === name));
  return [
    expect(
      missing.length === 0,
      'extensions',
      missing.length > 0
        ? `missing: ${missing.join(', ')}`
        : [...needed].join(', ') || 'none needed',
      failed,
      'Install the contrib packages of PostgreSQL on the server.',
    ),
  ];
}

async function checkSettings(client: pg.Client, config: Config): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
      where name in ('max_connections', 'fsync', 'synchronous_commit', 'full_page_writes')`,
  );
  const setting = (name: string) => rows.find((row) => row.name === name)?.setting ?? '?';
  const room = Number(setting('max_connections'));
  const findings = [
    expect(
      room >= config.dbPoolSize + 20,
      'max_connections',
      String(room),
      warning,
      `Raise it: each API process takes ${config.dbPoolSize} (DB_POOL_SIZE), the worker and commands about 20.`,
    ),
  ];
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const advice = `Turn ${name} on: without it a crash loses acknowledged writes.`;
    findings.push(expect(setting(name) !== 'off', name, setting(name), failed, advice));
  }
  return findings;
}

/** The passwords of roles come from the key: with another one, what to do about them would be the wrong advice. */
async function checkKeysAndLogins(
  url: string,
  config: Config,
  isPooled: boolean,
): Promise<Finding[]> {
  const { findings, isOther } = await checkKeys(url, config).catch((error: Error) => {
    const found = `the secrets in the database could not be read: ${error.message}`;
    return { findings: [warning('encryption key', found, 'See the message.')], isOther: false };
  });
  if (isOther) return findings;
  const urls = databaseUrls(url, encryptionKeysOf(config));
  return [...findings, ...(await checkLogins(urls, isPooled)), ...(await checkRefusals(urls.api))];
}

async function checkLogins(urls: DatabaseUrls, isPooled: boolean): Promise<Finding[]> {
  return Promise.all([
    checkLogin('insula_api', urls.api, isPooled),
    checkLogin('insula_worker', urls.worker, isPooled),
  ]);
}

async function checkLogin(
  role: string,
  connectionString: string,
  isPooled: boolean,
): Promise<Finding> {
  try {
    return await withClient(connectionString, 'doctor', async () =>
      ok(`login as ${role}`, 'works'),
    );
  } catch (error) {
    const pooler = isPooled
      ? 'The pooler has to let it in, too (PgBouncer: auth_query): see docs/operate/database.md. Then: '
      : '';
    const advice =
      pooler +
      'Run "insula migrate up": it makes the role and sets its password from ENCRYPTION_KEY, which must be the ' +
      'same for every process.';
    return failed(`login as ${role}`, (error as Error).message, advice);
  }
}

async function checkMigrations(client: pg.Client, url: string): Promise<Finding> {
  if (!(await migratedTo(client))) return neverMigrated;
  const status = await migrationStatus(url);
  if (status.unknown.length > 0) {
    return failed('migrations', `unknown: ${status.unknown.join(', ')}`, 'Use the newer Insula.');
  }
  return expect(
    status.pending.length === 0,
    'migrations',
    status.pending.length > 0 ? `pending: ${status.pending.join(', ')}` : 'up to date',
    failed,
    'Run "insula migrate up".',
  );
}
