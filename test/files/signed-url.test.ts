import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Grant } from '../../src/groups/files/signature.ts';
import { FileSigner } from '../../src/groups/files/signature.ts';
import { type Answer, type Client, createTenant } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anybodyAt, createUser, signUp } from '../support/users.ts';
import { contentOf, upload } from './support.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
let anybody: Client;
let file: { id: string };
let sibling: { id: string };
beforeAll(async () => {
  anybody = anybodyAt(server);
  sibling = await upload(api, 'another');
});
beforeEach(async () => {
  file = await upload(api, 'for who has the link', 'link.txt');
});

const signPath = ({ id }: { id: string }) => `/v1/files/${id}/signed-url`;
const endOf = ({ status, body }: Answer) =>
  status < 300 ? String(status) : `${status} ${body.error.code}`;
const sign = async (body: object = {}) => (await api.post(signPath(file), body)).body.data;

/** The text that the server would sign. */
function forge(differs: Partial<Grant> = {}): string {
  return new FileSigner(server.config.encryptionKey).url(contentOf(file), {
    method: 'GET',
    tenant: api.tenant.id,
    file: file.id,
    generation: 1,
    what: '',
    isDownload: false,
    expires: Math.floor(Date.now() / 1000) + 3600,
    ...differs,
  });
}

/** A signed URL with other parameters: undefined leaves one out. */
async function changed(differs: Record<string, string | undefined>, body = {}): Promise<string> {
  const [path = '', search] = (await sign(body)).url.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(differs))
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  return `${path}?${query}`;
}

