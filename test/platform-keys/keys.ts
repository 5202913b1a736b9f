import type { PlatformScope } from '../../src/operations/route-caller.ts';
import { type Client, createClient, platformClient } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';

/** A new platform key, and a client that calls with it. */
export async function newKey(
  server: TestServer,
  scopes: PlatformScope[],
  more: object = {},
  maker: Client = platformClient(server),
) {
  const { body } = await maker.post('/admin/keys', { label: 'Test', scopes, ...more });
  const { key, token } = body.data as { key: { id: string }; token: string };
  return { key, token, client: createClient(server, token) };
}
