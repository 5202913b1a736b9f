import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { anotherAddress, createUser, type SignedUp, signIn } from '../support/users.ts';
import { meterOf, type WriteCost, type WriteMeter } from '../support/write-cost.ts';

const server = useOwnDatabase();
const api = useTenant(server);
const things = '/v1/objects/things';

let meter: WriteMeter;
let object: string;
let ticket: string;
let form: string;
let user: SignedUp;
/** The refresh token that comes next. */
let refresh_token: string;
/** Notifications of the user, each read once. */
let notes: string[];

beforeAll(async () => {
  meter = await meterOf(server, api);
  await good(api.post('/v1/object-types', { name: 'things' }));
  object = (await good(api.post(things, { properties: {} }))).id;
  ticket = (await good(api.post('/v1/tickets', { subject: 'It stops', body: 'At row 100.' }))).id;
  const fields = [{ name: 'note' }];
  form = (await good(api.post('/v1/forms', { name: 'Contact', status: 'active', fields }))).id;
  user = await createUser(api, { role: 'admin' });
  ({ refresh_token } = await signIn(api, user));
  const note = { type: 'news', title: 'New prices', user_ids: [user.user.id] };
  notes = [];
  for (let n = 0; n < 13; n++) notes.push((await good(api.post('/v1/notifications', note))).ids[0]);
});
afterAll(() => meter?.close());

/** As in writes.test.ts: a figure that grows needs a reason that is worth it, one that shrinks is lowered here. */
const kept: Record<
  string,
  [request: (n: number) => Promise<unknown>, cost: Omit<WriteCost, 'wal' | 'buffers'>]
> = {
  'a comment': [
    () =>
      good(api.post('/v1/comments', { object_type_id: 'things', object_id: object, body: 'Yes' })),
    { statements: 12, rows: ['comments +1', 'journal +1'], entries: ['comments 4', 'journal 4'] },
  ],
  'a notification, read': [
    (n) => good(user.client.patch(`/v1/auth/notifications/${notes[n]}`, { is_read: true })),
    {
      statements: 6,
      rows: ['journal +1', 'notifications ^1'],
      entries: ['journal 5', 'notifications 1'],
    },
  ],
  'a message in a ticket': [
    () => good(api.post(`/v1/tickets/${ticket}/messages`, { body: 'Still' })),
    {
      statements: 14,
      rows: ['journal +1', 'ticket_messages +1', 'tickets ~1'],
      entries: ['journal 4', 'ticket_messages 1'],
    },
  ],
  'a submission of a form': [
    () => {
      const path = `/v1/forms/public/${form}/submit`;
      return good(api.as(undefined).post(path, { data: { note: '1' } }, anotherAddress()));
    },
    {
      statements: 14,
      rows: ['form_counts ~1', 'form_submissions +1', 'journal +1'],
      entries: ['form_submissions 2', 'journal 4'],
    },
  ],
  'a sign-in with a password': [
    () => signIn(api, user),
    {
      statements: 29,
      rows: [
        ...[
          'auth_counters +1',
          'auth_counters -1',
          'auth_counters ~2',
          'journal +1',
          'sessions +1',
        ],
        'users ~1',
      ],
      entries: ['auth_counters 1', 'journal 4', 'sessions 2'],
    },
  ],
  'a refresh of a session': [
    async () => {
      const { body } = await api.post('/v1/auth/refresh', { refresh_token });
      ({ refresh_token } = body.data);
    },
    { statements: 11, rows: ['sessions ~1'], entries: [] },
  ],
  'a patch of a user': [
    (n) => good(api.patch(`/v1/users/${user.user.id}`, { user_metadata: { n } })),
    { statements: 13, rows: ['journal +1', 'users ^1'], entries: ['journal 4', 'users 5'] },
  ],
  'a view': [
    (n) => good(api.post('/v1/object-types/things/views', { name: `view ${n}` })),
    { statements: 8, rows: ['journal +1', 'views +1'], entries: ['journal 4', 'views 1'] },
  ],
  'a place for a file': [
    () => {
      const file = { filename: 'a.txt', mime_type: 'text/plain', size_bytes: 5 };
      return good(api.post('/v1/files/upload-url', file));
    },
    {
      statements: 12,
      rows: ['files +1', 'journal +1', 'storage_usage ~1'],
      entries: ['files 10', 'journal 4'],
    },
  ],
};

describe('a request costs no more than it did:', () => {
  it.each(Object.entries(kept))('%s', async (_, [request, cost]) => {
    const { wal: _wal, buffers: _pages, ...found } = await meter.of(request);
    expect(found).toEqual(cost);
  });
});
