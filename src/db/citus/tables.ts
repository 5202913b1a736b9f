import type pg from 'pg';
import { withClient } from '../client.ts';
import { retryClashes } from '../roles.ts';
import { withRole } from '../urls.ts';

/** A table of the schema app, and where its rows belong in a cluster. */
export interface PlacedTable {
  name: string;
  /** `tenants`: each row lives where its tenant does; `everywhere`: on every node, for what is looked up without a tenant. */
  belongs: 'tenants' | 'everywhere';
  /** As PostgreSQL last estimated. */
  rows: number;
  bytes: number;
}

export interface TableTask extends PlacedTable {
  isDone: boolean;
}

/** A directory finds tenants, and so is looked up without one; what names no tenant is the same for all. */
const tablesSql = `
  select c.relname as name, p.isown, k.parents,
    greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c
  cross join lateral (
    select exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum > 0)
      and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'Directory:%' as isown) p
  cross join lateral (
    select coalesce(json_agg(distinct f.relname), '[]') as parents
    from pg_constraint k join pg_class f on f.oid = k.confrelid
    where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> k.conrelid) k
  where c.relnamespace = to_regnamespace('app') and c.relkind in ('r', 'p') and not c.relispartition
  order by p.isown, c.relname <> 'tenants', c.relname`;

interface Found extends Omit<PlacedTable, 'belongs'> {
  isown: boolean;
  parents: string[];
}

/** All tables, what is on every node first, then those that others refer to before those that refer to them. */
export async function tableOrder(client: Pick<pg.ClientBase, 'query'>): Promise<PlacedTable[]> {
  const { rows: found } = await client.query<Found>(tablesSql);
  const ordered: Found[] = [];
  while (ordered.length < found.length) {
    const has = (name: string) => ordered.some((table) => table.name === name);
    const next = found.find(({ name, parents }) => !has(name) && parents.every(has));
    if (!next) throw new Error('foreign keys of the schema app go in a circle');
    ordered.push(next);
  }
  return ordered.map(({ isown, parents: _, ...table }) => ({
    ...table,
    belongs: isown ? 'tenants' : 'everywhere',
  }));
}

/** The same on a coordinator, with what has been done. */
export async function tableTasks(client: pg.ClientBase): Promise<TableTask[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
    where c.relnamespace = 'app'::regnamespace`);
  const done = new Set(rows.map(({ name }) => name));
  return (await tableOrder(client)).map((table) => ({ ...table, isDone: done.has(table.name) }));
}

/**
 * Takes the tables that are not there yet to the nodes, each in a transaction of its own: an interrupted call is
 * continued by the next. Citus makes the roles again on the nodes with what they own, and so clashes with another
 * database of the servers
 * that does the same.
 * @param url the migrating role
 */
export async function distributeTables(
  url: string,
  onTable: (table: TableTask) => void = () => {},
): Promise<void> {
  await withClient(withRole(url, 'insula_owner'), 'citus', async (client) => {
    await distributeExtensions(client);
    await distributeSchemas(client);
    await distributeTypes(client);
    const tasks = (await tableTasks(client)).filter(({ isDone }) => !isDone);
    for (const task of tasks) {
      onTable(task);
      await retryClashes(() => distribute(client, task));
    }
  });
}

/**
 * Citus takes an extension along with a table or an index that needs it, which the body of a function does not: the others
 * are created once more here, where they are already, and Citus has the nodes create them too.
 */
async function distributeExtensions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select quote_ident(e.extname) as name from pg_extension e
    where e.extnamespace = to_regnamespace('ext')
      and not exists (
        select from pg_dist_object o where o.classid = 'pg_extension'::regclass and o.objid = e.oid)`);
  for (const { name } of rows)
    await retryClashes(() =>
      client.query(`create extension if not exists ${name} with schema ext`),
    );
}

/** Those that sql/90_grants.sql gives rights on. */
const schemas = ['app', 'auth', 'api', 'platform', 'gateway', 'worker', 'operators'];

/**
 * Citus takes a schema along with the tables and functions in it, but not with views: the others are created once more here,
 * where they are already, or the nodes would be told of rights on what they do not have.
 */
async function distributeSchemas(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname as name from pg_namespace n
     where n.nspname = any ($1) and not exists (
       select from pg_dist_object o where o.classid = 'pg_namespace'::regclass and o.objid = n.oid)`,
    [schemas],
  );
  for (const { name } of rows)
    await retryClashes(() => client.query(`create schema if not exists ${name}`));
}

/**
 * Citus takes a type along with what declares it, which the body of a function does not: so something declares those
 * that are on this node only.
 */
async function distributeTypes(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select t.oid::regtype::text as name from pg_type t
    left join pg_class c on c.oid = t.typrelid
    where t.typnamespace = 'app'::regnamespace and (t.typtype in ('d', 'e') or c.relkind = 'c')
      and not exists (select from pg_dist_object o where o.classid = 'pg_type'::regclass and o.objid = t.oid)`);
  for (const { name } of rows) {
    await retryClashes(() =>
      client.query(
        `create or replace function app.declares_a_type(${name}) returns void language sql as ''`,
      ),
    );
    await retryClashes(() => client.query(`drop function app.declares_a_type(${name})`));
  }
}

async function distribute(client: pg.ClientBase, { name, belongs }: TableTask): Promise<void> {
  const table = `app.${name}`;
  if (belongs === 'everywhere') {
    await client.query('select create_reference_table($1::text::regclass)', [table]);
    return;
  }
  await client.query(
    `select create_distributed_table($1::text::regclass, 'tenant_id', colocate_with => $2)`,
    [table, name === 'tenants' ? 'none' : 'app.tenants'],
  );
}
