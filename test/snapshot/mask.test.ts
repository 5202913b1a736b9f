import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Query } from '../../src/db/ask.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { groupSeeds } from '../support/group-seeds.ts';
import { seedAutomationRuns } from '../support/seed-automations.ts';
import { seedFunctions } from '../support/seed-functions.ts';
import { seedIdentity } from '../support/seed-identity.ts';
import { seedDeadLetter } from '../support/seed-jobs.ts';
import { seedTenant } from '../support/seed-tenant.ts';
import { seedWebhooks } from '../support/seed-webhooks.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const setStatus = ({ tenant }: TenantClient, status: string) =>
  server.db.query('update app.tenants set status = $2 where tenant_id = $1', [tenant.id, status]);
/** Masks a tenant as a restore does. @returns the states between the steps */
async function mask(api: TenantClient): Promise<Array<{ table: string; number: number }>> {
  const query: Query = server.db.query.bind(server.db);
  const states: Array<{ table: string; number: number }> = [];
  await setStatus(api, 'provisioning');
  for (let state: { table: string; number: number } | null = null; ; ) {
    state = await ask(query, 'select worker.staging_mask($1, $2) as answer', [
      api.tenant.id,
      state,
    ]);
    if (!state) break;
    states.push(state);
  }
  await setStatus(api, 'active');
  return states;
}
const rowsOf = async (api: TenantClient, table: string, columns: string) =>
  (
    await server.db.query(`select ${columns} from app.${table} where tenant_id = $1 order by 1`, [
      api.tenant.id,
    ])
  ).rows;

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
}

