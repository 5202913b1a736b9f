import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { plain } from '../support/pictures.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anybodyAt, signUp } from '../support/users.ts';
import { upload } from './support.ts';

const server = useServer();
const api = useTenant(server);
let file: { id: string };
let thumb: string;
beforeAll(async () => {
  file = await upload(api, await plain(20, 10).png().toBuffer(), 'a.png');
  thumb = `/v1/files/${file.id}/variants/thumb`;
});

describe('an unsupported image variant', () => {
  it.each([
    ...['0', '-1', '4097', '1e9', '1000000000', 'NaN', '1.5', '', '0x10', '٣'].flatMap((size) => [
      [`custom?w=${size}`, 'w'],
      [`custom?w=9&h=${size}`, 'h'],
    ]),
    ['custom', 'w'],
    ['custom?w=5&w=6', 'w'],
    ['custom?w[]=5', 'w[]'],
    ['thumb?fit=stretch', 'fit'],
    ['thumb?fit=', 'fit'],
    ['thumb?format=gif', 'format'],
    ['thumb?format=svg', 'format'],
    ['thumb?q=19', 'q'],
    ['thumb?q=101', 'q'],
    ['thumb?v=0', 'v'],
    ['huge?w=5', 'variant'],
    ['Thumb', 'variant'],
    ['..%2Fthumb', 'variant'],
    ['constructor', 'variant'],
  ])('%s is 400 and names %s', async (variant, param) => {
    const { status, body } = await api.get(`/v1/files/${file.id}/variants/${variant}`);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'VALIDATION_ERROR', param]);
  });

  it('is answered with a list of the supported ones', async () => {
    const { body } = await api.get(`/v1/files/${file.id}/variants/huge`);
    expect(body.error.message).toBe(
      'variant: must be one of thumb, small, medium, large, original, custom',
    );
  });
});

describe('access to an image variant', () => {
  const codeOf = async (client: Pick<TenantClient, 'get'>, path = thumb) => {
    const { status, body } = await client.get(path);
    return [status, body.error?.code];
  };

  it('requires the right to read the file', async () => {
    const anybody = anybodyAt(server);
    const asTenant = `${thumb}?tenant_id=${api.tenant.id}`;
    expect(await codeOf(anybody)).toEqual([401, 'UNAUTHORIZED']);
    expect(await codeOf(anybody, asTenant)).toEqual([401, 'UNAUTHORIZED']);
    expect(await codeOf(await api.withKey(['read']))).toEqual([200, undefined]);
    expect(await codeOf(await api.withKey(['auth']))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(await codeOf(await createTenant(server))).toEqual([404, 'NOT_FOUND']);
    const { client: user } = await signUp(api);
    expect(await codeOf(user)).toEqual([404, 'NOT_FOUND']);
    await server.db.query(`update app.files set access = 'authenticated' where id = $1`, [file.id]);
    expect(await codeOf(user)).toEqual([200, undefined]);
    expect(await codeOf(anybody, asTenant)).toEqual([401, 'UNAUTHORIZED']);
    await server.db.query(`update app.files set access = 'public' where id = $1`, [file.id]);
    expect(await codeOf(anybody, asTenant)).toEqual([200, undefined]);
    await server.db.query(`update app.files set access = 'private' where id = $1`, [file.id]);
  });

  it('is refused for files that are unknown, in the trash, or without bytes', async () => {
    const gone = await upload(api, await plain(5, 5).png().toBuffer(), 'b.png');
    const path = `/v1/files/${gone.id}/variants/small`;
    await server.db.query(`update app.files set status = 'pending' where id = $1`, [gone.id]);
    expect(await codeOf(api, path)).toEqual([409, 'INVALID_STATE']);
    await server.db.query(
      `update app.files set status = 'ready', is_deleted = true, deleted_at = now() where id = $1`,
      [gone.id],
    );
    expect(await codeOf(api, path)).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf(api, '/v1/files/file_0/variants/small')).toEqual([404, 'NOT_FOUND']);
  });

  it('is possible with a signed URL for exactly this variant', async () => {
    const path = `/v1/files/${file.id}/signed-url`;
    const anybody = anybodyAt(server);
    const sign = async (body: object) => {
      const answer = await api.post(path, body);
      expect(answer.status).toBe(200);
      return answer.body.data.url as string;
    };
    const url = await sign({ variant: 'custom', w: 100, h: 50, format: 'webp' });
    expect(url).toMatch(/\/variants\/custom\?w=100&h=50&format=webp&token=/);
    const signature = url.slice(url.indexOf('&token='));
    const ask = (variant: string, signed = signature) =>
      codeOf(anybody, `/v1/files/${file.id}/variants/${variant}${signed}`);
    expect(await codeOf(anybody, url)).toEqual([200, undefined]);
    expect(await ask('thumb?h=50&w=100&format=webp')).toEqual([200, undefined]);
    for (const body of [{ variant: 'thumb' }, { w: 9 }, { variant: 'original', download: true }])
      expect(await codeOf(anybody, await sign(body))).toEqual([200, undefined]);
    const refused = [403, 'INVALID_SIGNATURE'];
    for (const other of [
      'custom?w=101&h=50&format=webp',
      'custom?w=100&h=50&format=png',
      'custom?w=100&h=50',
      'custom?w=100&h=50&format=webp&q=81',
      'custom?w=100&h=50&format=webp&fit=fill',
      'custom?w=100&h=50&format=webp&download=1',
      'thumb?v=1',
    ])
      expect([other, await ask(other)]).toEqual([other, refused]);
    const whole = `/v1/files/${file.id}/content`;
    expect(await codeOf(anybody, `${whole}?${signature.slice(1)}`)).toEqual(refused);
    const ofWhole = (await sign({})).replace('/content?', '/variants/thumb?');
    expect(await codeOf(anybody, ofWhole)).toEqual(refused);

    await api.post(`${path}/revoke`, {});
    expect(await codeOf(anybody, url)).toEqual(refused);
  });

  it('cannot be signed for a variant that does not exist', async () => {
    const text = await upload(api, 'text', 'a.txt');
    const fault = async (id: string, body: object) => {
      const answer = await api.post(`/v1/files/${id}/signed-url`, body);
      return [answer.status, answer.body.error?.details?.[0]?.path];
    };
    expect(await fault(file.id, { variant: 'huge' })).toEqual([400, 'variant']);
    expect(await fault(file.id, { variant: 'custom' })).toEqual([400, 'w']);
    expect(await fault(file.id, { variant: 'thumb', w: 4097 })).toEqual([400, 'w']);
    expect(await fault(file.id, { variant: 'thumb', q: '80' })).toEqual([400, 'q']);
    expect(await fault(text.id, { variant: 'thumb' })).toEqual([400, 'file_id']);
    expect(await fault(text.id, {})).toEqual([200, undefined]);
  });
});
