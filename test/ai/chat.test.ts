import { beforeAll, describe, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { createPolicy, own } from '../policies/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';
import { createUser, type SignedUp } from '../support/users.ts';
import { eventsOf } from './support.ts';

const server = useServer();
const path = '/v1/ai/chat';
let api: TenantClient;
let ada: SignedUp;
let bob: SignedUp;
beforeAll(async () => {
  api = await createTenant(server);
  await api.post('/v1/roles', { name: 'asker', permissions: ['ai:use', 'objects:read'] });
  [ada, bob] = [await createUser(api, { role: 'asker' }), await createUser(api, { role: 'asker' })];
  await defineType(
    api,
    { owner: 'string', text: 'string' },
    { name: 'notes', user_access: 'open' },
  );
  await createPolicy(api, { action: 'all', effect: 'allow', condition_json: [own] });
  const note = (owner: string, text: string) =>
    api.post('/v1/objects/notes', { properties: { owner, text } });
  await note(ada.user.id, 'The treasure lies under the old oak. It is guarded by a dragon.');
  await note(bob.user.id, 'The treasure map hangs in the kitchen.');
});
const grounding = { object_type_ids: ['notes'] };
const question = 'Where does the treasure lie?';

describe('an answer', () => {
  it('is taken from records that the caller sees, and names them', async () => {
    const answer = await made(ada.client.post(path, { message: question, grounding }));
    expect(answer).toMatchObject({
      model: 'local-extract',
      provider: 'local',
      finish_reason: 'stop',
      content: expect.stringContaining('under the old oak. [1]'),
      sources: [{ number: 1, excerpt: expect.stringContaining('old oak') }],
    });
    expect(answer.message).toEqual({ role: 'assistant', content: answer.content });
    const others = await made(bob.client.post(path, { message: question, grounding }));
    expect(JSON.stringify(others)).not.toContain('oak');
    expect(others.content).toContain('kitchen');
    const key = await made(api.post(path, { message: question, grounding }));
    expect(key.sources).toHaveLength(2);
  });

  it('is taken from nothing for a key that may ask but not read', async () => {
    const key = await api.withKey(['ai']);
    const { status, body } = await key.post(path, { message: question, grounding });
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect((await key.post(path, { message: question })).status).toBe(200);
    expect((await (await api.withKey(['read'])).post(path, { message: 'Hi' })).status).toBe(403);
  });

  it('is the same each time, and as short as it is asked to be', async () => {
    const ask = () => made(api.post(path, { message: question, grounding, max_tokens: 5 }));
    const [first, second] = [await ask(), await ask()];
    expect(first.content).toBe(second.content);
    expect([first.content.length, first.finish_reason]).toEqual([20, 'length']);
  });

  it('comes word by word, then whole, then ends', async () => {
    const response = await fetch(api.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: question, grounding, stream: true }),
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = eventsOf(await response.text());
    const whole = events.at(-2);
    expect(events.at(-1)).toBe('[DONE]');
    expect(
      events
        .slice(0, -2)
        .map(({ delta }) => delta)
        .join(''),
    ).toBe(whole.content);
    expect(events.length).toBeGreaterThan(5);
    expect(whole).toMatchObject({ provider: 'local', sources: [{ number: 1 }, { number: 2 }] });
  });

  it('is refused with the name of the field', async () => {
    const refused = async (body: object) => {
      const { status, body: answer } = await api.post(path, body);
      return [status, answer.error.param];
    };
    expect(await refused({})).toEqual([400, 'message']);
    expect(await refused({ message: 'a', messages: [] })).toEqual([400, expect.any(String)]);
    const messages = [{ role: 'assistant', content: 'a' }];
    expect(await refused({ messages })).toEqual([400, 'messages']);
    expect(await refused({ message: 'a', tools: ['delete'] })).toEqual([400, 'tools[0]']);
    expect(await refused({ message: 'a', temperature: 3 })).toEqual([400, 'temperature']);
    const nowhere = { object_type_ids: ['nothing'] };
    for (const message of [question, 'ok', '?', 'what is it'])
      expect((await api.post(path, { message, grounding: nowhere })).status).toBe(404);
  });
});

describe('a conversation', () => {
  it('can be continued, but only by its owner', async () => {
    const first = await made(ada.client.post(path, { message: 'My cat is called Minka.' }));
    const next = await made(
      ada.client.post(path, {
        message: 'What is my cat called?',
        conversation_id: first.conversation_id,
      }),
    );
    expect(next).toMatchObject({
      conversation_id: first.conversation_id,
      content: expect.stringContaining('Minka'),
    });
    const one = `/v1/ai/conversations/${first.conversation_id}`;
    const shown = await made(ada.client.get(one));
    expect(shown).toMatchObject({ title: 'My cat is called Minka.', message_count: 4 });
    expect(shown.messages.map(({ role }: { role: string }) => role)).toEqual([
      ...['user', 'assistant'],
      ...['user', 'assistant'],
    ]);
    for (const client of [bob.client, api]) {
      expect((await client.get(one)).status).toBe(404);
      expect((await client.delete(one)).status).toBe(404);
      const { status } = await client.post(path, {
        message: 'And?',
        conversation_id: first.conversation_id,
      });
      expect(status).toBe(404);
    }
    const exported = await made(ada.client.get('/v1/auth/me/export'));
    expect(JSON.stringify(exported.conversations)).toContain('Minka');
    expect((await made(ada.client.delete(one))).deleted).toBe(true);
    expect((await ada.client.get(one)).status).toBe(404);
  });

  it('keeps of its sources only their ids, and nothing at all where store is false', async () => {
    const kept = await made(ada.client.post(path, { message: question, grounding }));
    const { messages } = await made(ada.client.get(`/v1/ai/conversations/${kept.conversation_id}`));
    expect(Object.keys(messages[1].sources[0]).toSorted()).toEqual([
      'number',
      'object_id',
      'object_type_id',
    ]);
    const { total } = await made(ada.client.get('/v1/ai/conversations'));
    const unkept = await made(ada.client.post(path, { message: 'Hush', store: false }));
    expect(unkept.conversation_id).toBeNull();
    expect((await made(ada.client.get('/v1/ai/conversations'))).total).toBe(total);
  });

  it('is gone with its user, and 90 days after its last word', async () => {
    const { client, user } = await createUser(api, { role: 'asker' });
    const gone = await made(client.post(path, { message: 'Hello' }));
    await api.delete(`/v1/users/${user.id}`);
    const old = await made(api.post(path, { message: 'Hello' }));
    await server.db.query(
      `update app.ai_conversations set updated_at = now() - interval '91 days' where id = $1`,
      [old.conversation_id],
    );
    await server.db.query('select worker.expire()');
    const { rows } = await server.db.query(
      'select 1 from app.ai_messages where conversation_id = any ($1)',
      [[gone.conversation_id, old.conversation_id]],
    );
    expect(rows).toEqual([]);
  });

  it('is in no log of what happened', async () => {
    await api.post(path, { message: 'xyzzy is a secret word' });
    const { rows } = await server.db.query(
      `select 1 from app.journal where tenant_id = $1 and (after::text || coalesce(before::text, '')) ~ 'xyzzy'`,
      [api.tenant.id],
    );
    expect(rows).toEqual([]);
  });
});
