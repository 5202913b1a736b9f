import { beforeAll, describe, expect, it } from 'vitest';
import { upload } from '../files/support.ts';
import { good } from '../support/answers.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import type { SignedUp } from '../support/users.ts';
import { createObject, createPolicy, defineNotes, userWith } from './support.ts';

/**
 * Data that policies hide stays hidden in answers that were made from it for others: they are kept, sent on, or found
 * again.
 */

const server = useServer();
const secret = 'canary-of-a-hidden-object';
let api: TenantClient;
let keeper: SignedUp;
let key: Client;
let hidden: string;
let seen: string;

beforeAll(async () => {
  api = await createTenant(server);
  await defineNotes(api);
  hidden = await createObject(api, { owner: 'them', title: secret });
  seen = await createObject(api, { owner: 'all', title: 'an open one' });
  await createPolicy(api, { action: 'select', condition_json: { owner: 'all' } });
  keeper = await userWith(api, [
    ...['ai:use', 'ai:manage', 'reports:manage', 'dashboards:manage', 'tickets:manage'],
    ...['integrations:manage', 'files:manage'],
  ]);
  key = await api.withKey(['read', 'write', 'files', 'ai']);
});

const callers = (): Client[] => [key, keeper.client];
const text = async (asking: ReturnType<Client['get']>) => JSON.stringify((await asking).body);

