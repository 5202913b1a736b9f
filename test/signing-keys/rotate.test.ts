import { decodeProtectedHeader } from 'jose';
import { expect, it } from 'vitest';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const server = useOwnDatabase();
const api = useTenant(server);

const answerTo = async (token: string) => {
  const { status, body } = await api.as(token).get('/v1/auth/user');
  return [status, body.error?.code];
};

it('the signing keys rotate in every process: the old key still verifies, the new one signs', async () => {
  const token = (await signUp(api)).session.access_token;
  const { kid } = decodeProtectedHeader(token);
  const sibling = await server.sibling();
  const atSibling = (bearer: string) =>
    fetch(`${sibling.url}/v1/auth/user`, { headers: { authorization: `Bearer ${bearer}` } });
  sibling.config.baseUrl = server.url; // two processes of one address
  expect((await atSibling(token)).status).toBe(200);
  const rotated = await api.as(server.platformKey).post('/admin/keys/rotate', {});
  expect(rotated.status).toBe(200);
  const fresh = (await signUp(api)).session.access_token;
  expect(decodeProtectedHeader(fresh).kid).toBe(rotated.body.data.kid);
  expect(rotated.body.data.kid).not.toBe(kid);
  expect(await answerTo(token)).toEqual([200, undefined]);
  expect(await answerTo(fresh)).toEqual([200, undefined]);
  const { body } = await api.as(undefined).get('/.well-known/jwks.json');
  expect(body.keys).toHaveLength(2);
  await sibling.close();
});
