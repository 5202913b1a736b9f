import { afterAll, beforeAll, expect } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { callAtHost } from '../support/at-host.ts';
import { type NameServer, startNameServer } from '../support/dns.ts';
import type { TestServer } from '../support/server.ts';

export const list = '/admin/routes';

/** Two tenants, a name server, and the routes that a file makes. Its members are there when the hooks have run. */
export function useRoutes(server: TestServer) {
  let count = 0;
  const scene = {} as { names: NameServer; acme: TenantClient; other: TenantClient };
  beforeAll(async () => {
    scene.names = await startNameServer();
    scene.acme = await createTenant(server);
    scene.other = await createTenant(server);
  });
  afterAll(() => scene.names.close());
  const operator = () => platformClient(server);
  const own = () => scene.acme.tenant.id.slice(4);

  const create = async (body: object) => {
    const answer = await operator().post(list, { tenant_id: scene.acme.tenant.id, ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.data;
  };
  const verify = async (id: string) => (await operator().post(`${list}/${id}/verify`)).body.data;

  return Object.assign(scene, {
    operator,
    create,
    verify,
    /** Unknown to the files that share the database. */
    newHost: () => `r${++count}.${own()}.example.com`,
    newPrefix: () => `/r${++count}-${own()}`,
    ownHost: () => new URL(server.url).host,
    /** A route whose host is proved. */
    async active(body: object) {
      const route = await create(body);
      const { name, value } = route.verification;
      scene.names.records.set(name, ['v=spf1 -all', value]);
      return verify(route.id);
    },
    /** The tenant that a call without a token comes to, or what it is told. */
    async tenantAt(
      host: string,
      path = '/v1/tenant-config',
      headers = {},
      at: { url: string } = server,
    ): Promise<string> {
      const { status, body } = await callAtHost(at, host, path, headers);
      return status === 200 ? body.data.tenant_id : body.error.code;
    },
  });
}
