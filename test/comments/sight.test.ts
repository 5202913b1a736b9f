import { beforeAll, describe, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { createPolicy, own } from '../policies/support.ts';
import { createTenant } from '../support/api.ts';
import { copyRows } from '../support/copy-rows.ts';
import { defineType } from '../support/define-type.ts';
import { uploadText } from '../support/seed-files.ts';
import { settle } from '../support/settle.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type SignedUp, signIn, signUp } from '../support/users.ts';
import { type Place, place, refusal, say, texts } from './support.ts';

const list = '/v1/comments';
const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
let ada: SignedUp;
let bob: SignedUp;
/** Of Ada's; a policy hides them from Bob. */
let hidden: Place;
/** Of a type that is open to all. */
let open: Place;
beforeAll(async () => {
  [ada, bob] = [await signUp(api), await signUp(api)];
  await defineType(api, { owner: 'string' }, { name: 'notes', user_access: 'open' });
  await createPolicy(api, { action: 'all', effect: 'allow', condition_json: [own] });
  hidden = await place(api, 'notes', { owner: ada.user.id });
  open = await place(api);
});

/** The mentions that a user was notified of. */
const told = async ({ client }: SignedUp, comment: string) =>
  (await made(client.get('/v1/auth/notifications?limit=100'))).results.filter(
    ({ metadata }: { metadata: { comment_id?: string } | null }) =>
      metadata?.comment_id === comment,
  );

describe('comments on an object that a policy hides', () => {
  it('are there for those who see it, and nowhere for others', async () => {
    const { id } = await say(ada.client, hidden, 'Hush, a secret');
    const path = `${list}/${id}`;
    expect(await texts(ada.client, hidden)).toContain('Hush, a secret');
    for (const call of [
      bob.client.get(path),
      bob.client.get(`${list}?${new URLSearchParams({ ...hidden })}`),
      bob.client.post(list, { ...hidden, body: 'Mine too' }),
      bob.client.patch(path, { body: 'x' }),
      bob.client.delete(path),
      bob.client.post(`${path}/resolve`),
      bob.client.put(`${path}/reactions/+1`),
      bob.client.delete(`${path}/reactions/+1`),
    ])
      expect(await refusal(call)).toEqual([404, 'NOT_FOUND']);
    expect(await texts(bob.client, { query: 'a secret' })).toEqual([]);
    expect(await texts(bob.client, {})).not.toContain('Hush, a secret');
    expect(await texts(ada.client, { query: 'a secret' })).toEqual(['Hush, a secret']);
    const heard = async ({ client }: SignedUp) =>
      (await made(client.get('/v1/changes?types=comment.*'))).results.map(
        ({ data }: { data: { id: string } }) => data.id,
      );
    await settle(server.db);
    expect(await heard(ada)).toContain(id);
    expect(await heard(bob)).not.toContain(id);
  });

  it('tell a user who is mentioned nothing, unless they see it', async () => {
    const mentions = [ada.user.id, bob.user.id];
    const secret = await say(api, hidden, 'Look', { mentions });
    expect(secret.mentions).toEqual(mentions);
    expect(await told(ada, secret.id)).toMatchObject([
      { type: 'mention', body: null, title: 'A comment mentions you' },
    ]);
    expect(await told(bob, secret.id)).toEqual([]);
  });

  it('leave what a user sees no longer out of the export of their data', async () => {
    const cleo = await signUp(api);
    const shown = await say(cleo.client, open, 'Shown');
    const note = await place(api, 'notes', { owner: cleo.user.id });
    await say(cleo.client, note, 'Lost');
    await made(
      api.patch(`/v1/objects/notes/${note.object_id}`, { properties: { owner: ada.user.id } }),
    );
    const { comments } = await made(cleo.client.get('/v1/auth/me/export'));
    expect(comments).toEqual([shown]);
  });
});

describe('a mention', () => {
  it('notifies once, in the words of its author, and not the author', async () => {
    const all = [bob.user.id, ada.user.id, bob.user.id];
    const { id, mentions } = await say(ada.client, open, 'You two', { mentions: all });
    expect(mentions).toEqual([bob.user.id, ada.user.id]);
    expect(await told(bob, id)).toMatchObject([
      {
        title: `${ada.email} mentioned you in a comment`,
        metadata: { comment_id: id, object_id: open.object_id },
      },
    ]);
    expect(await told(ada, id)).toEqual([]);
    for (const mentions of [[], [bob.user.id]])
      await made(ada.client.patch(`${list}/${id}`, { mentions }));
    expect(await told(bob, id)).toHaveLength(1);
  });

  it('notifies if an edit adds it, but not in a muted category', async () => {
    const { id } = await say(ada.client, open, 'Nobody');
    const cleo = await signUp(api);
    await made(
      cleo.client.put('/v1/auth/notifications/preferences', {
        channel: 'in_app',
        enabled: false,
        categories: ['mention'],
      }),
    );
    const mentions = [bob.user.id, cleo.user.id];
    await made(ada.client.patch(`${list}/${id}`, { mentions }));
    expect(await told(bob, id)).toHaveLength(1);
    expect(await told(cleo, id)).toEqual([]);
  });
});

describe('a comment is refused', () => {
  it.each([
    ['without a body', {}, 400],
    ['with an empty body', { body: '' }, 400],
    ['with a body of a megabyte', { body: 'x'.repeat(1 << 20) }, 400],
    ['with NUL in its body', { body: 'a\u0000b' }, 400],
    ['with an unknown field', { body: 'x', author: { id: 'usr_0' } }, 400],
    ['with 1,000 mentions', { body: 'x', mentions: Array(1000).fill('usr_0') }, 400],
    ['with 21 attachments', { body: 'x', attachments: Array(21).fill('file_0') }, 400],
    ['that mentions a stranger', { body: 'x', mentions: ['usr_0'] }, 404],
    ['with a file that is not there', { body: 'x', attachments: ['file_0'] }, 404],
    ['that answers nothing', { body: 'x', parent_id: 'cmt_0' }, 404],
  ])('%s', async (_, fields, status) => {
    expect((await ada.client.post(list, { ...open, ...fields })).status).toBe(status);
  });

  it('on nothing, on half of an object, on two things at once', async () => {
    const { object_type_id, object_id } = open;
    for (const on of [{}, { object_type_id }, { object_id }, { ...open, file_id: 'file_0' }])
      expect(await refusal(api.post(list, { ...on, body: 'x' }))).toEqual([
        400,
        'VALIDATION_ERROR',
      ]);
  });

  it('with anything of another tenant, in any field', async () => {
    const theirs = await place(other);
    const file = await uploadText(other, 'theirs.txt');
    const stranger = await signUp(other);
    const comment = await say(other, theirs, 'Theirs');
    for (const fields of [
      theirs,
      { ...open, object_id: theirs.object_id },
      { file_id: file.id },
      { ...open, parent_id: comment.id },
      { ...open, mentions: [stranger.user.id] },
      { ...open, attachments: [file.id] },
    ])
      expect(await refusal(api.post(list, { body: 'x', ...fields }))).toEqual([404, 'NOT_FOUND']);
    for (const call of [
      api.get(`${list}/${comment.id}`),
      api.delete(`${list}/${comment.id}`),
      api.put(`${list}/${comment.id}/reactions/+1`),
    ])
      expect(await refusal(call)).toEqual([404, 'NOT_FOUND']);
  });

  it('as an answer to one on another object, and below 32', async () => {
    const elsewhere = await say(api, await place(api), 'Elsewhere');
    const answer = { ...open, body: 'x', parent_id: elsewhere.id };
    expect(await refusal(api.post(list, answer))).toEqual([404, 'NOT_FOUND']);
    let parent_id: string | null = null;
    for (let depth = 0; depth < 32; depth++)
      ({ id: parent_id } = await say(api, open, `${depth}`, { parent_id }));
    expect(await refusal(api.post(list, { ...open, body: 'x', parent_id }))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
  });

  it('from a role that may only read objects of the type', async () => {
    await made(api.post('/v1/roles', { name: 'reader', permissions: ['objects:read:deals'] }));
    const reader = await signUp(api);
    await made(api.patch(`/v1/users/${reader.user.id}`, { role: 'reader' }));
    const client = api.as((await signIn(api, reader)).access_token);
    expect(await texts(client, open)).not.toEqual([]);
    expect((await client.post(list, { ...open, body: 'x' })).status).toBe(403);
  });
});

it('a page of all comments ends after 2,000 have been looked at, with a cursor to continue', async () => {
  const own = await createTenant(server);
  const { client } = await signUp(own);
  await defineType(own, { owner: 'string' }, { name: 'notes', user_access: 'private' });
  const at = await place(own, 'notes', { owner: 'nobody' });
  const { id } = await say(own, at, 'Hidden');
  await copyRows(
    server.db,
    own.tenant.id,
    { table: 'comments', set: { id: `'${id}' || lpad(n::text, 4, '0')` } },
    1,
    2000,
  );
  const seen = await say(own, await place(own), 'For everybody');
  const first = await made(client.get(`${list}?limit=10&order=asc`));
  expect(first).toMatchObject({ results: [], total: 0, total_relation: 'gte' });
  const second = await made(client.get(`${list}?limit=10&order=asc&cursor=${first.next_cursor}`));
  expect(second).toMatchObject({ results: [{ id: seen.id }], next_cursor: null });
});
