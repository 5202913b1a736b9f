import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apply } from '../../src/db/apply.ts';
import { defineType } from '../support/define-type.ts';
import { settle } from '../support/settle.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

/** A table that a later version adds gets all of this only by its registry. */

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });
const api = useTenant(server);

const table = `
  create table app.gifts (
    tenant_id text collate "C" not null references app.tenants, id app.id not null,
    giver_id text, taker_id text, card text, object_type_id text, object_id text, file_id text,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id));
  comment on table app.gifts is 'Gifts';
  alter table app.gifts enable row level security;
  create policy "a tenant sees its own rows" on app.gifts to insula_tenant, insula_worker
    using (tenant_id = current_setting('app.tenant_id')) with check (tenant_id = current_setting('app.tenant_id'));
  alter default privileges for role insula_owner in schema app grant all on tables to insula_tenant, insula_worker;`;
const registry = `
  create or replace function app.registry_gifts() returns jsonb language sql immutable as $$ select jsonb '{
    "gifts": {"snapshot": "in", "ids": "gift", "expires": {"by": "id", "after": "30 days"}, "contains": {"gift": "r.card"},
      "events": {
        "gift": {"needs": "gifts:manage", "scope": "schema", "judged": "always", "audit": "hidden", "error": "hidden",
          "shown": "app.acts_alone(v_record->>''giver_id'')", "before": ["p_row.before->>''giver_id''", "is null"],
          "keys": "array[''g:'' || p_row.resource_id]"},
        "gift_run": {"noun": "gift", "needs": "*"}}, "columns": {
      "giver_id": {"names": "user", "merge": "move", "remove": "keep", "export": "made"},
      "taker_id": {"names": "user", "merge": "keep", "remove": "delete", "counts_as": "gift", "export": null},
      "object_type_id": {"names": "object_type", "purge": "delete", "counts_as": "gift"},
      "object_id": {"names": "object", "type": "object_type_id", "purge": "delete", "counts_as": "gift"},
      "file_id": {"names": "file", "purge": "null"}}}}' $$;
  comment on function app.registry_gifts is 'Declares gifts';`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'insula-sql-'));
  await cp('sql', folder, { recursive: true });
  await mkdir(join(folder, '20_engines/people/gifts'));
  await writeFile(join(folder, '20_engines/people/gifts/registry.sql'), registry);
  const grants = join(folder, '90_grants.sql');
  await writeFile(
    grants,
    'grant insert, update, delete on app.gifts to insula_tenant, insula_worker;',
    {
      flag: 'a',
    },
  );
  await server.db.query(table);
  await apply(server.config.databaseUrl as string, { folder, force: true });
  await defineType(api, {}, { name: 'things', user_access: 'open' });
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

const give = async (columns: Record<string, string>, id?: string) => {
  const { rows } = await server.db.query(
    `insert into app.gifts select * from jsonb_populate_record(null::app.gifts, $1::jsonb || jsonb_build_object(
       'tenant_id', $2::text, 'id', coalesce($3, app.new_id('gift')::text), 'created_at', now())) returning id`,
    [columns, api.tenant.id, id],
  );
  return rows[0].id as string;
};
const giftOf = async (id: string) =>
  (await server.db.query('select * from app.gifts where id = $1', [id])).rows[0];

