import { describe, expect, it } from 'vitest';
import { createClient, platformClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const [first, second] = ['insp_the_next_of_a_test', 'insp_another_of_a_test'];

describe('PLATFORM_ADMIN_KEY_ALSO', () => {
  const server = useOwnDatabase({ PLATFORM_ADMIN_KEY_ALSO: `${first}, ${second}` });

  it('lets each of its keys do what PLATFORM_ADMIN_KEY may', async () => {
    const own = platformClient(server);
    for (const key of [first, second]) {
      const client = createClient(server, key);
      const made = await client.post('/admin/tenants', { name: `Of ${key}` });
      expect(made.status).toBe(201);
      const { body } = await own.get(`/admin/audit-logs?tenant_id=${made.body.data.tenant.id}`);
      expect(body.data.logs[0].actor).toEqual({
        ...{ type: 'platform', id: 'env', label: 'PLATFORM_ADMIN_KEY' },
      });
    }
  });

  it('makes no tenant’s key of them, and no key of a part of the list', async () => {
    expect((await createClient(server, first).get('/v1/object-types')).body.error).toMatchObject({
      code: 'FORBIDDEN',
    });
    for (const key of [`${first}, ${second}`, first.slice(0, -1), ','])
      expect((await createClient(server, key).get('/admin/tenants')).status).toBe(401);
  });
});
