import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForm, send } from '../forms/support.ts';
import { good } from '../support/answers.ts';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { listen, stopListening } from './listening.ts';
import { createPolicy, defineNotes, policiesOf, userWith } from './support.ts';

/** Data that policies hide stays hidden in events, in the audit log, and in records about the policies. */

const server = useOwnDatabase(
  { TRUSTED_PROXIES: 'loopback' },
  { realtime: { suspectMs: 20, tickMs: 100 } },
);
const secret = 'canary-of-a-hidden-object';
let api: TenantClient;
let callers: Record<'key' | 'user' | 'former' | 'blind' | 'auditor', Client>;
let form: { id: string };
let plain: { id: string };

beforeAll(async () => {
  api = await createTenant(server);
  await defineNotes(api);
  const fields = ['title', 'owner'].map((name) => ({ name, property: name, label: name }));
  form = await createForm(api, { object_type_id: 'notes', fields });
  plain = await createForm(api, { name: 'Plain', fields: [{ name: 'title', label: 'title' }] });
  const condition_json = { owner: 'all', title: { neq: secret } };
  await createPolicy(api, { action: 'select', condition_json: { owner: 'all' } });
  await createPolicy(api, { action: 'update', condition_json });
  callers = {
    key: await api.withKey(['read', 'write']),
    user: (await userWith(api, ['events:read', 'webhooks:manage'])).client,
    former: (await userWith(api, ['events:read', 'forms:manage'])).client,
    blind: await roleAlone(api, ['events:read', 'forms:manage', 'files:manage']),
    auditor: (await userWith(api, ['audit_logs:manage'])).client,
  };
});
/** A user whose only role permits what is said, and not even to read objects. */
async function roleAlone(at: TenantClient, permissions: string[]): Promise<Client> {
  await good(at.post('/v1/roles', { name: 'blind', permissions }));
  return (await createUser(at, { role: 'blind' })).client;
}
afterAll(stopListening);

describe('the event of a submission', () => {
  it('is heard and listed by those alone who may see it', async () => {
    const names = ['key', 'user', 'former', 'blind'] as const;
    const heard = await Promise.all(names.map((name) => listen(server, callers[name])));
    await good(send(api, form.id, { title: secret, owner: 'them' }));
    await good(send(api, form.id, { title: 'an open one', owner: 'all' }));
    await good(send(api, plain.id, { title: 'without an object' }));
    await api.post('/v1/events', { event_type: 'mark' });
    await settle(server.db);
    const seen = async (name: (typeof names)[number], n: number) => {
      const changes = await good(
        callers[name].get('/v1/changes?types=form.submitted,custom.mark&limit=100'),
      );
      const stream = await until(
        async () => heard[n]?.() ?? '',
        (text) => text.includes('custom.mark'),
      );
      return [JSON.stringify(changes), stream].map((text) =>
        [secret, 'an open one', 'without an object'].filter((one) => text.includes(one)),
      );
    };
    // Without an object there is nothing that policies hide.
    const shown = ['an open one', 'without an object'];
    expect(await seen('former', 2)).toEqual([shown, shown]);
    expect(await seen('key', 0)).toEqual([shown, shown]);
    expect(await seen('user', 1)).toEqual([[], []]);
    const alone = ['without an object'];
    expect(await seen('blind', 3)).toEqual([alone, alone]);
  });

  it('is not told to a user who may read no objects, where there are no policies either', async () => {
    const other = await createTenant(server);
    await defineNotes(other);
    const fields = [{ name: 'title', property: 'title', label: 'title' }];
    const { id } = await createForm(other, { object_type_id: 'notes', fields });
    const permissions = ['events:read', 'forms:manage', 'files:manage'];
    const blind = await roleAlone(other, permissions);
    const former = (await userWith(other, permissions)).client;
    const stream = await listen(server, blind);
    await good(send(other, id, { title: secret }));
    await other.post('/v1/events', { event_type: 'mark' });
    await settle(server.db);
    const path = '/v1/changes?types=form.submitted';
    expect(JSON.stringify(await good(former.get(path)))).toContain(secret);
    expect((await good(blind.get(path))).results).toEqual([]);
    const heard = await until(
      async () => stream(),
      (text) => text.includes('custom.mark'),
    );
    expect(heard).not.toContain(secret);
  });

  it('is nothing that a listener of a user without forms:manage may be set on', async () => {
    const webhook = { url: 'https://example.com/', events: ['form.submitted'] };
    expect((await callers.user.post('/v1/webhooks', webhook)).status).toBe(403);
    const answer = await callers.key.post('/v1/webhooks', webhook);
    expect(answer.status).toBe(201);
  });
});

describe('the audit log', () => {
  it('tells a bound user that something was done, not with which values', async () => {
    const { body } = await api.post('/v1/objects/notes', {
      properties: { owner: 'them', title: secret },
    });
    const path = `/v1/objects/notes/${body.data.id}`;
    await api.patch(path, { properties: { owner: 'all', title: 'now open' } });
    await api.delete(path);
    const logs = async (client: Client, query: string) =>
      (await good(client.get(`/v1/audit-logs?${query}`))).logs;
    const query = `resource_id=${body.data.id}`;
    expect(JSON.stringify(await logs(api, query))).toContain(secret);
    const mine = await logs(callers.auditor, query);
    expect(mine.map(({ action }: { action: string }) => action)).toEqual([
      'object.deleted',
      'object.updated',
      'object.created',
    ]);
    expect(mine[1].changes).toMatchObject({
      before: null,
      after: { properties: { owner: 'all' } },
    });
    expect(mine[2].changes).toEqual({ before: null, after: null });
    const all = JSON.stringify(await logs(callers.auditor, 'limit=100'));
    expect(all).toContain('now open');
    expect(all).not.toContain(secret);
  });
});

describe('the conditions of policies', () => {
  it('are listed for those alone who may read policies', async () => {
    const reader = await userWith(api, ['policies:read']);
    const designer = await api.withKey(['schema']);
    for (const client of [api, designer, reader.client])
      expect(JSON.stringify(await good(client.get(policiesOf('notes'))))).toContain(secret);
    for (const client of Object.values(callers)) {
      expect((await client.get(policiesOf('notes'))).status).toBe(403);
    }
    const { status } = await reader.client.post(policiesOf('notes'), {
      name: 'p',
      condition_json: {},
    });
    expect(status).toBe(403);
  });

  it('are left out of a plugin for those who may not', async () => {
    const manifest_json = {
      name: 'guard',
      version: '1.0.0',
      permissions: ['objects:read', 'object_types:manage', 'policies:manage'],
      object_types: [
        {
          name: 'guarded',
          properties: [{ name: 'owner', data_type: 'string' }],
          policies: [{ name: 'own', action: 'select', condition_json: { owner: secret } }],
        },
      ],
    };
    const made = await api.post('/v1/plugins', { manifest_json });
    const path = `/v1/plugins/${made.body.data.id}`;
    const keeper = await userWith(api, ['plugins:manage']);
    const text = async (client: Client) => JSON.stringify(await good(client.get(path)));
    expect(await text(api)).toContain(secret);
    expect(await text(await api.withKey(['schema']))).toContain(secret);
    expect(await text(callers.key)).toContain('guarded');
    expect(await text(callers.key)).not.toContain(secret);
    expect(await text(keeper.client)).not.toContain(secret);
  });
});
