import { describe, expect, it } from 'vitest';
import { type Answer, type Client, createTenant } from '../support/api.ts';
import { fileForm } from '../support/seed-files.ts';
import { storedKeys } from '../support/stored.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server, { plan_tier: 'free' });

async function uploaded(content: string, fields = {}, client: Client = api) {
  const answer = await client.send('POST', '/v1/files/upload', {
    body: fileForm(content, 'a.txt', fields),
  });
  expect(answer.status).toBe(201);
  return `/v1/files/${answer.body.data.id}`;
}
const put = (
  path: string,
  body: string,
  headers: Record<string, string> = {},
  client = api as Client,
) => client.send('PUT', `${path}/upload-put`, { body, headers });
const outcome = ({ status, body }: Answer) => [status, body.error?.code];
const contentOf = async (path: string) =>
  (
    await fetch(`${server.url}${path}/content`, {
      headers: { authorization: `Bearer ${api.token}` },
    })
  ).text();
const used = async () =>
  Number(
    (
      await server.db.query('select bytes from app.storage_usage where tenant_id = $1', [
        api.tenant.id,
      ])
    ).rows[0].bytes,
  );

describe('new bytes for a ready file', () => {
  it('become its next version, ready at once, and revoke earlier signed URLs', async () => {
    const path = await uploaded('one', { access: 'authenticated' });
    const before = (await api.get(path)).body.data;
    const room = await used();
    const signed = await api.post(`${path}/signed-url`, {});
    expect((await api.as(undefined).get(signed.body.data.url)).body).toBe('one');
    const { body, headers } = await put(path, '{"two":2}', { 'content-type': 'application/json' });
    expect(body.data).toMatchObject({
      id: before.id,
      filename: 'a.txt',
      status: 'ready',
      version: 2,
      size_bytes: 9,
      mime_type: 'application/json',
      access: 'authenticated',
    });
    expect(headers.get('etag')).toBe('"2"');
    expect((await used()) - room).toBe(9);
    expect(await contentOf(path)).toBe('{"two":2}');
    const ended = await api.as(undefined).get(signed.body.data.url);
    expect(outcome(ended)).toEqual([403, 'INVALID_SIGNATURE']);
  });

  it('are refused for users who may not change it, for another revision, and beyond the quota', async () => {
    const path = await uploaded('one', { access: 'public' });
    const other = await createTenant(server);
    const { client } = await signUp(api);
    const keys = await storedKeys(server, api);
    expect(outcome(await put(path, 'x', {}, other))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await put(path, 'x', {}, client))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await put(path, 'x', {}, await api.withKey(['write'])))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ]);
    expect(outcome(await put(path, 'x', { 'if-match': '"7"' }))).toEqual([
      412,
      'PRECONDITION_FAILED',
    ]);
    await server.db.query(
      `update app.tenants set limits = jsonb_build_object('storage_bytes', $2::int) where tenant_id = $1`,
      [api.tenant.id, (await used()) + 3],
    );
    expect(outcome(await put(path, 'more'))).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    expect(await storedKeys(server, api)).toEqual(keys);
    expect((await put(path, 'fit')).body.data.version).toBe(2);
    expect(outcome(await put(path, ''))).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    const { rows } = await server.db.query(
      `update app.tenants set limits = '{}' where tenant_id = $1 returning 1`,
      [api.tenant.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('sent at the same time each become a version', async () => {
    const path = await uploaded('one');
    const answers = await Promise.all(['a', 'b', 'c'].map((bytes) => put(path, bytes)));
    expect(answers.map(({ body }) => body.data.version).toSorted()).toEqual([2, 3, 4]);
    const { body } = await api.get(path);
    const last = answers.find((one) => one.body.data.version === 4);
    expect(body.data.checksum_sha256).toBe(last?.body.data.checksum_sha256);
  });
});

describe('the versions of a file', () => {
  it('are listed newest first, page by page, with the details of each', async () => {
    const { user, client } = await signUp(api);
    const path = await uploaded('one', { access: 'public' }, client);
    await put(path, 'twotwo');
    const { body, headers } = await api.get(`${path}/versions`);
    expect(headers.get('x-total-count')).toBe('2');
    const id = path.split('/').at(-1);
    expect(body.data).toEqual([
      expect.objectContaining({
        version: 2,
        file_id: id,
        size_bytes: 6,
        is_current: true,
        created_by: null,
      }),
      expect.objectContaining({
        version: 1,
        size_bytes: 3,
        filename: 'a.txt',
        mime_type: 'text/plain',
        is_current: false,
        created_by: user.id,
      }),
    ]);
    const page = await api.get(`${path}/versions?limit=1&before=2`);
    expect(page.body.data.map(({ version }: { version: number }) => version)).toEqual([1]);
    expect(outcome(await api.get(`${path}/versions?limit=0`))).toEqual([400, 'VALIDATION_ERROR']);
    const hidden = await uploaded('private');
    expect(outcome(await client.get(`${hidden}/versions`))).toEqual([404, 'NOT_FOUND']);
  });

  it('are restored as a new version with the same bytes', async () => {
    const path = await uploaded('one');
    await put(path, 'two');
    const keys = await storedKeys(server, api);
    const room = await used();
    const { body } = await api.post(`${path}/versions/1/restore`);
    expect(body.data).toMatchObject({ version: 3, size_bytes: 3, status: 'ready' });
    expect(await contentOf(path)).toBe('one');
    expect((await api.get(`${path}/content?version=2`)).body).toBe('two');
    expect((await used()) - room).toBe(3);
    expect(await storedKeys(server, api)).toEqual(keys);
    expect(outcome(await api.post(`${path}/versions/3/restore`))).toEqual([409, 'INVALID_STATE']);
    expect(outcome(await api.post(`${path}/versions/9/restore`))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await api.post(`${path}/versions/x/restore`))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
    const old = { 'if-match': '"1"' };
    expect(outcome(await api.post(`${path}/versions/1/restore`, undefined, old))).toEqual([
      412,
      'PRECONDITION_FAILED',
    ]);
    const { client } = await signUp(api);
    expect(outcome(await client.post(`${path}/versions/1/restore`))).toEqual([404, 'NOT_FOUND']);
    const slot = await api.post('/v1/files/upload-url', {
      filename: 'b',
      mime_type: 'text/plain',
      size_bytes: 1,
    });
    await fetch(server.url + slot.body.data.upload_endpoint, { method: 'PUT', body: 'x' });
    const pending = `/v1/files/${slot.body.data.file_id}/versions`;
    expect((await api.get(pending)).body.data).toHaveLength(1);
    expect(outcome(await api.post(`${pending}/1/restore`))).toEqual([409, 'INVALID_STATE']);
  });
});
