import { beforeAll, expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let uploader: string;
let reader: string;
let list: string;
beforeAll(async () => {
  const key = async (scope: string) =>
    (await api.post('/v1/keys', { label: scope, scopes: [scope] })).body.data.token;
  uploader = await key('files');
  reader = await key('read');
  list = `${(await defineType(api, { name: 'string' })).path}/list`;
});

async function ask(token: string | undefined, method: string, path: string, meant: string) {
  const { status, headers } = await fetch(server.url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...{ 'x-http-method-override': meant, 'upload-length': '10' },
      'upload-metadata': `filename ${Buffer.from('a.txt').toString('base64')}`,
    },
  });
  return { status, location: headers.get('location') ?? '' };
}

it('a method in a header needs the rights of that method, and means nothing elsewhere', async () => {
  const { status, location } = await ask(uploader, 'POST', '/v1/files/resumable', 'POST');
  expect(status).toBe(201);
  for (const method of ['GET', 'POST'])
    expect((await ask(reader, method, location, 'DELETE')).status).toBe(403);
  expect((await ask(undefined, 'GET', location, 'DELETE')).status).toBe(401);
  expect((await ask(reader, 'GET', '/v1/files/resumable', 'POST')).status).toBe(403);
  for (const meant of ['CONNECT', '__proto__', ''])
    expect((await ask(uploader, 'POST', location, meant)).status).toBe(405);
  expect((await ask(reader, 'GET', list, 'DELETE')).status).toBe(200);
  expect((await ask(uploader, 'POST', location, 'HEAD')).status).toBe(200);
  expect((await ask(uploader, 'POST', location, ' delete ')).status).toBe(204);
});