describe('a ticket', () => {
  it('brings no file that its author does not see, and shows none to a reader who does not', async () => {
    const file = await upload(api, 'x', `${secret}.txt`, {
      object_type_id: 'notes',
      object_id: hidden,
    });
    const open = await upload(api, 'x', 'open.txt', { object_type_id: 'notes', object_id: seen });
    const question = { subject: 'Files', body: 'These two.' };
    const mine = await keeper.client.post('/v1/tickets', { ...question, attachments: [file.id] });
    expect([mine.status, mine.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const attachments = [file.id, open.id];
    const ticket = await good(api.post('/v1/tickets', { ...question, attachments }));
    const operator = platformClient(server);
    const brought = await operator.send(
      'POST',
      `/owner/tickets/${ticket.id}/attachments?filename=answer.txt`,
      { body: 'how', headers: { 'content-type': 'application/octet-stream' } },
    );
    await good(
      operator.post(`/owner/tickets/${ticket.id}/messages`, {
        body: 'Thus.',
        attachments: [brought.body.data.file_id],
      }),
    );
    const path = `/v1/tickets/${ticket.id}`;
    const names = async (asking: ReturnType<Client['get']>) =>
      (await good(asking)).messages.map(({ attachments: all }: { attachments: [] }) =>
        all.map(({ filename }: { filename: string }) => filename),
      );
    expect(await names(api.get(path))).toEqual([[`${secret}.txt`, 'open.txt'], ['answer.txt']]);
    expect(await names(keeper.client.get(path))).toEqual([['open.txt'], ['answer.txt']]);
    const answered = keeper.client.post(`${path}/messages`, {
      body: 'And this.',
      attachments: [open.id],
    });
    expect(await names(answered)).toEqual([['open.txt'], ['answer.txt'], ['open.txt']]);
  });
});

describe('a comment on a hidden object', () => {
  it('is neither found nor told, and brings no file that its author does not see', async () => {
    const body = `About ${secret}`;
    await good(
      api.post('/v1/comments', {
        ...{ object_type_id: 'notes', object_id: hidden, body },
        mentions: [keeper.user.id],
      }),
    );
    expect(await text(api.get('/v1/comments?query=canary'))).toContain(secret);
    const file = await upload(api, 'x', 'x.txt', { object_type_id: 'notes', object_id: hidden });
    for (const client of callers()) {
      expect((await good(client.get('/v1/comments?query=canary'))).results).toEqual([]);
      const { status } = await client.post('/v1/comments', {
        ...{ object_type_id: 'notes', object_id: seen, body: 'Look', attachments: [file.id] },
      });
      expect(status).toBe(404);
    }
    expect((await good(keeper.client.get('/v1/auth/notifications'))).results).toEqual([]);
  });
});

describe('the log of an integration', () => {
  it('quotes records to those alone from whom policies hide nothing', async () => {
    const config_json = { url: 'https://example.com/' };
    const made = await good(
      api.post('/v1/integrations', {
        ...{ name: 'things', provider: 'http_json', object_type_id: 'notes', config_json },
        mapping: [{ from: 'title', to: 'title' }],
      }),
    );
    await server.db.query(
      `insert into app.integration_logs (tenant_id, id, integration_id, sync_id, level, direction, status, message,
         error, created_at)
       values ($1, 'ilog_' || md5($2), $2, 'isync_1', 'error', 'inbound', 'failed', $3, jsonb_build_object('message', $3::text),
         now())`,
      [api.tenant.id, made.id, secret],
    );
    const path = `/v1/integrations/${made.id}/logs`;
    expect(await text(api.get(path))).toContain(secret);
    for (const client of callers()) {
      const { logs } = await good(client.get(path));
      expect(logs).toMatchObject([{ status: 'failed', message: 'failed', error: null }]);
    }
  });
});

describe('figures', () => {
  const config_json = { object_type_id: 'notes', group_by: 'title' };

  it('of reports follow the rights of the caller who runs them, and are kept only for that caller', async () => {
    const report = { name: 'Titles', type: 'summary', config_json };
    const { id } = await good(api.post('/v1/saved-reports', report));
    const run = await good(api.post(`/v1/saved-reports/${id}/run`, {}));
    const { name: _, ...asked } = report;
    const once = await good(api.post('/v1/reports/run', asked));
    expect(JSON.stringify([run, once])).toContain(secret);
    for (const client of callers()) {
      for (const { run_id } of [run, once])
        expect((await client.get(`/v1/reports/runs/${run_id}`)).status).toBe(404);
      const answers = [
        await text(client.post(`/v1/saved-reports/${id}/run`, {})),
        await text(client.get(`/v1/saved-reports/${id}/export?format=json`)),
        await text(client.get(`/v1/saved-reports/${id}/export?format=csv`)),
        await text(client.get(`/v1/saved-reports/${id}/export?format=svg`)),
        await text(client.post('/v1/reports/run', asked)),
      ].join();
      expect(answers).toContain('an open one');
      expect(answers).not.toContain(secret);
    }
  });

  it('of dashboards are not those that another caller was shown a moment ago', async () => {
    const { id } = await good(api.post('/v1/dashboards', { name: 'Titles' }));
    const charts = `/v1/dashboards/${id}/widgets`;
    const chart = await good(api.post(charts, { type: 'bar', title: 'T', config_json }));
    const paths = [`/v1/dashboards/${id}/data`, `${charts}/${chart.id}/data`];
    for (const path of paths) {
      expect(await text(api.get(path))).toContain(secret);
      for (const client of callers()) {
        const shown = await text(client.get(path));
        expect(shown).toContain('an open one');
        expect(shown).not.toContain(secret);
      }
    }
  });

  it('of dashboards follow a new policy at once, whatever types they look at', async () => {
    const other = await createTenant(server);
    await defineNotes(other);
    const note = await createObject(other, { owner: 'them', title: secret });
    const team = await createObject(other, { name: 'a team' }, 'teams');
    await good(other.put(`/v1/objects/teams/${team}/associations/writes/notes/${note}`, {}));
    const { id } = await good(other.post('/v1/dashboards', { name: 'Others' }));
    const widgets = `/v1/dashboards/${id}/widgets`;
    const filters = [
      { association: { type: 'writes', to_type: 'notes', filters: [{ title: secret }] } },
    ];
    const sql = 'select title, 1 as n from notes';
    for (const widget of [
      { type: 'table', config_json: { sql } },
      { type: 'metric', config_json: { object_type_id: 'teams', filters } },
    ])
      await good(other.post(widgets, { title: 'T', ...widget }));
    const reader = await other.withKey(['read', 'sql']);
    const shown = async () => {
      const [stated, counted] = (await good(reader.get(`/v1/dashboards/${id}/data`))).widgets;
      return [stated.data.rows.length, counted.data.value];
    };
    expect(await shown()).toEqual([1, 1]);
    await createPolicy(other, { action: 'select', condition_json: { owner: 'all' } });
    expect(await shown()).toEqual([0, 0]);
  });
});

describe('answers of a model', () => {
  it('rest on what the caller sees, and conversations are their own', async () => {
    const message = 'Which canary is hidden?';
    const asked = { message, grounding: { object_type_ids: ['notes'] } };
    const mine = await good(api.post('/v1/ai/chat', asked));
    expect(JSON.stringify(mine)).toContain(secret);
    const items = [{ id: 'a', text: secret, object_type_id: 'notes', object_id: hidden }];
    await good(api.put('/v1/ai/vectors/guarded', { items }));
    const path = `/v1/ai/conversations/${mine.conversation_id}`;
    for (const client of callers()) {
      expect(await text(client.post('/v1/ai/chat', asked))).not.toContain(secret);
      expect((await client.get(path)).status).toBe(404);
      const { conversation_id } = mine;
      expect((await client.post('/v1/ai/chat', { message, conversation_id })).status).toBe(404);
      expect(await text(client.get('/v1/ai/conversations'))).not.toContain(mine.conversation_id);
      for (const more of [{}, { hybrid: true }, { include_object: true }]) {
        const near = { collection: 'guarded', query: secret, ...more };
        expect((await good(client.post('/v1/ai/vector-search', near))).results).toEqual([]);
        expect((await good(api.post('/v1/ai/vector-search', near))).results).toHaveLength(1);
      }
    }
  });
});

describe('the work of another user', () => {
  it('is answered only to its author: imports, exports, and answers under an idempotency key', async () => {
    const rows = [
      { owner: 'them', title: secret },
      { owner: 'them', size: secret },
    ];
    const request = { object_type_id: 'notes', rows, on_error: 'skip' };
    const headers = { 'idempotency-key': 'once' };
    const imported = await good(api.post('/v1/data/import', request, headers));
    const exported = await good(api.post('/v1/data/export', { object_type_id: 'notes' }));
    for (const client of callers()) {
      for (const path of [
        `/v1/data/import/${imported.import_id}`,
        `/v1/data/export/${exported.id}`,
        `/v1/data/export/${exported.id}/status`,
      ])
        expect([path, (await client.get(path)).status]).toEqual([path, 404]);
      const listed = [
        await text(client.get('/v1/data/imports')),
        await text(client.get('/v1/data/exports')),
      ].join();
      expect(listed).not.toContain(imported.import_id);
      expect(listed).not.toContain(exported.id);
      const undone = await client.post(`/v1/data/import/${imported.import_id}/undo`, {});
      expect(undone.status).toBe(404);
      // The same words from another caller are another request.
      const again = await client.post('/v1/data/import', request, headers);
      expect(again.headers.get('idempotent-replayed')).toBeNull();
      expect(again.body.data.import_id).not.toBe(imported.import_id);
    }
  });
});