describe('a table that a registry declares', () => {
  it('is taken along when two users are merged, and stands in the export', async () => {
    const header = { 'x-tenant-id': api.tenant.id };
    const guest = (await api.as(undefined).post('/v1/auth/anonymous', {}, header)).body.data;
    const ada = await signUp(api);
    const gift = await give({ giver_id: guest.user.id, taker_id: guest.user.id });
    const { email, password } = ada;
    const merged = await api
      .as(guest.access_token)
      .post('/v1/auth/anonymous/link', { email, password, on_conflict: 'merge' });
    expect([merged.status, merged.body.error]).toEqual([200, undefined]);
    // Rows that stay with the merged user go with them.
    expect(await giftOf(gift)).toBeUndefined();
    const moved = await give({ giver_id: ada.user.id });
    const { body } = await ada.client.get('/v1/auth/me/export');
    expect(body.data.made).toMatchObject([{ kind: 'gifts', id: moved }]);
  });

  it('is counted before a user, an object and a type go, and goes with them', async () => {
    const { user } = await signUp(api);
    const { id: object_id } = (await api.post('/v1/objects/things', {})).body.data;
    const type = (await api.get('/v1/object-types/things')).body.data.id;
    const [taken, attached] = [
      await give({ taker_id: user.id }),
      await give({ object_type_id: type, object_id }),
    ];
    const asked = async (path: string) => {
      const { body } = await api.delete(path);
      expect(body.error.dependencies).toContainEqual({ type: 'gift', count: 1, label: '1 gift' });
      const mark = path.includes('?') ? '&' : '?force=true&';
      const { status } = await api.delete(
        `${path}${mark}confirm_token=${body.error.confirm_token}`,
      );
      expect(status).toBe(200);
    };
    await asked(`/v1/users/${user.id}`);
    expect(await giftOf(taken)).toBeUndefined();
    await asked(`/v1/objects/things/${object_id}?force=true`);
    expect(await giftOf(attached)).toBeUndefined();
    await give({ object_type_id: type });
    await asked(`/v1/object-types/${type}`);
    const { rows } = await server.db.query('select 1 from app.gifts where object_type_id = $1', [
      type,
    ]);
    expect(rows).toEqual([]);
  });

  it('expires', async () => {
    const old = await give({}, `gift_${'0'.repeat(31)}1`);
    const young = await give({});
    await server.db.query('select worker.expire()');
    expect([await giftOf(old), (await giftOf(young)).id]).toEqual([undefined, young]);
  });

  it('is found by a part of its text, only in its tenant', async () => {
    const gift = await give({ card: 'With love from Ada' });
    const found = async (tenant: string) => {
      const { rows } = await server.db.query(
        `select app.ids_containing($1, 'gift', 'LOVE', 10) as ids from set_config('app.tenant_id', $2, true)`,
        [api.tenant.id, tenant],
      );
      return rows[0].ids;
    };
    expect(await found(api.tenant.id)).toEqual([gift]);
    expect(await found('ten_other')).toBeNull();
  });

  it('has events: seen with its right, judged row by row, heard under keys, veiled in the audit log', async () => {
    const ada = await signUp(api);
    const { client } = ada;
    await api.post('/v1/roles', { name: 'givers', permissions: ['gifts:manage', 'events:read'] });
    await api.post('/v1/roles', { name: 'auditors', permissions: ['audit_logs:manage'] });
    const { body } = await api.get('/v1/roles');
    const roleOf = (name: string) =>
      body.data.find((role: { name: string }) => role.name === name).id;
    const tell = (id: string, giver_id: string) =>
      server.db.query(
        `select app.journal_write($1, 'gift.given', 'gift', $2, json_build_object('id', $2::text, 'giver_id', $3::text))
         from set_config('app.tenant_id', $1, true)`,
        [api.tenant.id, id, giver_id],
      );
    await tell('gift_own', ada.user.id);
    await tell('gift_other', 'usr_other');
    const seen = async (caller: typeof client) => {
      await settle(server.db);
      const changes = (await caller.get('/v1/changes?limit=1000')).body.data.results;
      return changes.flatMap(({ type, data }: { type: string; data: { id: string } }) =>
        type === 'gift.given' ? data.id : [],
      );
    };
    const assign = (name: string) =>
      api.post('/v1/roles/assign', { user_id: ada.user.id, role_id: roleOf(name) });
    expect(await seen(api)).toEqual(['gift_own', 'gift_other']);
    expect(await seen(client)).toEqual([]);
    await assign('auditors');
    const { logs } = (await client.get('/v1/audit-logs?resource_type=gift')).body.data;
    expect(logs.map(({ changes }: { changes: object }) => changes)).toEqual([
      { before: null, after: null },
      { before: null, after: null },
    ]);
    await assign('givers');
    expect(await seen(client)).toEqual(['gift_own']);
    expect(await seen(await api.withKey(['read']))).toEqual([]);
    const { rows } = await server.db.query(
      `select app.realtime_keys(j) as keys, app.event_kind('gift.given', '{"gift_id": "x"}') as run,
         app.journal_error_is_hidden('{"policies": {}}', jsonb_populate_record(j, '{"after": {"error": "x"}}')) as error,
         app.journal_before_is_visible('{}', jsonb_populate_record(j, '{"before": {"giver_id": "x"}}')) as before
       from app.journal j where j.tenant_id = $1 and j.resource_id = 'gift_own'`,
      [api.tenant.id],
    );
    expect(rows).toEqual([{ keys: ['g:gift_own'], run: 'gift_run', error: true, before: false }]);
  });
});
