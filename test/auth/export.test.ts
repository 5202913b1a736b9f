import { beforeAll, describe, expect, it } from 'vitest';
import { groups } from '../../src/groups/index.ts';
import type { Client } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { earlier } from '../support/earlier.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
beforeAll(async () => {
  await defineType(api, {}, { name: 'notes', user_access: 'open' });
});

const exported = '/v1/auth/me/export';
const createNote = async (client: Client, text: string) =>
  (await client.post('/v1/objects/notes', { properties: { text } })).body.data.id;

describe('GET /v1/auth/me/export', () => {
  it('contains everything of the user, and nothing of anyone else', async () => {
    const [ada, bob] = [
      await signUp(api, { user_metadata: { name: 'Ada' } }),
      await signUp(api, { user_metadata: { name: 'Bob-secret' } }),
    ];
    const [live, trashed] = [
      await createNote(ada.client, 'live'),
      await createNote(ada.client, 'old'),
    ];
    await ada.client.delete(`/v1/objects/notes/${trashed}`);
    await createNote(bob.client, 'Bob-secret');
    await api.post('/v1/objects/notes', { properties: { text: 'Bob-secret' } });
    const event = { event_type: 'opened', data: { page: 1 } };
    await ada.client.post('/v1/events', event);
    await bob.client.post('/v1/events', { event_type: 'opened', data: { page: 'Bob-secret' } });
    for (const { user } of [ada, bob])
      await server.db.query(
        `with k as (insert into app.passkeys (tenant_id, id, user_id, credential_id, public_key)
           values ($1, app.new_id('pk'), $2::text, $2::text || '-cred', 'public')),
         f as (insert into app.mfa_factors (tenant_id, id, user_id, friendly_name, secret)
           values ($1, app.new_id('mfa'), $2, $3, 'enc:v1:hidden')),
         i as (insert into app.identities (tenant_id, id, user_id, provider, subject)
           values ($1, app.new_id('idn'), $2, 'google', $2::text)),
         p as (insert into app.notification_preferences (tenant_id, user_id, channel, categories)
           values ($1, $2, 'email', '{news}'))
         insert into app.notifications (tenant_id, id, user_id, type, title)
         values ($1, app.new_id('ntf'), $2, 'hello', $3)`,
        [api.tenant.id, user.id, user.user_metadata.name],
      );
    const { status, body } = await ada.client.get(exported);
    expect(status).toBe(200);
    const ofGroups = groups.flatMap(({ exports = {} }) => Object.keys(exports));
    expect(ofGroups).toContain('comments');
    expect(Object.keys(body.data)).toEqual([
      ...['_meta', 'user'],
      ...[...ofGroups, 'identities', 'made', 'sessions'].toSorted(),
    ]);
    expect(body.data).toMatchObject({
      _meta: { user_id: ada.user.id, tenant_id: api.tenant.id, export_type: 'user_data_export' },
      user: { id: ada.user.id, email: ada.email, user_metadata: { name: 'Ada' } },
      identities: [{ provider: 'google' }],
      sessions: [{ user_id: ada.user.id, current: true }],
      mfa_factors: [{ friendly_name: 'Ada' }],
      passkeys: [{ credential_id: `${ada.user.id}-cred` }],
      notifications: [{ title: 'Ada' }],
      preferences: [{ channel: 'email', enabled: true, categories: ['news'] }],
      objects: [{ id: live }, { id: trashed, is_deleted: true }],
      events: [event],
    });
    const actions = body.data.audit.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['object.created', 'object.deleted']));
    const text = JSON.stringify(body);
    for (const foreign of ['Bob-secret', bob.user.id, bob.email, 'hidden', 'argon2'])
      expect(text).not.toContain(foreign);
  });

  it('is answered once an hour: once for 20 simultaneous requests', async () => {
    const { client, user } = await signUp(api);
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.get(exported)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(19).fill(429)]);
    for (const { status, headers, body } of answers) {
      if (status === 200) continue;
      expect(body.error.code).toBe('RATE_LIMITED');
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(3500);
      expect(seconds).toBeLessThanOrEqual(3600);
    }
    await server.db.query(
      `update app.users set exported_at = ${earlier('exported_at', "interval '1 hour'")} where id = $1`,
      [user.id],
    );
    expect((await client.get(exported)).status).toBe(200);
    expect((await (await signUp(api)).client.get(exported)).status).toBe(200);
  });

  it('is only for signed-in users', async () => {
    expect((await api.get(exported)).status).toBe(403);
    expect((await api.as(undefined).get(exported)).status).toBe(401);
  });
});
