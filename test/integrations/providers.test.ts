import { expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { createTenant } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });

it('lists every provider with its config, to callers who may manage integrations', async () => {
  const api = await createTenant(server);
  const listed = await good(api.get('/v1/integrations/providers'));
  expect(listed.length).toBeGreaterThan(2);
  for (const one of listed)
    expect(one).toMatchObject({ name: expect.any(String), config_schema: { type: 'object' } });
  const { client } = await createUser(api);
  expect((await client.get('/v1/integrations/providers')).status).toBe(403);
});
