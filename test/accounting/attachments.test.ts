import { beforeAll, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import type { Client } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { fileForm, uploadText } from '../support/seed-files.ts';
import { untilBlocked, untilBlockedBehind } from '../support/until-blocked.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { type Books, booksOf, entries, posted, simple } from './support.ts';

const server = useServer();
let api: Books;
beforeAll(async () => {
  api = await booksOf(server);
});
const held = async (more: object = posted) => {
  const { id } = await uploadText(api, 'receipt.txt');
  const entry = await good(api.post(entries, simple('1', { ...more, attachments: [id] })));
  return { id, entry };
};
const found = async (id: string) =>
  (await api.get(`/v1/files/${id}?include_deleted=true`)).body.data;

it('a file that a posted entry has stays, whichever way it would go', async () => {
  const { id, entry } = await held();
  const answers = [
    await api.delete(`/v1/files/${id}`),
    await api.delete(`/v1/files/${id}?force=true`),
    await api.post('/v1/files/batch/delete', { file_ids: [id] }),
    await api.post('/v1/transaction', {
      requests: [{ method: 'DELETE', path: `/v1/files/${id}` }],
    }),
  ];
  expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual(
    answers.map(() => [409, 'INVALID_STATE']),
  );
  // A reversed entry holds it as well.
  await good(api.post(`${entries}/${entry.id}/reverse`, { reason: 'twice' }));
  expect((await api.delete(`/v1/files/${id}`)).status).toBe(409);
  expect((await found(id)).is_deleted).toBe(false);
});

it('a draft holds nothing, until it is posted or a file is attached to what is posted', async () => {
  const { id } = await held({});
  expect((await api.delete(`/v1/files/${id}`)).status).toBe(200);
  const draft = await held({});
  await good(api.post(`${entries}/${draft.entry.id}/post`));
  expect((await api.delete(`/v1/files/${draft.id}`)).status).toBe(409);
  const late = await uploadText(api, 'late.txt');
  await good(api.post(`${entries}/${draft.entry.id}/attachments`, { file_ids: [late.id] }));
  expect((await api.delete(`/v1/files/${late.id}`)).status).toBe(409);
});

it('a file that was in the trash when its draft was posted is not removed from there', async () => {
  const { id, entry } = await held({});
  await good(api.delete(`/v1/files/${id}`));
  await good(api.post(`${entries}/${entry.id}/post`));
  const other = await uploadText(api, 'other.txt');
  await good(api.delete(`/v1/files/${other.id}`));
  const { body } = await api.delete('/v1/files/trash');
  await good(api.delete(`/v1/files/trash?confirm_token=${body.error.confirm_token}`));
  expect((await api.get(`/v1/files/${other.id}?include_deleted=true`)).status).toBe(404);
  expect((await found(id)).is_deleted).toBe(true);
  await good(api.patch('/v1/governance', { trash_retention_days: 1 }));
  await server.db.query(
    `update app.files set deleted_at = now() - interval '9 days' where tenant_id = $1 and id = $2`,
    [api.tenant.id, id],
  );
  const { rows } = await asWorker(server, 'select worker.file_trash_retire($1, 10) as done', [
    api.tenant.id,
  ]);
  expect(rows).toEqual([{ done: true }]);
  expect((await found(id)).is_deleted).toBe(true);
});

it('an object and a user go without the files that are held', async () => {
  const type: DefinedType = await defineType(api, {}, {});
  const object = (await good(api.post(type.path, {}))).id;
  const upload = (client: Client, fields = {}) =>
    good(client.send('POST', '/v1/files/upload', { body: fileForm('hello', 'a.txt', fields) }));
  const [kept, gone] = [
    await upload(api, { object_type_id: type.id, object_id: object }),
    await upload(api, { object_type_id: type.id, object_id: object }),
  ];
  const user = await createUser(api);
  const own = await upload(user.client);
  await good(api.post(entries, simple('1', { ...posted, attachments: [kept.id, own.id] })));
  const confirm = async (path: string) => {
    const first = await api.delete(path);
    const { confirm_token } = first.body.error ?? {};
    if (confirm_token)
      await good(
        api.delete(`${path}${path.includes('?') ? '&' : '?'}confirm_token=${confirm_token}`),
      );
  };
  await confirm(`${type.path}/${object}?force=true`);
  expect(await found(kept.id)).toMatchObject({
    is_deleted: false,
    object_id: null,
    access: 'private',
  });
  expect(await found(gone.id)).toMatchObject({ is_deleted: true, object_id: null });
  await confirm(`/v1/users/${user.user.id}`);
  expect((await api.get(`/v1/users/${user.user.id}`)).status).toBe(404);
  expect(await found(own.id)).toMatchObject({ is_deleted: false });
});

it('a delete that races with a posting comes too late, or waits for it', async () => {
  const { id, entry } = await held({});
  const holder = await server.db.connect();
  await holder.query('begin');
  // The posting has locked its files by the time that it comes to the totals.
  await holder.query('select from app.ledger_balances where tenant_id = $1 for update', [
    api.tenant.id,
  ]);
  const posting = api.post(`${entries}/${entry.id}/post`);
  await untilBlocked(server.db, holder);
  const deleting = api.delete(`/v1/files/${id}`);
  await untilBlockedBehind(server.db, holder);
  await holder.query('commit');
  holder.release();
  expect((await posting).status).toBe(200);
  expect((await deleting).status).toBe(409);
});
