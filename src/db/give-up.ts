import { createHash } from 'node:crypto';
import type pg from 'pg';
import { Box } from '../credentials/box.ts';
import { lostMask, lostSecret } from '../credentials/lost-secret.ts';
import { type Seal, type SealedColumn, sealedColumns } from '../credentials/sealed-columns.ts';
import { newSigningKey } from '../credentials/signing-keys.ts';
import type { Config } from '../ground/config/config.ts';
import {
  type EncryptionKeys,
  encryptionKeysOf,
  keepEncryptionKey,
  keysIn,
} from '../ground/config/keys.ts';
import { DatabaseError } from './client.ts';
import { fingerprintOf, knownFingerprint, noteOf } from './encryption-key.ts';
import { lockMigrations } from './migrate.ts';
import { scramVerifier } from './roles.ts';
import { isOpen, type SealedRow, sealedPages } from './sealed-rows.ts';
import { rolePassword } from './urls.ts';

/** Secrets of one kind that the key does not open. */
export interface Loss {
  kind: string;
  remedy: string;
  count: number;
  /** Of which tenants; none has the signing keys. */
  tenants: { id: string; slug: string | null; count: number }[];
}

export interface Losses {
  /** Fingerprints: of the key that the database knows, and of the one that this process has. */
  known: string | null;
  ours: string;
  losses: Loss[];
  count: number;
  /** Sign-ins that end: their refresh tokens come from the key. */
  sessions: number;
  /** Proves that this list was seen. */
  token: string;
}

/** The sealed texts of each kind that this key does not open. Changes nothing. @param client the migrating role */
export async function findLosses(
  client: pg.Client,
  keys: Buffer | EncryptionKeys,
): Promise<Losses> {
  const [key] = keysIn(keys);
  const box = new Box(keys);
  const slugs = await slugsOf(client);
  const kinds = new Map<string, { column: SealedColumn; counts: Map<string, number> }>();
  for (const column of sealedColumns) {
    const { counts } = kinds.get(column.kind) ?? { counts: new Map<string, number>() };
    for await (const page of sealedPages(client, column))
      for (const { tenant, seals } of page) {
        const lost = seals.filter((seal) => isLost(box, tenant, seal)).length;
        if (lost > 0) counts.set(tenant, (counts.get(tenant) ?? 0) + lost);
      }
    if (counts.size > 0) kinds.set(column.kind, { column, counts });
  }
  const losses = [...kinds].map(([kind, { column, counts }]) => ({
    kind,
    remedy: column.remedy,
    count: [...counts.values()].reduce((sum, one) => sum + one, 0),
    tenants: [...counts]
      .filter(([id]) => slugs.has(id))
      .map(([id, count]) => ({ id, slug: slugs.get(id) ?? null, count })),
  }));
  const count = losses.reduce((sum, loss) => sum + loss.count, 0);
  const known = (await knownFingerprint(client)) ?? null;
  const ours = fingerprintOf(key);
  const isKnown = keysIn(keys).some((one) => fingerprintOf(one) === known);
  const sessions = isKnown ? 0 : await sessionsIn(client);
  return { known, ours, losses, count, sessions, token: tokenOf(client, count, known) };
}

/**
 * Gives up what the key does not open: each such secret is marked as lost, signing keys are made again, and the
 * server knows the new key. It works page by page, the key last: an interrupted call continues when it is repeated, and
 * until its end no process starts with the new key.
 * @param token of findLosses: no more is given up than was listed
 * @throws DatabaseError while Insula runs, or for a token that is not of this list
 */
export async function giveUp(client: pg.Client, config: Config, token: string): Promise<Losses> {
  await lockMigrations(client);
  await requireStopped(client);
  const found = await findLosses(client, encryptionKeysOf(config));
  const [listed = ''] = token.split('-');
  if (token !== tokenOf(client, Number(listed), found.known) || Number(listed) < found.count)
    throw new DatabaseError(
      'This is not the token of what would be given up now. Look at the list again: insula secrets give-up',
    );
  // Before anything is sealed with it.
  if (config.made.encryptionKey) keepEncryptionKey(config);
  const keys = encryptionKeysOf(config);
  const box = new Box(keys);
  await client.query('set role insula_owner');
  for (const column of sealedColumns)
    if (column.table !== 'signing_keys') await giveUpColumn(client, column, box);
  // An answer that holds a secret is not repeated any more, and what it was about is not done twice.
  if (!keys.some((key) => fingerprintOf(key) === found.known))
    await client.query(
      `update app.idempotency_keys set answer = null, request_hash = '' where answer->>'$sealed' is not null`,
    );
  await client.query('reset role');
  await requireStopped(client);
  await exchangeKey(client, keys, box);
  return found;
}

async function giveUpColumn(client: pg.Client, column: SealedColumn, box: Box): Promise<void> {
  for await (const page of sealedPages(client, column)) {
    const lost = page.filter(({ tenant, seals }) =>
      seals.some((seal) => isLost(box, tenant, seal)),
    );
    const byTenant = Map.groupBy(lost, ({ tenant }) => tenant);
    await client.query('begin');
    for (const [tenant, rows] of byTenant)
      await write(
        client,
        column,
        tenant,
        rows.map((row) => withoutLost(column, row, box)),
      );
    await client.query('commit');
  }
}

