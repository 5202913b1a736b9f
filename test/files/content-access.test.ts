import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant } from '../support/api.ts';
import { callAtHost } from '../support/at-host.ts';
import { absentId } from '../support/seed-tenant.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anybodyAt, createUser, signUp } from '../support/users.ts';
import { contentOf, upload } from './support.ts';

type File = { id: string };
/** `401 UNAUTHORIZED`, or `200`. */
const endOf = async (call: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await call;
  return [status, body.error?.code].filter(Boolean).join(' ');
};

const server = useServer();
const api = useTenant(server, { slug: 'files' });
let callers: Record<string, Client>;
let files: Record<string, File>;
/** For who has no token to say it. */
let ofTenant: string;
beforeAll(async () => {
  ofTenant = `?tenant_id=${api.tenant.id}`;
  const uploader = (await signUp(api)).client;
  const guest = (await api.as(undefined).post(`/v1/auth/anonymous${ofTenant}`)).body.data;
  callers = {
    nobody: anybodyAt(server),
    uploader,
    member: (await signUp(api)).client,
    admin: (await createUser(api, { role: 'admin' })).client,
    guest: api.as(guest.access_token),
    'key read': await api.withKey(['read']),
    'key files': await api.withKey(['files']),
    'key of others': await createTenant(server),
  };
  const own = (access: string) => upload(uploader, `this is ${access}`, 'own.txt', { access });
  files = {
    private: await own('private'),
    authenticated: await own('authenticated'),
    public: await own('public'),
    trashed: await own('public'),
    unknown: { id: '' },
  };
  files.unknown = { id: absentId((files.public as File).id) };
  await server.db.query(
    'update app.files set is_deleted = true, deleted_at = now() where id = $1',
    [files.trashed?.id],
  );
});

const scope = '403 INSUFFICIENT_SCOPE';
const none = '404 NOT_FOUND';
const nobody = '401 UNAUTHORIZED';
describe.each([
  // Private files, files in the trash and missing ones answer alike to callers who may not read files.
  ['private', [nobody, '200', none, '200', '403 FORBIDDEN', '200', scope, none]],
  ['authenticated', [nobody, '200', '200', '200', '403 FORBIDDEN', '200', scope, none]],
  ['public', ['200', '200', '200', '200', '200', '200', '200', none]],
  ['trashed', [nobody, none, none, none, '403 FORBIDDEN', none, scope, none]],
  ['unknown', [nobody, none, none, none, '403 FORBIDDEN', none, scope, none]],
])('the content of a file that is %s', (name, expected) => {
  it(`is readable for ${expected.filter((end) => end === '200').length} of 8 callers`, async () => {
    const ends: Record<string, string> = {};
    for (const [who, client] of Object.entries(callers)) {
      const query = who === 'nobody' ? ofTenant : '';
      ends[who] = await endOf(client.get(contentOf(files[name] as File) + query));
    }
    expect(ends).toEqual(
      Object.fromEntries(Object.keys(callers).map((who, n) => [who, expected[n]])),
    );
  });
});

describe('a content request without a token', () => {
  it('that names no tenant is asked for a token, whatever the file is', async () => {
    for (const file of Object.values(files)) {
      const { status, body, headers } = await anybodyAt(server).get(contentOf(file));
      expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    const junk = api.as('junk').get(contentOf(files.public as File));
    expect(await endOf(junk)).toBe('401 INVALID_TOKEN');
  });

  it('may name the tenant by header or host', async () => {
    const file = files.public as File;
    const header = { 'x-tenant-id': 'files' };
    const { status, body } = await anybodyAt(server).get(contentOf(file), undefined, header);
    expect([status, body]).toEqual([200, 'this is public']);
    const host = `files.${new URL(server.url).host}`;
    expect(await endOf(callAtHost(server, host, contentOf(files.private as File)))).toBe(nobody);
    expect(await endOf(anybodyAt(server).get(`${contentOf(file)}?tenant_id=nobody`))).toBe(
      '404 TENANT_NOT_FOUND',
    );
  });
});

describe('a token without the right to read files', () => {
  it('is told what it lacks, as by other operations', async () => {
    const path = contentOf(files.private as File);
    const { body: key } = await (callers['key files'] as Client).get(path);
    expect(key.error.details).toEqual({ required: 'read', held: ['files'] });
    const { body: guest } = await (callers.guest as Client).get(path);
    expect(guest.error.details).toEqual({ required: 'files:read' });
    expect(guest.error.message).toContain('files:read');
  });

  it('with as_user reads what that user may read', async () => {
    const member = await signUp(api);
    const path = (name: string) => `${contentOf(files[name] as File)}?as_user=${member.user.id}`;
    expect(await endOf(api.get(path('private')))).toBe(none);
    expect(await endOf(api.get(path('authenticated')))).toBe('200');
  });

  it('requires a second factor where the tenant requires it of its role', async () => {
    const strict = await createTenant(server);
    const { client } = await signUp(strict);
    const file = await upload(client, 'x');
    await server.db.query(`update app.tenants set mfa_roles = '{user}' where tenant_id = $1`, [
      strict.tenant.id,
    ]);
    expect(await endOf(client.get(contentOf(file)))).toBe('403 INSUFFICIENT_AAL');
    expect(await endOf(strict.get(contentOf(file)))).toBe('200');
  });
});

describe('access to the content of a file', () => {
  it('changes with the next request: access, a pending file, a suspended tenant', async () => {
    const file = await upload(api, 'now', 'now.txt', { access: 'public' });
    const path = contentOf(file);
    const anybody = () => anybodyAt(server).get(`${path}${ofTenant}&v=1`);
    expect((await anybody()).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
    await server.db.query(`update app.files set access = 'private' where id = $1`, [file.id]);
    const { status, headers } = await anybody();
    expect([status, headers.get('cache-control')]).toEqual([401, 'no-store']);
    expect((await api.get(`${path}?v=1`)).headers.get('cache-control')).toBe('private, no-cache');

    await server.db.query(`update app.files set status = 'pending' where id = $1`, [file.id]);
    expect(await endOf(api.get(path))).toBe('409 INVALID_STATE');
  });

  it('requires a token for earlier versions, with their names and types', async () => {
    const file = await upload(api, 'the second', 'second.txt', { access: 'public' });
    await server.db.query(
      `with first as (
         update app.file_versions set version = 2 where file_id = $1 returning *)
       insert into app.file_versions (tenant_id, file_id, version, filename, mime_type, size_bytes,
         storage_key, checksum)
       select tenant_id, file_id, 1, 'first.csv', 'text/csv', size_bytes, storage_key, checksum
       from first`,
      [file.id],
    );
    await server.db.query('update app.files set version = 2 where id = $1', [file.id]);
    const path = contentOf(file);
    const { headers, status } = await api.get(`${path}?version=1`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toContain('first.csv');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(await endOf(api.get(`${path}?version=3`))).toBe(none);
    expect(await endOf(anybodyAt(server).get(`${path}${ofTenant}&version=1`))).toBe(nobody);
    expect(await endOf(anybodyAt(server).get(`${path}${ofTenant}`))).toBe('200');
    for (const version of ['0', '-1', '1.5', 'x', ''])
      expect(await endOf(api.get(`${path}?version=${version}`))).toBe('400 VALIDATION_ERROR');
  });
});