describe('a signed URL', () => {
  it('opens a private file for anyone, for the requested time', async () => {
    const before = Date.now();
    const { url, expires_at, ttl } = await sign({ expires_in: 60 });
    expect(url).toMatch(
      new RegExp(
        `^/v1/files/${file.id}/content\\?token=[\\w.-]+&expires=\\d{10}&t=${api.tenant.id}$`,
      ),
    );
    expect(ttl).toBe(60);
    expect(Date.parse(expires_at)).toBe(1000 * Number(/expires=(\d+)/.exec(url)?.[1]));
    expect(Math.abs(Date.parse(expires_at) - before - 60_000)).toBeLessThan(30_000);
    const answer = await anybody.get(url);
    expect([answer.status, answer.body]).toEqual([200, 'for who has the link']);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('content-disposition')).toMatch(/^inline/);
    expect((await fetch(server.url + url, { method: 'HEAD' })).status).toBe(200);
  });

  it('is not cached publicly even for a public file, and decides itself whether to download', async () => {
    file = await upload(api, 'x', 'public.txt', { access: 'public' });
    const { url, ttl } = await sign({ download: true });
    expect([ttl, url.endsWith('&download=1')]).toEqual([3600, true]);
    const { headers } = await anybody.get(`${url}&v=1`);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  it.each([59, 86_401, -1, 1.5, '60', 1e9, null, true])('is refused for %j s', async (bad) => {
    const { status, body } = await api.post(signPath(file), { expires_in: bad });
    expect([status, body.error.param]).toEqual([400, 'expires_in']);
  });

  it('can be created by users who may change the file, once it has bytes', async () => {
    const uploader = await signUp(api);
    const member = (await signUp(api)).client;
    const admin = (await createUser(api, { role: 'admin' })).client;
    const shared = await upload(uploader.client, 'x', 'x', { access: 'authenticated' });
    const own = await upload(uploader.client, 'x');
    const asks = async (client: Client, of: { id: string }) =>
      endOf(await client.post(signPath(of), {}));
    for (const client of [uploader.client, admin, await api.withKey(['files'])])
      expect([await asks(client, shared), await asks(client, own)]).toEqual(['200', '200']);
    // A member reads the first, which is not to share it with the world; of the second he knows nothing.
    expect(await asks(member, shared)).toBe('403 FORBIDDEN');
    expect(await asks(member, own)).toBe('404 NOT_FOUND');
    expect(await asks(await api.withKey(['read']), own)).toBe('403 INSUFFICIENT_SCOPE');
    expect(await asks(other, own)).toBe('404 NOT_FOUND');
    await server.db.query(`update app.files set status = 'pending' where id = $1`, [own.id]);
    expect(await asks(api, own)).toBe('409 INVALID_STATE');
  });
});

describe('a signed URL checked after a change of', () => {
  const invalid = '403 INVALID_SIGNATURE';
  it.each<[string, () => Promise<string> | string, string]>([
    ['nothing, which works', () => changed({}), '200'],
    ['the token', () => changed({ token: `1.${'A'.repeat(43)}` }), invalid],
    ['the token, to a foreign one', () => changed({ token: 'x' }), invalid],
    ['the token, to nothing', () => changed({ token: '' }), invalid],
    ['the token, left out', () => changed({ token: undefined }), invalid],
    [
      'the token, as an array',
      () => changed({ token: undefined, 'token[]': '1.x' }),
      '400 VALIDATION_ERROR',
    ],
    ['the token, given twice', async () => `${await changed({})}&token=x`, '400 VALIDATION_ERROR'],
    ['the token, too long', () => changed({ token: 'x'.repeat(300) }), '400 VALIDATION_ERROR'],
    ['the generation', async () => (await changed({})).replace('token=1.', 'token=2.'), invalid],
    ['the time, one later', async () => oneLater(await changed({})), invalid],
    ['the time, far away', () => changed({ expires: '999999999999' }), invalid],
    ['the time, left out', () => changed({ expires: undefined }), invalid],
    ['the time, to text', () => changed({ expires: 'soon' }), '400 VALIDATION_ERROR'],
    ['the time, below 0', () => changed({ expires: '-1' }), '400 VALIDATION_ERROR'],
    ['the tenant', () => changed({ t: other.tenant.id }), invalid],
    ['the tenant, to an unknown one', () => changed({ t: 'ten_0' }), '404 TENANT_NOT_FOUND'],
    ['the tenant, left out', () => changed({ t: undefined }), '401 UNAUTHORIZED'],
    ['the file', async () => (await changed({})).replace(file.id, sibling.id), invalid],
    ['the file, to another', async () => (await changed({})).replace(file.id, 'file_0'), invalid],
    ['download, added', () => changed({ download: '1' }), invalid],
    ['download, taken away', () => changed({ download: undefined }, { download: true }), invalid],
    ['a version, added', () => changed({ version: '1' }), invalid],
    ['its use: it was for an upload', () => forge({ method: 'PUT' }), invalid],
    ['its use: it was for a variant', () => forge({ what: 'cover-200x200.webp.80' }), invalid],
    ['its time is over', () => forge({ expires: Math.floor(Date.now() / 1000) - 1 }), '410 GONE'],
    ['its time is over, and the signature wrong', () => changed({ expires: '1' }), invalid],
  ])('%s', async (_, make, end) => {
    expect(endOf(await anybody.get(await make()))).toBe(end);
  });

  const oneLater = (url: string) =>
    url.replace(/expires=(\d+)/, (_, seconds) => `expires=${Number(seconds) + 1}`);
});

describe('a signed URL that was valid', () => {
  const set = (change: string) =>
    server.db.query(`update app.files set ${change} where id = $1`, [file.id]);

  it('is refused once revoked, while a new one works', async () => {
    const { url } = await sign();
    const before = (await api.get(`/v1/files/${file.id}`)).headers.get('etag') as string;
    const revoked = await api.post(`${signPath(file)}/revoke`, undefined, { 'if-match': before });
    expect(revoked.body.data).toEqual({ file_id: file.id, revoked: true });
    expect(endOf(await anybody.get(url))).toBe('403 INVALID_SIGNATURE');
    expect(endOf(await anybody.get((await sign()).url))).toBe('200');
    const again = await api.post(`${signPath(file)}/revoke`, undefined, { 'if-match': before });
    expect(endOf(again)).toBe('412 PRECONDITION_FAILED');
    expect(endOf(await other.post(`${signPath(file)}/revoke`))).toBe('404 NOT_FOUND');
    const member = await createUser(api);
    await set(`access = 'authenticated'`);
    expect(endOf(await member.client.post(`${signPath(file)}/revoke`))).toBe('403 FORBIDDEN');
  });

  it('is refused once the access has changed', async () => {
    const { url } = await sign();
    const { rows } = await server.db.query(
      `select m.access, m.generation from app.files f
       cross join lateral app.file_merge(row(f.*)::app.files, '{"access": "authenticated"}') m
       where f.tenant_id = $1 and f.id = $2`,
      [api.tenant.id, file.id],
    );
    await set(`access = '${rows[0].access}', generation = ${rows[0].generation}`);
    expect(endOf(await anybody.get(url))).toBe('403 INVALID_SIGNATURE');
  });

  it('is refused while the file is in the trash', async () => {
    const { url } = await sign();
    await set('is_deleted = true, deleted_at = now()');
    expect(endOf(await anybody.get(url))).toBe('404 NOT_FOUND');
    await set('is_deleted = false, deleted_at = null');
    expect(endOf(await anybody.get(url))).toBe('200');
  });

  it('is refused while its tenant is suspended', async () => {
    const gone = await createTenant(server);
    file = await upload(gone, 'x');
    const { url } = (await gone.post(signPath(file), {})).body.data;
    await server.db.query(`update app.tenants set status = 'suspended' where tenant_id = $1`, [
      gone.tenant.id,
    ]);
    expect(endOf(await anybody.get(url))).toBe('403 TENANT_SUSPENDED');
  });

  it('needs no token, and accepts none of another tenant', async () => {
    const { url } = await sign();
    const limited = await api.withKey(['files']);
    expect(endOf(await limited.get(url))).toBe('200');
    expect(endOf(await other.get(url))).toBe('403 TENANT_MISMATCH');
    expect(endOf(await anybody.get(`${url}&tenant_id=${other.tenant.id}`))).toBe(
      '403 TENANT_MISMATCH',
    );
  });
});
