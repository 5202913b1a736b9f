import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodeJwt, decodeProtectedHeader, importPKCS8, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { Box } from '../../src/credentials/box.ts';
import { createTenant } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { blocks, page } from './pages.ts';

const server = useOwnDatabase();

/** The token as it will be in an hour, signed with the server's own key. */
async function expired(token: string): Promise<string> {
  const { rows } = await server.db.query('select private_key from app.signing_keys');
  const box = new Box(server.config.encryptionKey);
  const pem = box.open('platform', 'signing_keys.private_key', rows[0].private_key);
  const { kid, typ } = decodeProtectedHeader(token);
  const past = Math.floor(Date.now() / 1000) - 60;
  return new SignJWT({ ...decodeJwt(token), exp: past })
    .setProtectedHeader({ alg: 'EdDSA', kid: kid as string, typ: typ as string })
    .sign(await importPKCS8(pem, 'EdDSA'));
}

it('docs/start/javascript.md has a client that signs in, refreshes once and calls', async () => {
  const key = await createTenant(server, { slug: 'first' });
  await key.post('/v1/object-types', { name: 'contacts', user_access: 'open' });
  await key.post('/v1/object-types/contacts/properties', { name: 'name', data_type: 'string' });
  const text = page('docs/start/javascript.md');
  const [client = ''] = blocks(text, 'js');
  const [use = ''] = blocks(text, 'js use');
  const folder = await temporaryFolder();
  const lines = use.replaceAll('http://localhost:3000', server.url);
  await writeFile(join(folder, 'page.mjs'), `${client}\n${lines}\nexport { api, results };\n`);
  const { api, results } = await import(pathToFileURL(join(folder, 'page.mjs')).href);
  expect(results).toMatchObject([{ properties: { name: 'Ada' } }]);

  const session = await api.signIn('ada@example.com', 'correct horse');
  api.resume({ ...session, access_token: await expired(session.access_token) });
  const [a, b] = await Promise.all([
    api.call('GET', '/v1/auth/user'),
    api.call('GET', '/v1/objects/contacts/list'),
  ]);
  expect(a.email).toBe('ada@example.com');
  expect(b.total).toBe(1);
  await expect(api.call('GET', '/v1/objects/nothing/list')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    status: 404,
  });
});
