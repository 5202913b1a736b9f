import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sealedColumns } from '../../src/credentials/sealed-columns.ts';
import type { TenantClient } from '../support/api.ts';
import { createTenant } from '../support/api.ts';
import { seedSecrets } from '../support/seed-secrets.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { openLiving, type Read, readAll } from './living.ts';
import { oneOfEverything } from './one-of-everything.ts';

/** A living tenant as the source of a snapshot. */

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });

let api: TenantClient;
let read: Read;

beforeAll(async () => {
  api = await oneOfEverything(server, 'seeded');
  await oneOfEverything(server, 'stranger');
  read = await readAll(await openLiving(server, api.tenant.id));
}, 180_000);

/** Each line as an object, as PostgreSQL reads it: numbers with every digit. */
const shown = `
  select (select jsonb_object_agg(c.name, l.line->(c.nth::int - 1)) from unnest($1::text[]) with ordinality c(name, nth)) as row
  from unnest($2::jsonb[]) l(line)`;

describe('a snapshot of everything', () => {
  it('has every row of every table that is in it, and each column as it is', async () => {
    const { rows: tables } = await server.db.query(
      `select t.name, t.columns, array(
         select a.attname::text from pg_attribute a
         where a.attrelid = ('app.' || t.name)::regclass and a.atttypid = 'bytea'::regtype) as bytes
       from worker.snapshot_tables() t`,
    );
    const sealed = new Set(sealedColumns.map(({ table }) => table));
    let filled = 0;
    for (const { name, columns, bytes } of tables) {
      const lines = read.rows[name] ?? [];
      const { rows } = await server.db.query(
        `select count(*)::int as count from app.${name} where tenant_id = $1`,
        [api.tenant.id],
      );
      expect([name, lines.length]).toEqual([name, rows[0].count]);
      if (lines.length > 0) filled += 1;
      if (sealed.has(name)) continue;
      const written = columns.map((column: string) =>
        bytes.includes(column)
          ? `'${column}', replace(encode(t.${column}, 'base64'), e'\\n', '')`
          : `'${column}', to_jsonb(t)->'${column}'`,
      );
      const { rows: missing } = await server.db.query(
        `select jsonb_build_object(${written}) as row from app.${name} t where tenant_id = $3 except ${shown}`,
        [columns, lines, api.tenant.id],
      );
      expect([name, missing]).toEqual([name, []]);
    }
    expect(filled).toBeGreaterThan(70);
  });

  it('has nothing of another tenant, and no table that is left out', async () => {
    expect(JSON.stringify(read.rows)).toContain('seeded');
    expect(JSON.stringify(read.rows)).not.toContain('stranger');
    const { rows } = await server.db.query(
      `select table_name from app.registry_tables() where rule->>'snapshot' <> 'in'`,
    );
    expect(rows.filter(({ table_name }) => table_name in read.rows)).toEqual([]);
  });

  it('says what the tenant may not bring: plan, limits, status and region are not in it', () => {
    const tenants = read.manifest.tables.find(({ name }) => name === 'tenants');
    expect(tenants?.columns.toSorted()).toEqual([
      ...['created_at', 'ip_allowlist', 'metadata', 'mfa_roles', 'name', 'owner_email'],
      ...['session_duration', 'slug', 'updated_at'],
    ]);
    expect(tenants?.key).toEqual([]);
    expect(read.manifest).toMatchObject({
      tenant: { id: api.tenant.id, name: api.tenant.name },
      schema_version: expect.stringMatching(/^\d{6}$/),
      source: { installation_id: expect.stringMatching(/^ins_[0-9a-f]{32}$/) },
    });
  });

  it('has the bytes of each file once, also of those in the trash', async () => {
    const { rows } = await server.db.query(
      `select distinct checksum from app.files where tenant_id = $1 and status = 'ready'
       union select checksum from app.file_versions where tenant_id = $1`,
      [api.tenant.id],
    );
    expect(rows.length).toBeGreaterThan(0);
    const found = Object.entries(read.files);
    for (const [sha256, content] of found)
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    const blobs = await server.db.query(
      'select checksum from app.blobs where tenant_id = $1 and not is_going',
      [api.tenant.id],
    );
    const stored = blobs.rows.map(({ checksum }) => checksum);
    expect(found.map(([sha256]) => sha256).toSorted()).toEqual(
      rows
        .map(({ checksum }) => checksum)
        .filter((one) => stored.includes(one))
        .toSorted(),
    );
  });
});

