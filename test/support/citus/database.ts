import pg from 'pg';
import { requireCluster } from '../../../src/db/citus/cluster.ts';
import { withClient } from '../../../src/db/client.ts';
import { retryClashes } from '../../../src/db/roles.ts';
import { withDatabase } from '../../../src/db/urls.ts';

/** A server of the cluster: the address of a database there, and where the coordinator finds it. */
interface Node {
  url: string;
  host: string;
  port: number;
}

/**
 * Makes an empty database on every node, which know each other there.
 * @param coordinator a superuser's address of a database of the coordinator that has the extension and the nodes
 * @returns its address on the coordinator
 */
export async function createOnCluster(coordinator: string, name: string): Promise<string> {
  const nodes = await nodesOf(coordinator);
  for (const { url } of nodes) {
    await alone(url, `create database ${pg.escapeIdentifier(name)}`);
    await alone(withDatabase(url, name), 'create extension citus');
  }
  const url = withDatabase(coordinator, name);
  await withClient(url, 'test support', async (client) => {
    for (const [place, { host, port }] of nodes.entries())
      await client.query(
        place === 0 ? 'select citus_set_coordinator_host($1, $2)' : 'select citus_add_node($1, $2)',
        [host, port],
      );
  });
  return url;
}

/** Makes a database one that others are cloned from: no one connects to it any more, including Citus. */
export async function closeOnCluster(coordinator: string, name: string): Promise<void> {
  await everywhere(
    coordinator,
    `alter database ${pg.escapeIdentifier(name)} allow_connections false`,
  );
  await everywhere(
    coordinator,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${pg.escapeLiteral(name)}`,
  );
}

/**
 * Copies a closed database on every node, with what Citus knows there: rows, shards and nodes stay what they are.
 * @param rights SQL that gives each copy what is not copied: rights on the database, settings of roles in it
 */
export async function cloneOnCluster(
  coordinator: string,
  template: string,
  name: string,
  rights: string,
): Promise<void> {
  const [to, from] = [name, template].map(pg.escapeIdentifier);
  await everywhere(coordinator, `create database ${to} template ${from} strategy file_copy`);
  // As the PostgreSQL of the other runs has it: tests count which functions are entered.
  await everywhere(coordinator, `alter database ${to} set track_functions = 'all'`);
  for (const { url } of await nodesOf(coordinator))
    await retryClashes(() => alone(withDatabase(url, name), rights));
}

/** Drops it everywhere, even with open connections: nodes keep connections to each other. */
export async function dropOnCluster(coordinator: string, name: string): Promise<void> {
  await everywhere(
    coordinator,
    `drop database if exists ${pg.escapeIdentifier(name)} with (force)`,
  );
}

/** Drops what a run has cloned: databases that files share are there until the processes end. */
export async function dropClones(coordinator: string, template: string): Promise<void> {
  const { rows } = await withClient(coordinator, 'test support', (client) =>
    client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [`${template}_`],
    ),
  );
  for (const { name } of rows) await dropOnCluster(coordinator, name);
}

async function everywhere(coordinator: string, sql: string): Promise<void> {
  const nodes = await nodesOf(coordinator);
  await Promise.all(nodes.map(({ url }) => alone(url, sql)));
}

/** The coordinator first. */
async function nodesOf(coordinator: string): Promise<Node[]> {
  const cluster = await withClient(coordinator, 'test support', requireCluster);
  if (!cluster.nodes[0]?.isCoordinator)
    throw new Error(
      'The database that CITUS_URL names knows no nodes: see citus_set_coordinator_host.',
    );
  return cluster.nodes.map(({ address, isCoordinator }) => {
    const [host = '', port = ''] = address.split(/:(?=\d+$)/);
    const url = new URL(coordinator);
    if (!isCoordinator) Object.assign(url, { hostname: host, port });
    return { url: url.href, host, port: Number(port) };
  });
}

/** Runs a statement on one server, which tells no other of it. */
async function alone(url: string, sql: string): Promise<void> {
  await withClient(url, 'test support', async (client) => {
    await client.query('set citus.enable_create_database_propagation = off');
    await client.query('set citus.enable_ddl_propagation = off');
    await client.query(sql);
  });
}