/** The columns of a row as they are without what is lost, and its key: as texts, because numbers keep every digit. */
function withoutLost(column: SealedColumn, page: SealedRow, box: Box): Record<string, string> {
  const { row, tenant, seals } = page;
  const lost = seals.filter((seal) => isLost(box, tenant, seal)).map(({ sealed }) => sealed);
  const value = lost.reduce((text, sealed) => text.replaceAll(sealed, lostSecret), page.text);
  const said = { ...column.whenLost?.(row) };
  const made = Object.entries(said).map(([name, one]) => [name, JSON.stringify(one)]);
  const key = column.key.map((name) => [name, JSON.stringify(row[name])]);
  const config =
    column.maskOf && page.config
      ? [['config_json', masked(column, page.config, row[column.column], lost)]]
      : [];
  const own = [column.column, column.isText ? JSON.stringify(value) : value];
  return Object.fromEntries([own, ...made, ...config, ...key]);
}

/** Of ECMAScript, what TypeScript does not know yet: the text of a number, and a number as a text. */
const { parse, rawJSON } = JSON as unknown as {
  parse(
    text: string,
    revive: (name: string, value: unknown, context: { source: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
};

/** A config whose masks show which secrets are lost. */
function masked(
  { maskOf }: SealedColumn,
  config: string,
  secrets: Record<string, unknown>,
  lost: readonly string[],
): string {
  // biome-ignore lint/suspicious/noExplicitAny: a part of JSON
  const shown: any = parse(config, (_, value, { source }) =>
    typeof value === 'number' ? rawJSON(source) : value,
  );
  for (const [secret, sealed] of Object.entries(secrets)) {
    const path = maskOf?.(secret) ?? [];
    const last = path.pop() as string;
    const parent = path.reduce((part, name) => part?.[name], shown);
    if (lost.includes(sealed as string) && typeof parent?.[last] === 'string')
      parent[last] = lostMask;
  }
  return JSON.stringify(shown);
}

/** One statement for the rows of a tenant: on a cluster it goes to their node. */
async function write(
  client: pg.Client,
  { table, key, isVersioned }: SealedColumn,
  tenant: string,
  rows: Record<string, string>[],
): Promise<void> {
  const names = Object.keys(rows[0] ?? {}).filter((name) => !key.includes(name));
  const set = names.map((name) => `${name} = v.${name}`);
  if (isVersioned) set.push('updated_at = $3');
  const match = ['t.tenant_id = $1', ...key.map((name) => `t.${name} = v.${name}`)];
  const texts = rows.map((row) => {
    const members = Object.entries(row).map(([name, json]) => `${JSON.stringify(name)}:${json}`);
    return `{${members}}`;
  });
  await client.query(
    `update app.${table} t set ${set} from jsonb_populate_recordset(null::app.${table}, $2::jsonb) v
     where ${match.join(' and ')}`,
    [tenant, `[${texts}]`, ...(isVersioned ? [new Date()] : [])],
  );
}

/** Replaces everything that depends on the key at once: signing keys, the note of the key, and derived passwords. */
async function exchangeKey(client: pg.Client, keys: EncryptionKeys, box: Box): Promise<void> {
  const [key] = keys;
  const ours = keys.map(fingerprintOf);
  const { rows } = await client.query('select kid, private_key from app.signing_keys');
  const place = 'signing_keys.private_key';
  const lost = rows.filter(
    ({ private_key }) => !isOpen(box, 'platform', { place, sealed: private_key }),
  );
  await client.query('begin');
  if (lost.length > 0) {
    await client.query('set local role insula_owner');
    await client.query('delete from app.signing_keys where kid = any ($1)', [
      lost.map(({ kid }) => kid),
    ]);
    if (lost.length === rows.length) {
      const made = await newSigningKey(box);
      await client.query(
        'insert into app.signing_keys (kid, public_jwk, private_key, created_at) values ($1, $2, $3, $4)',
        [made.kid, made.jwk, made.sealed, new Date()],
      );
    }
    await client.query('set local role none');
  }
  // An older version may have migrated it.
  const { rows: kept } = await client.query(
    `select to_regclass('app.encryption_keys') is not null as are_kept`,
  );
  if (kept[0].are_kept) {
    await client.query('set local role insula_owner');
    await client.query('delete from app.encryption_keys where fingerprint <> all ($1)', [ours]);
    await client.query('delete from app.key_holders');
    // A reseal with a key that is lost keeps no other one from starting.
    await client.query(
      `update app.migrations set status = 'cancelled', finished_at = clock_timestamp()
       where status in ('running', 'paused') and fingerprint <> all ($1)`,
      [ours],
    );
    await client.query('set local role none');
  }
  if (!ours.includes((await knownFingerprint(client)) ?? '')) {
    await client.query(`comment on role insula_api is '${noteOf(key)}'`);
    for (const role of ['insula_api', 'insula_worker'])
      await client.query(`alter role ${role} password '${scramVerifier(rolePassword(key, role))}'`);
  }
  await client.query('commit');
}

const isLost = (box: Box, tenant: string, seal: Seal): boolean => !isOpen(box, tenant, seal);

/** The same for as long as the database knows the same key: an interrupted one continues with it. */
function tokenOf(client: pg.Client, count: number, known: string | null): string {
  const text = JSON.stringify([client.database, count, known]);
  return `${count}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}

/** @throws DatabaseError */
async function requireStopped(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (usename in ('insula_api', 'insula_worker') or usename like 'insula\\_ten\\_%')`,
  );
  if (rows[0]?.count)
    throw new DatabaseError(
      'Insula is running on this database: stop every process of it first, and start them again afterwards.',
    );
}

async function slugsOf(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query('select tenant_id, slug from app.tenants');
  return new Map(rows.map(({ tenant_id, slug }) => [tenant_id, slug]));
}

async function sessionsIn(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as count from app.sessions
     where revoked_at is null and (expires_at is null or expires_at > now())`,
  );
  return rows[0].count;
}
