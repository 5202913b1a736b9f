import { beforeAll, describe, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { uploadText } from '../support/seed-files.ts';
import { settle } from '../support/settle.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';
import { type Place, place, refusal, say, texts } from './support.ts';

const list = '/v1/comments';
const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
let ada: SignedUp;
let bob: SignedUp;
let deal: Place;
beforeAll(async () => {
  [ada, bob, deal] = [await signUp(api), await signUp(api), await place(api)];
});

describe('a comment on an object', () => {
  it('shows its text and its author', async () => {
    const body = '<script>alert(1)</script> **bold** [x](javascript:alert(1)) 👋';
    const comment = await say(ada.client, deal, body);
    expect(comment).toEqual({
      id: expect.stringMatching(/^cmt_/),
      object_type_id: expect.stringMatching(/^ot_/),
      object_id: deal.object_id,
      file_id: null,
      parent_id: null,
      body,
      author: { id: ada.user.id, email: ada.email },
      mentions: [],
      attachments: [],
      reactions: {},
      resolved_at: null,
      edited_at: null,
      is_deleted: false,
      created_at: expect.any(String),
      updated_at: comment.created_at,
    });
    expect(await made(bob.client.get(`${list}/${comment.id}`))).toEqual(comment);
    expect((await say(api, deal, 'By a key')).author).toEqual({
      id: expect.stringMatching(/^key_/),
      email: null,
    });
  });

  it('is edited only by its author, and the event contains the previous text', async () => {
    const { id } = await say(ada.client, deal, 'Too dear');
    const path = `${list}/${id}`;
    for (const client of [bob.client, api])
      expect(await refusal(client.patch(path, { body: 'Mine' }))).toEqual([403, 'FORBIDDEN']);
    const edited = await made(ada.client.patch(path, { body: 'Too cheap' }));
    expect(edited).toMatchObject({ body: 'Too cheap', edited_at: expect.any(String) });
    await settle(server.db);
    const { results } = await made(api.get('/v1/changes?types=comment.updated'));
    expect(results.at(-1)).toMatchObject({
      data: { id, body: 'Too cheap' },
      previous: { body: 'Too dear' },
    });
  });

  it('is deleted by its author or a manager; its text goes, its place and its answers stay', async () => {
    const on = await place(api);
    const first = await say(ada.client, on, 'First', { mentions: [bob.user.id] });
    const answer = await say(bob.client, on, 'Answer', { parent_id: first.id });
    expect(answer.parent_id).toBe(first.id);
    expect(await refusal(bob.client.delete(`${list}/${first.id}`))).toEqual([403, 'FORBIDDEN']);
    expect(await made(ada.client.delete(`${list}/${first.id}`))).toEqual({
      id: first.id,
      deleted: true,
    });
    expect(await made(bob.client.get(`${list}/${first.id}`))).toMatchObject({
      body: null,
      mentions: [],
      is_deleted: true,
    });
    expect(await texts(api, on)).toEqual([null, 'Answer']);
    for (const call of [
      ada.client.patch(`${list}/${first.id}`, { body: 'Again' }),
      ada.client.delete(`${list}/${first.id}`),
      ada.client.post(`${list}/${first.id}/resolve`),
      ada.client.put(`${list}/${first.id}/reactions/+1`),
    ])
      expect(await refusal(call)).toEqual([409, 'INVALID_STATE']);
    await made(api.delete(`${list}/${answer.id}`));
    expect(await texts(api, on)).toEqual([null, null]);
  });

  it('is resolved and opened again by anyone who sees it', async () => {
    const path = `${list}/${(await say(ada.client, deal, 'Open')).id}`;
    const resolved = await made(bob.client.post(`${path}/resolve`));
    expect(resolved.resolved_at).toEqual(expect.any(String));
    expect(await made(ada.client.post(`${path}/resolve`))).toEqual(resolved);
    expect((await made(ada.client.post(`${path}/unresolve`))).resolved_at).toBeNull();
  });

  it('counts each reaction of a caller once', async () => {
    const path = `${list}/${(await say(ada.client, deal, 'Nice?')).id}`;
    const thumb = `${path}/reactions/${encodeURIComponent('👍')}`;
    for (const client of [ada.client, bob.client, bob.client]) await made(client.put(thumb));
    expect((await made(api.put(`${path}/reactions/+1`))).reactions).toEqual({ '👍': 2, '+1': 1 });
    for (const client of [bob.client, bob.client, api]) await made(client.delete(thumb));
    expect((await made(api.get(path))).reactions).toEqual({ '👍': 1, '+1': 1 });
    for (let n = 0; n < 18; n++) await made(api.put(`${path}/reactions/kind-${n}`));
    expect(await refusal(api.put(`${path}/reactions/one-more`))).toEqual([409, 'INVALID_STATE']);
    for (const emoji of ['👍'.repeat(100), 'x'.repeat(33), 'a b', 'a\nb'])
      expect(
        await refusal(api.put(`${path}/reactions/${encodeURIComponent(emoji)}`)),
        emoji,
      ).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('a list of comments', () => {
  it.each([
    ['newest first', '', ['three', 'two', 'one']],
    ['as a thread is read, with order=asc', '&order=asc', ['one', 'two', 'three']],
  ])('has pages, %s, on one object', async (_, order, expected) => {
    const on = await place(api);
    await say(api, deal, 'Elsewhere');
    for (const body of ['one', 'two', 'three']) await say(ada.client, on, body);
    const path = `${list}?${new URLSearchParams({ ...on, limit: '2' })}${order}`;
    const first = await made(api.get(path));
    const next = await made(api.get(`${path}&cursor=${first.next_cursor}`));
    expect([first.total, next.total, next.next_cursor]).toEqual([3, 3, null]);
    const shown = [...first.results, ...next.results].map(({ body }) => body);
    expect(shown).toEqual(expected);
    const all = await made(api.get(`${list}?${new URLSearchParams({ query: 't' })}${order}`));
    const ids = all.results.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(order ? ids.toSorted() : ids.toSorted().toReversed());
    const other = order ? '' : '&order=asc';
    expect(
      await refusal(
        api.get(`${list}?${new URLSearchParams({ ...on })}${other}&cursor=${first.next_cursor}`),
      ),
    ).toEqual([400, 'INVALID_CURSOR']);
    expect(await refusal(api.get(`${list}?cursor=${first.next_cursor}`))).toEqual([
      400,
      'INVALID_CURSOR',
    ]);
  });

  it('finds a text, on one object and on all', async () => {
    const [on, too] = [await place(api), await place(api)];
    await say(ada.client, on, 'The Zephyr_5% is late');
    await say(ada.client, too, 'zephyr_5% again');
    const gone = await say(ada.client, too, 'zephyr_5% no more');
    await made(ada.client.delete(`${list}/${gone.id}`));
    expect(await texts(bob.client, { query: 'ZEPHYR_5%' })).toEqual([
      'The Zephyr_5% is late',
      'zephyr_5% again',
    ]);
    expect(await texts(bob.client, { ...on, query: 'zephyr' })).toEqual(['The Zephyr_5% is late']);
    expect(await texts(bob.client, { ...on, query: 'te' })).toEqual(['The Zephyr_5% is late']);
    expect(await texts(bob.client, { query: 'zephyr55' })).toEqual([]);
    expect(await texts(other, { query: 'zephyr' })).toEqual([]);
  });
});

it('a comment on a file is seen and goes with it', async () => {
  const file = await uploadText(api, 'plan.txt', { access: 'authenticated' });
  const hidden = await uploadText(api, 'own.txt', { access: 'private' });
  const comment = await say(ada.client, { file_id: file.id }, 'Page 3?', {
    attachments: [file.id],
  });
  expect(comment).toMatchObject({ file_id: file.id, object_id: null, attachments: [file.id] });
  expect(await texts(bob.client, { file_id: file.id })).toEqual(['Page 3?']);
  for (const more of [{ file_id: hidden.id }, { ...deal, attachments: [hidden.id] }])
    expect(await refusal(ada.client.post(list, { body: 'x', ...more }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  const secret = await say(api, { file_id: hidden.id }, 'Not for all');
  expect(await refusal(ada.client.get(`${list}/${secret.id}`))).toEqual([404, 'NOT_FOUND']);
  expect(await texts(ada.client, { query: 'Not for all' })).toEqual([]);
  await made(api.delete(`/v1/files/${file.id}`));
  expect(await refusal(ada.client.get(`${list}/${comment.id}`))).toEqual([404, 'NOT_FOUND']);
  await made(api.post(`/v1/files/${file.id}/restore`));
  expect((await made(ada.client.get(`${list}/${comment.id}`))).body).toBe('Page 3?');
  const { body } = await api.delete(`/v1/files/${file.id}?force=true`);
  expect(body.error.dependencies).toContainEqual({ type: 'comment', count: 1, label: '1 comment' });
  await made(
    api.delete(`/v1/files/${file.id}?force=true&confirm_token=${body.error.confirm_token}`),
  );
  expect(await refusal(api.get(`${list}/${comment.id}`))).toEqual([404, 'NOT_FOUND']);
});
