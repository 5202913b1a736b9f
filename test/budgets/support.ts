import { platformClient, type TenantClient } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
export type Json = any;

/** Gives a tenant limits of its own. */
export async function limit(server: TestServer, api: TenantClient, limits: object): Promise<void> {
  const path = `/admin/tenants/${api.tenant.id}`;
  const { status, body } = await platformClient(server).patch(path, { limits });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** So many objects in one request. @returns its answer */
export const createMany = (api: TenantClient, type: string, count: number, headers: object = {}) =>
  api.post(
    `/v1/objects/${type}/batch/create`,
    { objects: Array.from({ length: count }, (_, n) => ({ properties: { n } })) },
    headers as Record<string, string>,
  );

/** An action that creates an object. */
export const creating = (type: string, key = 'make') => ({
  key,
  type: 'create_object',
  config: { object_type_id: type, properties: { by: key } },
});

/** How many rows of a tenant a statement counts: `$1` is the tenant. */
export async function countOf(server: TestServer, api: TenantClient, sql: string): Promise<number> {
  const { rows } = await server.db.query(`select count(*)::int as count ${sql}`, [api.tenant.id]);
  return rows[0].count;
}

/** The live objects of a type. */
export const objectsOf = (server: TestServer, api: TenantClient, type: string) =>
  countOf(
    server,
    api,
    `from app.objects o join app.object_types t on t.tenant_id = o.tenant_id and t.id = o.object_type_id
     where o.tenant_id = $1 and t.name = '${type}'`,
  );

/** Waits until nothing of a tenant is left to be handed on or done. */
export async function untilQuiet(server: TestServer, api: TenantClient): Promise<void> {
  await until(
    () =>
      countOf(
        server,
        api,
        `from (select id from app.journal j where j.tenant_id = $1 and j.pending
           union all select id from app.work w where w.tenant_id = $1) open`,
      ),
    (count) => count === 0,
    60,
  );
}

/** The used part of a tenant's budgets, one row for each root. */
export async function usedBy(server: TestServer, api: TenantClient): Promise<Json[]> {
  const { rows } = await server.db.query(
    `select root, writes, mails, calls, runs from app.causation_budgets where tenant_id = $1
     order by writes desc`,
    [api.tenant.id],
  );
  return rows;
}
