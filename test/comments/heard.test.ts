import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { createPolicy, own } from '../policies/support.ts';
import { defineType } from '../support/define-type.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { closeSockets, openSocket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { createWebhook, opened } from '../webhooks/support.ts';
import { place, say } from './support.ts';

const list = '/v1/comments';
const server = useOwnDatabase({ WORKER: 'on', ...opened }, { realtime: { tickMs: 100 } });
const api = useTenant(server);
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterEach(closeSockets);
afterAll(() => receiver.close());

it('webhooks hear of each change of a comment, with what an edit replaced', async () => {
  await createWebhook(api, receiver, { events: ['comment.*'] });
  const { id } = await say(api, await place(api), 'First words');
  await made(api.patch(`${list}/${id}`, { body: 'Last words' }));
  await made(api.delete(`${list}/${id}`));
  const events = (await receiver.until(3, 60)).map(({ event }) => event);
  const of = (type: string) => events.find((event) => event.type === type);
  expect(of('comment.created').data).toMatchObject({ id, body: 'First words' });
  expect(of('comment.updated')).toMatchObject({
    data: { id, body: 'Last words' },
    previous: { body: 'First words' },
  });
  expect(of('comment.deleted').data).toMatchObject({ id, body: null, is_deleted: true });
});

it('comments:<object id> is heard by those who see the object', async () => {
  const [ada, bob] = [await signUp(api), await signUp(api)];
  await defineType(api, { owner: 'string' }, { name: 'notes', user_access: 'open' });
  await createPolicy(api, { action: 'all', effect: 'allow', condition_json: [own] });
  const note = await place(api, 'notes', { owner: ada.user.id });
  const channel = `comments:${note.object_id}`;
  const [hers, his] = await Promise.all(
    [ada, bob].map(async ({ client: { token } }) => {
      const socket = await openSocket(server, { token, tenant_id: api.tenant.id });
      for (const name of [channel, 'events:custom.*']) await socket.subscribe(name);
      return socket;
    }),
  );
  const { id } = await say(ada.client, note, 'Between us');
  await api.post('/v1/events', { event_type: 'mark' });
  for (const socket of [hers, his])
    await until(
      async () => socket?.events('events:custom.*'),
      (events) => events?.length === 1,
    );
  expect(hers?.events(channel).map(({ data }) => [data.id, data.body])).toEqual([
    [id, 'Between us'],
  ]);
  expect(his?.events(channel)).toEqual([]);
});