describe('secrets', () => {
  let ours: TenantClient;
  beforeAll(async () => {
    ours = await createTenant(server);
    await seedSecrets(ours, 'https://hooks.example/secrets');
  });

  it('are not in the rows, neither as they are nor sealed, and the records show it', async () => {
    const { rows, secrets } = await readAll(await openLiving(server, ours.tenant.id));
    const text = JSON.stringify(rows);
    expect(text).not.toContain('hush-hush');
    expect(text.match(/enc:v[12]:[\w-]*/g)?.filter((one) => one !== 'enc:v1:lost')).toEqual([]);
    expect(secrets).toEqual([]);
    for (const table of [
      'webhooks',
      'ai_providers',
      'email_report_keys',
      'integrations',
      'plugins',
    ])
      expect([table, rows[table]?.join().includes('•••• lost')]).toEqual([table, true]);
  });

  it('are opened where they are asked for, and only beside the rows', async () => {
    const { rows, secrets } = await readAll(
      await openLiving(server, ours.tenant.id, { secrets: 'included' }),
    );
    expect(JSON.stringify(rows)).not.toContain('hush-hush');
    expect(rows.webhooks?.join()).not.toContain('•••• lost');
    const { rows: columns } = await server.db.query(
      `select table_name || '.' || column_name as name from app.registry_columns() where rule->>'secret' in ('sealed', 'calls')`,
    );
    const found = new Set(secrets.map(([table, , column]) => `${table}.${column}`));
    const missing = columns.map(({ name }) => name).filter((name) => !found.has(name));
    // Of the installation; and of runs, which have none yet.
    expect(missing.toSorted()).toEqual([
      'automation_runs.actions',
      'signing_keys.private_key',
      'workflow_runs.actions',
    ]);
    expect(secrets).toContainEqual([
      'functions',
      [expect.stringMatching(/^fn_/)],
      'env',
      ['hush-hush', 'hush-hush'],
    ]);
    expect(secrets.flatMap(([, , , text]) => text).includes(null)).toBe(false);
  });
});

describe('a snapshot of less', () => {
  it('without data has the configuration and nothing that hangs on data', async () => {
    const { rows, files } = await readAll(
      await openLiving(server, api.tenant.id, { data: 'none', journal_from: 'none' }),
    );
    for (const name of ['objects', 'users', 'files', 'comments', 'form_submissions'])
      expect(name in rows).toBe(false);
    expect(rows.journal).toEqual([]);
    expect(files).toEqual({});
    for (const name of ['object_types', 'properties', 'roles', 'webhooks', 'tenant_settings'])
      expect([name, rows[name]?.length]).not.toEqual([name, 0]);
    const { rows: references } = await server.db.query(`
      select c.relname as from, f.relname as to
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'app'::regnamespace`);
    expect(
      references.filter(({ from, to }) => from in rows && !(to in rows)).map(({ from }) => from),
    ).toEqual([]);
  });

  it('as a sample has the newest 1,000 objects of each type, those that they refer to, and what hangs on them', async () => {
    const sampled = await createTenant(server);
    const type = (await sampled.post('/v1/object-types', { name: 'things' })).body.data.id;
    const made: string[] = [];
    for (let n = 0; n < 3; n++)
      made.push((await sampled.post('/v1/objects/things', { properties: { n } })).body.data.id);
    const [referred, old, from] = made as [string, string, string];
    const attach = { object_type_id: type, object_id: old };
    await sampled.post('/v1/comments', { ...attach, body: 'of an old one' });
    await sampled.post('/v1/comments', { ...attach, object_id: referred, body: 'of a known one' });
    await sampled.put(`/v1/objects/things/${from}/associations/knows/things/${referred}`, {});
    await sampled.put(`/v1/objects/things/${from}/associations/knows/things/${old}`, {});
    await sampled.delete(`/v1/objects/things/${from}/associations/knows/things/${old}`);
    await sampled.put(`/v1/objects/things/${old}/associations/knows/things/${from}`, {});
    // 999 newer ones: of the three, only the last one is among the newest.
    await server.db.query(
      `insert into app.objects (tenant_id, object_type_id, id, properties, created_at, updated_at, tx_id)
       select $1, $2, app.new_id('obj'), '{}', now(), now(), '1' from generate_series(1, 999)`,
      [sampled.tenant.id, type],
    );
    const { rows, manifest } = await readAll(
      await openLiving(server, sampled.tenant.id, { data: 'sample' }),
    );
    const values = (table: string, column: string) => {
      const at = manifest.tables.find(({ name }) => name === table)?.columns.indexOf(column);
      return (rows[table] ?? []).map((line) => JSON.parse(line)[at as number]);
    };
    expect(rows.objects?.length).toBe(1001);
    expect(values('objects', 'id')).toEqual(expect.arrayContaining([referred, from]));
    expect(values('objects', 'id')).not.toContain(old);
    expect(values('associations', 'from_id')).toEqual([from]);
    expect(values('comments', 'body')).toEqual(['of a known one']);
    expect(values('object_versions', 'object_id')).not.toContain(old);
    expect(rows.object_types?.length).toBe(1);
  });

  it('has the journal from a time on, in the order of places', async () => {
    const { rows } = await server.db.query(
      'select id, xid::text, created_at from app.journal where tenant_id = $1 order by xid, id',
      [api.tenant.id],
    );
    const from = rows[Math.floor(rows.length / 2)].created_at.toISOString();
    const some = await readAll(await openLiving(server, api.tenant.id, { journal_from: from }));
    const columns = some.manifest.tables.at(-1)?.columns as string[];
    const ids = some.rows.journal?.map((line) => JSON.parse(line)[columns.indexOf('id')]);
    expect(ids?.length).toBeGreaterThan(0);
    expect(ids?.length).toBeLessThan(rows.length);
    expect(ids).toEqual(rows.slice(-(ids?.length ?? 0)).map(({ id }) => id));
  });

  it('is refused for a tenant that is not there', async () => {
    await expect(openLiving(server, 'ten_0000000000000000')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      extras: { details: { resource: 'tenant' } },
    });
  });
});
