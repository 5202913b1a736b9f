import { beforeAll, describe, expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { publish } from '../workflows/support.ts';

/** The merge of two users and the export of their data do as the registry declares. */

const server = useServer();
const api = useTenant(server);

interface Column {
  table_name: string;
  column_name: string;
  rule: { as?: string; merge: string };
}
let columns: Column[];
beforeAll(async () => {
  const { rows } = await server.db.query(
    `select * from app.registry_columns() where rule->>'names' in ('user', 'actor')`,
  );
  columns = rows;
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
        ...['objects:read', 'objects:write', 'files:write', 'short_urls:manage', 'workflows:start'],
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
    const imported = await made('post', '/v1/data/import', {
      ...{ object_type_id: 'things', rows: [{ text: 'imported' }] },
    });
    const workflow = await publish(api);
    const started = await made('post', `/v1/workflows/${workflow}/runs`, {});
    const others = await api.post('/v1/tickets', { subject: 'Invoice', body: 'Where is it?' });
    await made('post', `/v1/tickets/${others.body.data.id}/messages`, { body: 'Found it' });

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

    expect((await now.get(`/v1/workflow-runs/${started.id}`)).status).toBe(200);
    // Where policies limit users, an import is shown to the one who made it.
    const policy = {
      name: 'own',
      action: 'select',
      condition_json: { created_by: '$auth.user_id' },
    };
    const bound = await api.post('/v1/object-types/things/policies', policy);
    expect(bound.body.error).toBeUndefined();
    expect((await now.get(`/v1/data/import/${imported.import_id}`)).status).toBe(200);

    const { data } = (await now.get('/v1/auth/me/export')).body;
    expect(data).toMatchObject({
      conversations: [{ id: chat.conversation_id }],
      report_runs: [expect.anything()],
      tickets: [{ id: ticket.id, messages: [{ body: 'It is broken' }] }],
      views: [{ name: 'Mine' }],
      dashboards: [{ id: dashboard.id }],
      short_urls: [{ url: 'https://app.example/' }],
      objects: [{ properties: { text: 'mine' } }, { properties: { text: 'imported' } }],
    });
    expect(data.reactions.map(({ emoji }: { emoji: string }) => emoji).toSorted()).toEqual([
      '🎉',
      '👍',
    ]);
    expect(data.ticket_messages.map(({ body }: { body: string }) => body)).toContain('Found it');

    const left = columns.filter(({ rule }) => rule.merge !== 'keep' && rule.as !== 'ids');
    expect(left.length).toBeGreaterThan(20);
    for (const { table_name, column_name } of left) {
      const { rows } = await server.db.query(
        `select count(*)::int as n from app.${table_name} where ${column_name}::text like '%' || $1 || '%'`,
        [guest.id],
      );
      expect([table_name, column_name, rows[0].n]).toEqual([table_name, column_name, 0]);
    }
  });
});
