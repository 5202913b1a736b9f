import { beforeAll, describe, expect, it } from 'vitest';
import { groups } from '../../src/groups/index.ts';
import { appTables } from '../support/catalog.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

/** app.user_columns: what names a user, what a merge does with it, and where the export shows it. */

const server = useServer();
const api = useTenant(server);

interface Column {
  table_name: string;
  column_name: string;
  kind: string;
  on_merge: string;
  export: string | null;
  shown: string | null;
}
let columns: Column[];
beforeAll(async () => {
  columns = (await server.db.query('select * from app.user_columns()')).rows;
});

const ofUsers =
  /(_by|user_id|author_id|requester_id)$|^(actor|authors?|owner|principal|mentions|told|assignee)$/;
/** By name like one that names a user. */
const others = {
  'api_keys.replaced_by': 'another key',
  'plan_standings.told': 'which warnings a tenant has had',
  'tickets.assignee': 'one of the people of the operator',
};

describe('every column that names a user', () => {
  it('is known to the merge of users and to the export of their data', async () => {
    const tables = (await appTables(server.db)).filter((t) => !t.isPartition && t.hasTenant);
    const { rows } = await server.db.query(
      `select c.relname || '.' || a.attname as name, exists (
         select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
           and k.confrelid = 'app.users'::regclass and a.attnum = any (k.conkey)
           and a.attname <> 'tenant_id') as refers
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.oid = any ($1::oid[])`,
      [tables.map(({ oid }) => oid)],
    );
    const naming = rows
      .filter(({ name, refers }) => refers || ofUsers.test(name.split('.')[1]))
      .map(({ name }) => name)
      .filter((name) => !Object.hasOwn(others, name));
    const known = columns.map((c) => `${c.table_name}.${c.column_name}`);
    expect(known.toSorted()).toEqual(naming.toSorted());
    expect(new Set(known).size).toBe(known.length);
  });

  it('is shown under a name that the export has', async () => {
    const route = groups.flatMap(({ routes }) => routes).find(({ id }) => id === 'auth.export');
    const { shape } = (route as NonNullable<typeof route>).returns as never as { shape: object };
    const fields = Object.keys(shape);
    const names = columns.flatMap((c) => (c.export === null ? [] : [c.export]));
    expect(names.filter((name) => !fields.includes(name))).toEqual([]);
    const rest = fields.filter((name) => !names.includes(name));
    expect(rest).toEqual(['_meta', 'events']);
  });
});

const anonymous = async () => {
  const { body } = await api.as(undefined).post('/v1/auth/anonymous', {}, tenantHeader());
  expect(body.error).toBeUndefined();
  return { id: body.data.user.id, client: api.as(body.data.access_token) };
};
const tenantHeader = () => ({ 'x-tenant-id': api.tenant.id });

describe('two users who turn out to be one', () => {
  it('have as one what each of them had', async () => {
    await defineType(api, { text: 'text' }, { name: 'things', user_access: 'open' });
    const { id: object_id } = (await api.post('/v1/objects/things', {})).body.data;
    const role = await api.post('/v1/roles', {
      name: 'maker',
      permissions: [
        ...['ai:use', 'reports:manage', 'views:manage', 'dashboards:manage', 'tickets:manage'],
        ...['objects:read', 'objects:write', 'files:write', 'short_urls:manage'],
      ],
    });
    expect(role.body.error).toBeUndefined();
    const [guest, ada] = [await anonymous(), await signUp(api)];
    for (const user_id of [guest.id, ada.user.id])
      expect(
        (await api.post('/v1/roles/assign', { user_id, role_id: role.body.data.id })).body.error,
      ).toBeUndefined();
    const made = async (method: 'post' | 'put', path: string, body?: object) => {
      const answer = await guest.client[method](path, body);
      expect([path, answer.status, answer.body.error]).toEqual([
        path,
        expect.toSatisfy((status: number) => status < 300),
        undefined,
      ]);
      return answer.body.data;
    };
    const { id: comment } = (
      await api.post('/v1/comments', { object_type_id: 'things', object_id, body: 'Hello' })
    ).body.data;
    const chat = await made('post', '/v1/ai/chat', { message: 'When does the shop open?' });
    const run = await made('post', '/v1/reports/run', {
      type: 'summary',
      config_json: { object_type_id: 'things', metrics: [{ fn: 'count' }] },
    });
    await made('put', `/v1/comments/${comment}/reactions/👍`);
    await ada.client.put(`/v1/comments/${comment}/reactions/👍`);
    await made('put', `/v1/comments/${comment}/reactions/🎉`);
    const ticket = await made('post', '/v1/tickets', { subject: 'Help', body: 'It is broken' });
    await made('post', '/v1/object-types/things/views', { name: 'Mine', visibility: 'private' });
    const dashboard = await made('post', '/v1/dashboards', { name: 'Board' });
    await made('post', '/v1/short-urls', { url: 'https://app.example/' });
    await made('post', '/v1/objects/things', { properties: { text: 'mine' } });

    const { email, password } = ada;
    const merged = await guest.client.post('/v1/auth/anonymous/link', {
      ...{ email, password, on_conflict: 'merge' },
    });
    expect([merged.status, merged.body.error]).toEqual([200, undefined]);
    const now = api.as(merged.body.data.access_token);

    const conversations = (await now.get('/v1/ai/conversations')).body.data.results;
    expect(conversations.map(({ id }: { id: string }) => id)).toEqual([chat.conversation_id]);
    expect((await now.get(`/v1/reports/runs/${run.run_id}`)).status).toBe(200);
    const shown = (await now.get(`/v1/comments/${comment}`)).body.data;
    expect(shown.reactions).toEqual({ '👍': 1, '🎉': 1 });
    expect((await now.get(`/v1/tickets/${ticket.id}`)).body.data).toMatchObject({
      requester: { id: ada.user.id },
      messages: [{ author: { id: ada.user.id } }],
    });
    expect((await now.get(`/v1/dashboards/${dashboard.id}`)).body.data.created_by).toBe(
      ada.user.id,
    );

    const { data } = (await now.get('/v1/auth/me/export')).body;
    expect(data).toMatchObject({
      conversations: [{ id: chat.conversation_id }],
      report_runs: [expect.anything()],
      tickets: [{ id: ticket.id, messages: [{ body: 'It is broken' }] }],
      views: [{ name: 'Mine' }],
      dashboards: [{ id: dashboard.id }],
      short_urls: [{ url: 'https://app.example/' }],
      objects: [{ properties: { text: 'mine' } }],
    });
    expect(data.reactions.map(({ emoji }: { emoji: string }) => emoji).toSorted()).toEqual([
      '🎉',
      '👍',
    ]);
    for (const { table_name, column_name, on_merge, kind } of columns)
      if (on_merge !== 'stay' && kind === 'id') {
        const left = `select count(*)::int as n from app.${table_name} where ${column_name} = $1`;
        const { rows } = await server.db.query(left, [guest.id]);
        expect([table_name, rows[0].n]).toEqual([table_name, 0]);
      }
  });
});
