import { expect } from 'vitest';
import { type Client, platformClient, type TenantClient } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** Sends a request that must succeed. @returns its data */
export async function sent(
  api: Pick<Client, 'post' | 'patch' | 'put' | 'delete'>,
  method: 'post' | 'patch' | 'put' | 'delete',
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
): Promise<any> {
  const answer = await api[method](path, body);
  expect(answer.body.success, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(true);
  return answer.body.data;
}

// biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
const isOver = ({ status }: any) => !['pending', 'running'].includes(status);

/** Asks for a comparison, and waits until it is over. */
export async function diff(
  server: TestServer,
  target: TenantClient,
  source: TenantClient,
  body: object = {},
  // biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
): Promise<any> {
  const operator = platformClient(server);
  const made = await sent(operator, 'post', `/admin/tenants/${target.tenant.id}/diff`, {
    with: { tenant_id: source.tenant.id },
    ...body,
  });
  const get = async () => (await operator.get(`/admin/diffs/${made.id}`)).body.data;
  return until(get, isOver, 300);
}

/** All of its changes. */
export async function changesOf(server: TestServer, id: string, query = '') {
  const path = `/admin/diffs/${id}/changes?limit=1000${query}`;
  return (await platformClient(server).get(path)).body.data.results;
}

/** One line for each change. */
export const linesOf = async (server: TestServer, id: string): Promise<string[]> =>
  (await changesOf(server, id)).map(
    ({ section, kind, key, action }: Record<string, string>) =>
      `${section} ${kind} ${action} ${key}`,
  );

/**
 * A tenant with a type, a role, a policy and a webhook.
 * @param events of the webhook; its address answers nothing, so each delivery is tried for hours
 */
export async function setUp(api: TenantClient, events = ['object.*']): Promise<void> {
  await sent(api, 'post', '/v1/object-types', {
    name: 'tasks',
    properties: [
      { name: 'title', data_type: 'string', is_indexed: true },
      { name: 'code', data_type: 'string', is_unique: true },
      { name: 'n', data_type: 'integer' },
    ],
  });
  await sent(api, 'post', '/v1/roles', { name: 'editors', permissions: ['objects:read:tasks'] });
  await sent(api, 'post', '/v1/object-types/tasks/policies', {
    name: 'mine',
    action: 'select',
    condition_json: [{ field: 'n', operator: 'gt', value: 1 }],
  });
  await sent(api, 'post', '/v1/webhooks', { url: 'https://example.com/all', events });
}

/** Applies changes, with the token where one is asked for, and waits for the end. @returns the restore */
export async function apply(
  server: TestServer,
  id: string,
  body: object = {},
  // biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
): Promise<any> {
  const operator = platformClient(server);
  const path = `/admin/diffs/${id}/apply`;
  const asked = { changes: 'all', ...body };
  const first = await operator.post(path, asked);
  const { confirm_token } = first.body.error ?? {};
  const { body: begun } =
    first.status === 409 && confirm_token
      ? await operator.post(path, { ...asked, confirm_token })
      : first;
  expect(begun.error).toBe(undefined);
  const get = async () => (await operator.get(`/admin/restores/${begun.data.id}`)).body.data;
  return until(get, isOver, 300);
}