/** How many rows the steps of a plan have given and left out. */
const looks = (plan: Plan): number =>
  plan['Actual Loops'] *
    (plan['Actual Rows'] +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Join Filter'] ?? 0)) +
  (plan.Plans ?? []).reduce((sum, one) => sum + looks(one), 0);

describe('masking', () => {
  it('leaves no word of people in any table of a snapshot', async () => {
    const canary = `canary${randomBytes(6).toString('hex')}`;
    const api = await createTenant(server);
    const { id } = api.tenant;
    await seedTenant(api, canary);
    await seedIdentity(server.db, id, canary);
    await seedWebhooks(server.db, id, canary);
    await seedDeadLetter(server.db, id, canary);
    await seedAutomationRuns(server.db, id, canary);
    await seedFunctions(server.db, id, canary);
    for (const { seedRows } of groupSeeds) await seedRows?.(server.db, id, canary);
    await server.db.query(
      `update app.tenants set status_reason = $2, owner_email = $2, metadata = to_jsonb(array[$2::text])
       where tenant_id = $1`,
      [id, canary],
    );
    const { rows: columns } = await server.db.query(
      `select t.table_name, c.attname as column_name, t.rule->'mask' = '"drop"' as is_dropped
       from app.registry_tables() t
       join pg_attribute c on c.attrelid = format('app.%I', t.table_name)::regclass
       where c.attnum > 0 and not c.attisdropped and t.rule ? 'mask'
         and (t.rule->'mask' = '"drop"' or t.rule->'mask' ? c.attname)
         and format_type(c.atttypid, null) in ('text', 'jsonb', 'json')
       order by 1, 2`,
    );
    // Names of fields are configuration.
    const found = async () => {
      const names: string[] = [];
      for (const { table_name, column_name } of columns) {
        const { rowCount } = await server.db.query(
          `select from app.${table_name} where tenant_id = $1 and regexp_replace(${column_name}::text, '"[^"]*":', '', 'g') like $2 limit 1`,
          [id, `%${canary}%`],
        );
        if (rowCount) names.push(`${table_name}.${column_name}`);
      }
      return names;
    };
    expect((await found()).length).toBeGreaterThan(50);
    await mask(api);
    // Only properties of the kinds email and phone are replaced, and of ids in events only addresses.
    expect(await found()).toEqual([
      'journal.resource_id',
      'object_versions.properties',
      'objects.properties',
    ]);
    expect(await mask(api)).not.toEqual([]);
  });

  it('gives users numbers, and each object its own address, the same in all versions', async () => {
    const api = await createTenant(server);
    await api.post('/v1/users', { email: 'owner@example.com', password: 'correct horse' });
    await api.post('/v1/users', {
      email: 'a@example.com',
      phone: '+14155550101',
      password: 'correct horse',
      user_metadata: { name: 'Ada', age: 36 },
    });
    const { path } = await defineType(api, {
      title: 'string',
      mail: { data_type: 'email', is_unique: true },
      tel: 'phone',
    });
    const one = await api.post(path, {
      properties: {
        title: 'One',
        mail: 'one@example.com',
        tel: '+14155550102',
      },
    });
    await api.post(path, { properties: { title: 'Two', mail: 'two@example.com' } });
    await api.patch(`${path}/${one.body.data.id}`, { properties: { title: 'Uno' } });
    await mask(api);

    const users = await rowsOf(api, 'users', 'email, phone, password_hash, user_metadata');
    expect(users).toMatchObject([
      { email: 'user-000001@masked.invalid', password_hash: null },
      { email: 'user-000002@masked.invalid', password_hash: null },
    ]);
    expect(users.find(({ phone }) => phone)).toMatchObject({
      phone: expect.stringMatching(/^\+999\d{11}$/),
      user_metadata: { name: expect.stringMatching(/^User \d+$/), age: 36 },
    });
    const objects = await rowsOf(api, 'objects', `id, properties`);
    expect(objects.map(({ properties }) => properties.title).toSorted()).toEqual(['Two', 'Uno']);
    const [first, second] = objects.map(({ properties }) => properties.mail);
    expect(first).toMatch(/^user-[0-9a-f]{12}@masked\.invalid$/);
    expect(first).not.toBe(second);
    const versions = await rowsOf(api, 'object_versions', 'object_id, properties');
    for (const { object_id, properties } of versions)
      expect(properties).toMatchObject({
        mail: objects.find(({ id }) => id === object_id)?.properties.mail,
      });
    expect(JSON.stringify(await rowsOf(api, 'journal', 'id, actor, before, after'))).not.toMatch(
      /example\.com|Ada/,
    );
    // Nothing of it opens anything any more.
    expect((await api.get('/v1/object-types')).status).toBe(401);
  });

  it('replaces addresses whose property was deleted, and those that events name', async () => {
    const api = await createTenant(server);
    const { path } = await defineType(api, { title: 'string', mail: 'email', tel: 'phone' });
    const one = await api.post(path, {
      properties: { title: 'ada@example.com', mail: 'ada@example.com', tel: '+14155550102' },
    });
    await api.patch(`${path}/${one.body.data.id}`, {
      properties: { mail: 'ada2@example.com', note: 'other' },
    });
    const { rows: properties } = await server.db.query(
      `select object_type_id, id from app.properties where tenant_id = $1 and name in ('mail', 'tel')`,
      [api.tenant.id],
    );
    for (const { object_type_id, id } of properties) {
      const { status } = await api.delete(`/v1/object-types/${object_type_id}/properties/${id}`);
      expect(status).toBe(200);
    }
    expect(properties).toHaveLength(2);
    await api.post('/v1/email/suppressions', { address: 'ada3@example.com' });
    await mask(api);
    const masked = {
      mail: expect.stringMatching(/^user-[0-9a-f]{12}@masked\.invalid$/),
      tel: expect.stringMatching(/^\+999/),
    };
    // One that is a property of another type stays.
    expect(await rowsOf(api, 'objects', 'id, properties')).toMatchObject([
      { properties: { ...masked, title: 'ada@example.com', note: 'other' } },
    ]);
    expect(await rowsOf(api, 'object_versions', 'object_id, properties')).toMatchObject([
      { properties: masked },
    ]);
    const named = await rowsOf(api, 'journal', 'type, resource_id');
    expect(named.filter(({ type }) => type === 'email_suppression.created')).toEqual([
      {
        type: 'email_suppression.created',
        resource_id: expect.stringMatching(/@masked\.invalid$/),
      },
    ]);
    expect(named.filter(({ resource_id }) => /example\.com/.test(resource_id))).toEqual([]);
    expect(named.some(({ resource_id }) => resource_id === one.body.data.id)).toBe(true);
  });

  it('leaves no answer to a form, in its submission or in what was told of it', async () => {
    const api = await createTenant(server);
    const answers = {
      status: 'divorced',
      salary: 4917,
      smokes: true,
      born: '1980-02-03T00:00:00Z',
    };
    const told = { type: 'form.submitted', data: { ...answers, kind: 'secret.word' } };
    const fields = [{ name: 'status', type: 'text', label: 'Status' }];
    const form = (await api.post('/v1/forms', { name: 'Survey', fields })).body.data.id;
    await server.db.query(
      `insert into app.form_submissions (tenant_id, id, form_id, data, status, created_at)
       values ($1, app.new_id('fs'), $3, $2, 'received', now())`,
      [api.tenant.id, answers, form],
    );
    const { rows } = await server.db.query(
      'select app.masked_json($1) as trigger, app.masked_json($2) as steps',
      [told, JSON.stringify([{ type: 'script', status: 'done', attempts: 2, output: answers }])],
    );
    await mask(api);
    const empty = { status: 'masked', salary: 0, smokes: false, born: 'masked' };
    expect(await rowsOf(api, 'form_submissions', 'data')).toEqual([{ data: empty }]);
    expect(rows).toEqual([
      {
        trigger: { type: 'form.submitted', data: { ...empty, kind: 'masked' } },
        steps: [{ type: 'script', status: 'done', attempts: 2, output: empty }],
      },
    ]);
  });

  it('takes at most 5,000 rows at once, all of them, and continues where it was', async () => {
    const api = await createTenant(server);
    await server.db.query(
      `insert into app.users (tenant_id, id, email, user_metadata)
       select $1, app.new_id('usr'), 'u' || n || '@example.com', '{}' from generate_series(1, 11000) n`,
      [api.tenant.id],
    );
    const states = await mask(api);
    expect(states.filter(({ table }) => table === 'users').map(({ number }) => number)).toEqual([
      5000, 10000, 11000,
    ]);
    const { rows } = await server.db.query(
      `select count(distinct email)::int as n, max(email) as last from app.users
       where tenant_id = $1 and email like 'user-%@masked.invalid'`,
      [api.tenant.id],
    );
    expect(rows).toEqual([{ n: 11000, last: 'user-011000@masked.invalid' }]);
  });

  it('goes to the rows that it changes, although no statistics know them yet', async () => {
    const api = await createTenant(server);
    // As the planner sees a tenant that is just being loaded.
    await server.db.query('analyze app.users');
    await server.db.query(
      `insert into app.users (tenant_id, id, email, user_metadata)
       select $1, app.new_id('usr'), 'v' || n || '@example.com', '{}' from generate_series(1, 2000) n`,
      [api.tenant.id],
    );
    const { rows: tables } = await server.db.query(
      `select app.mask_statement('users', t.rule->'mask', '{tenant_id,id}', false, 1000) as statement
       from app.registry_tables() t where t.table_name = 'users'`,
    );
    const [, explained] = (await server.db.query(
      `prepare masked(text, jsonb, bigint, jsonb) as ${tables[0].statement};
       explain (analyze, timing off, format json) execute masked('${api.tenant.id}', null, 0, '{}')`,
    )) as unknown as pg.QueryResult[];
    expect(looks(explained?.rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(20_000);
  });

  it('refuses a tenant that serves', async () => {
    const api = await createTenant(server);
    await expect(
      server.db.query('select worker.staging_mask($1)', [api.tenant.id]),
    ).rejects.toThrow('Only a tenant that is being loaded is masked');
  });
});
