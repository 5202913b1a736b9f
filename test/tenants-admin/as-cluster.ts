import type { TestServer } from '../support/server.ts';

/** The nodes of a pretended cluster. */
export const nodes = ['10.0.0.2:5432', '10.0.0.3:5432'] as const;

/** Does something while the database says that it is a cluster of two nodes, and that all tenants live on the first. */
export async function asCluster<T>(
  { db }: Pick<TestServer, 'db'>,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await db.query<{ definition: string }>(
    `select pg_get_functiondef(p.oid) as definition from pg_proc p
      where p.oid in ('app.tenant_nodes'::regproc, 'app.tenant_node'::regproc)`,
  );
  await db.query(`
    create or replace function app.tenant_nodes() returns text[] language plpgsql stable
      as $$ begin return '{${nodes}}'; end $$;
    create or replace function app.tenant_node(p_tenant text) returns text language plpgsql stable
      as $$ begin return '${nodes[0]}'; end $$`);
  try {
    return await work();
  } finally {
    for (const { definition } of rows) await db.query(definition);
  }
}
