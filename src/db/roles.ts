import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { EncryptionKeys } from '../ground/config/keys.ts';
import { canConnect, DatabaseError, withClient } from './client.ts';
import { checkKey, noteOf } from './encryption-key.ts';
import { type DatabaseUrls, databaseUrls, rolePassword } from './urls.ts';

const rolesFile = new URL('../../migrations/roles.sql', import.meta.url);
const functionsFile = new URL('../../migrations/functions.sql', import.meta.url);

/**
 * Error codes of PostgreSQL when two sessions create or change the same role, or another catalog row, at the same
 * moment.
 */
const clashes = new Set(['23505', '42710', 'XX000']);

/**
 * Creates the roles and their rights (migrations/roles.sql and functions.sql), and lets the API and the worker log in with the
 * passwords that ENCRYPTION_KEY gives them.
 * @param client connected as the configured role, without `role=insula_owner`
 */
export async function ensureRoles(
  client: pg.Client,
  urls: DatabaseUrls,
  encryptionKeys: Buffer | EncryptionKeys,
  log: Logger,
): Promise<void> {
  for (const file of [rolesFile, functionsFile]) {
    const sql = await readFile(file, 'utf8');
    await retryClashes(() => client.query(sql)).catch(explainRights(client.user));
  }
  const key = await claimKey(client, encryptionKeys);
  for (const [role, url] of [
    ['insula_api', urls.api],
    ['insula_worker', urls.worker],
  ] as const) {
    if (await canConnect(url)) continue;
    const verifier = scramVerifier(rolePassword(key, role));
    await retryClashes(() => client.query(`alter role ${role} password '${verifier}'`)).catch(
      explainRights(client.user),
    );
    log.debug({ role }, 'set the password of a role from ENCRYPTION_KEY');
  }
}

/**
 * Makes only the roles, before a dump is restored that gives them what they own: nothing in the database but their
 * rights on it and their settings. Their passwords come with the first start.
 * @param url a superuser, or a role with CREATEROLE that owns the database
 */
export async function makeRoles(url: string): Promise<void> {
  await withClient(url, 'roles', async (client) => {
    await client.query("select set_config('insula.roles_alone', 'on', false)");
    for (const file of [rolesFile, functionsFile]) {
      const sql = await readFile(file, 'utf8');
      await retryClashes(() => client.query(sql)).catch(explainRights(client.user));
    }
  });
}

/** As `ensureRoles`, on a connection of its own. */
export async function ensureRolesAt(
  url: string,
  encryptionKeys: Buffer | EncryptionKeys,
  log: Logger,
): Promise<void> {
  await withClient(url, 'roles', (client) =>
    ensureRoles(client, databaseUrls(url, encryptionKeys), encryptionKeys, log),
  );
}

/** Takes from PUBLIC, in the database of a superuser's address, what tenants' own SQL is not to run: migrations/functions.sql. */
export async function restrictFunctions(superuserUrl: string, migrator: string): Promise<void> {
  const sql = await readFile(functionsFile, 'utf8');
  await withClient(superuserUrl, 'rights of functions', async (client) => {
    await client.query(`select set_config('insula.migrator', $1, false)`, [migrator]);
    await client.query(sql);
  });
}

/**
 * Functions open to tenants' SQL although migrations/functions.sql closes them: a start without a superuser cannot. It
 * is no matter on a cluster, which has no such SQL.
 * @returns the command for a superuser, or undefined when all is closed
 */
export async function openFunctions(
  client: pg.Client,
): Promise<{ count: number; command: string } | undefined> {
  const names = /p\.proname like any (\(array\[[^\]]*\]\))/.exec(
    await readFile(functionsFile, 'utf8'),
  )?.[1];
  const { rows } = await client.query(
    `select count(*)::int as count, case when current_user <> 'insula_api' then current_user else (
       select pg_get_userbyid(d.datdba) from pg_database d where d.datname = current_database()) end as owner
     from pg_proc p
     where p.pronamespace = 'pg_catalog'::regnamespace and p.proname like any ${names}
       and has_function_privilege('public', p.oid, 'EXECUTE')
       and not exists (select 1 from pg_extension where extname = 'citus')`,
  );
  const { count, owner } = rows[0];
  if (count === 0) return undefined;
  const command = `psql -c "set insula.migrator = '${owner}'" -f migrations/functions.sql`;
  return { count, command };
}

/** Repeats changes of roles: they belong to the whole server, so a lock in one database does not stop another database. */
export async function retryClashes(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run();
      return;
    } catch (error) {
      if (attempt === 8 || !clashes.has((error as pg.DatabaseError).code ?? '')) throw error;
      await sleep(20 * attempt * (1 + Math.random()));
    }
  }
}

/** Notes the key where the server knows none. @returns that of the passwords @throws OtherKeyError */
async function claimKey(client: pg.Client, keys: Buffer | EncryptionKeys): Promise<Buffer> {
  const { key, isNew } = await checkKey(client, keys);
  if (isNew)
    await retryClashes(() => client.query(`comment on role insula_api is '${noteOf(key)}'`)).catch(
      explainRights(client.user),
    );
  return key;
}

/** "permission denied" does not name the right that the migrating role lacks. */
function explainRights(user: string | undefined) {
  return (error: pg.DatabaseError): never => {
    if (error.code !== '42501') throw error;
    const roles = 'insula_owner, insula_api, insula_tenant, insula_platform, insula_worker';
    throw new DatabaseError(
      `The role "${user}" may not prepare the roles of Insula (${error.message}). It needs CREATEROLE ` +
        `(as a superuser: alter role ${user} createrole;) and, where another role has made them on this server ` +
        `already, membership (grant ${roles} to ${user} with admin option;).`,
      { cause: error },
    );
  };
}

/** A SCRAM-SHA-256 verifier (RFC 5803), so that the password itself never reaches the server or its log. */
export function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest('base64');
  const serverKey = sign('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
