import { join } from 'node:path';
import type pg from 'pg';

interface Part {
  /** Of its rows, as they are at the end of the WAL. */
  columns: string;
  from: string;
  where?: string;
  /** Change the rows of the moment, by those of the table `since`. */
  apply: string[];
}

/** Rows of users that become those of the end: what is gone stays gone, what was added stays. */
const likeTheEnd = (table: string, key: string, columns: string): Part => ({
  columns,
  from: table,
  apply: [
    `delete from ${table} t where not exists (select from since s where ${same('s', 't', key)})`,
    `insert into ${table} (${columns}) select ${columns} from since s
     where not exists (select from ${table} t where ${same('s', 't', key)})
       and exists (select from app.users u where u.tenant_id = s.tenant_id and u.id = s.user_id)`,
  ],
});

/** Rows that are good for one use: what was used or replaced is gone. */
const usedOnce = (table: string, key: string): Part => ({
  columns: key,
  from: table,
  apply: [
    `delete from ${table} t where not exists (select from since s where ${same('s', 't', key)})`,
  ],
});

const same = (a: string, b: string, key: string): string =>
  key
    .split(', ')
    .map((column) => `${a}.${column} = ${b}.${column}`)
    .join(' and ');

/** A key that was replaced since may end earlier than it did, and one that was changed has the rights that it has now. */
const revoked = (table: string, key: string, rights: string): Part => ({
  columns: `${key}, secret_hash, expires_at, ${rights}`,
  from: table,
  where: 'revoked_at is null',
  apply: [
    `update ${table} t set revoked_at = clock_timestamp(), updated_at = clock_timestamp()
     where t.revoked_at is null and not exists (
       select from since s where ${same('s', 't', key)} and s.secret_hash = t.secret_hash)`,
    `update ${table} t set expires_at = s.expires_at, updated_at = clock_timestamp()
     from since s where ${same('s', 't', key)}
       and s.expires_at < coalesce(t.expires_at, 'infinity')`,
    `update ${table} t set (${rights}, updated_at) = row(${of('s', rights)}, clock_timestamp())
     from since s where ${same('s', 't', key)} and (${of('s', rights)}) is distinct from (${of('t', rights)})`,
  ],
});

const of = (alias: string, columns: string): string =>
  columns
    .split(', ')
    .map((column) => `${alias}.${column}`)
    .join(', ');

const ofTenant = 'tenant_id, id';

/** Rows that a restore to a moment must not take back: they are read at the end of the WAL, and applied at the moment. */
const parts = {
  api_keys: revoked(
    'app.api_keys',
    ofTenant,
    'scopes, ip_allowlist, bound_by_policies, sees_private',
  ),
  platform_keys: revoked('app.platform_keys', 'id', 'scopes, ip_allowlist'),
  bans: {
    columns: `${ofTenant}, banned_at, banned_until, ban_reason`,
    from: 'app.users',
    where: `banned_at is not null and coalesce(banned_until, 'infinity') > now()`,
    apply: [
      `update app.users t
       set banned_at = s.banned_at, banned_until = s.banned_until, ban_reason = s.ban_reason,
         updated_at = clock_timestamp()
       from since s where ${same('s', 't', ofTenant)}
         and (t.banned_at is null
           or coalesce(t.banned_until, 'infinity') < coalesce(s.banned_until, 'infinity'))`,
    ],
  },
  passwords: {
    columns: `${ofTenant}, password_hash`,
    from: 'app.users',
    apply: [
      `update app.users t set password_hash = s.password_hash, updated_at = clock_timestamp()
       from since s where ${same('s', 't', ofTenant)}
         and s.password_hash is distinct from t.password_hash`,
    ],
  },
  passkeys: likeTheEnd(
    'app.passkeys',
    ofTenant,
    `${ofTenant}, user_id, credential_id, public_key, sign_count, transports, is_backed_up,
     friendly_name, created_at, last_used_at`,
  ),
  factors: likeTheEnd(
    'app.mfa_factors',
    ofTenant,
    `${ofTenant}, user_id, type, friendly_name, secret, last_step, verified_at, created_at`,
  ),
  recovery_codes: likeTheEnd(
    'app.recovery_codes',
    'tenant_id, user_id, code_hash',
    'tenant_id, user_id, code_hash, used_at',
  ),
  used_codes: {
    columns: 'tenant_id, user_id, code_hash, used_at',
    from: 'app.recovery_codes',
    where: 'used_at is not null',
    apply: [
      `update app.recovery_codes t set used_at = s.used_at
       from since s where ${same('s', 't', 'tenant_id, user_id, code_hash')} and t.used_at is null`,
    ],
  },
  links: usedOnce('app.auth_tokens', 'tenant_id, token_hash'),
  challenges: usedOnce('app.auth_challenges', ofTenant),
  sessions: {
    columns: `${ofTenant}, counter, refreshed_at`,
    from: 'app.sessions',
    where: 'revoked_at is null',
    apply: [
      `update app.sessions t set revoked_at = clock_timestamp()
       where t.revoked_at is null
         and not exists (select from since s where ${same('s', 't', ofTenant)})`,
      // A refresh token that was used since is used up.
      `update app.sessions t set counter = s.counter, refreshed_at = s.refreshed_at
       from since s where ${same('s', 't', ofTenant)} and s.counter > t.counter`,
    ],
  },
} satisfies Record<string, Part>;

/** How many rows each part has changed. */
export type Secured = Record<keyof typeof parts, number>;

const rowsOf = ({ columns, from, where = 'true' }: Part, limit = '') =>
  `select ${columns} from ${from} where ${where}${limit}`;

const fileOf = (folder: string, part: string) => `'${join(folder, part).replaceAll("'", "''")}'`;

/** Writes it to files, as the superuser. @param folder where PostgreSQL may write */
export async function noteSecurity(client: pg.Client, folder: string): Promise<void> {
  for (const [name, part] of Object.entries(parts))
    await client.query(`copy (${rowsOf(part)}) to ${fileOf(folder, name)}`);
}

/** Applies it: all of it or nothing. */
export async function applySecurity(client: pg.Client, folder: string): Promise<Secured> {
  const counts: Array<[string, number]> = [];
  await client.query('begin');
  for (const [name, part] of Object.entries(parts)) {
    await client.query(`create temp table since as ${rowsOf(part, ' limit 0')}`);
    await client.query(`copy since from ${fileOf(folder, name)}`);
    await client.query('analyze since');
    let count = 0;
    for (const statement of part.apply) count += (await client.query(statement)).rowCount ?? 0;
    counts.push([name, count]);
    await client.query('drop table since');
  }
  await client.query('commit');
  return Object.fromEntries(counts) as Secured;
}
