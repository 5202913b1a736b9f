import type pg from 'pg';
import { type Cluster, clusterOf } from '../../db/citus/cluster.ts';
import { toDelegate } from '../../db/citus/functions.ts';
import { askNodes, type NodeAnswer } from '../../db/citus/nodes.ts';
import { tableTasks } from '../../db/citus/tables.ts';
import { withClient } from '../../db/client.ts';
import { withRole } from '../../db/urls.ts';
import { expect, type Finding, failed, ok, warning } from './check.ts';

interface Setting {
  name: string;
  sql: string;
  isRight: (value: string) => boolean;
  otherwise: typeof warning | typeof failed;
  advice: string;
}

/** Settings that every node needs. */
const settings: Setting[] = [
  {
    name: 'citus.allow_nested_distributed_execution',
    sql: `select current_setting('citus.allow_nested_distributed_execution', true)`,
    isRight: (value) => value === 'on',
    otherwise: failed,
    advice: 'Set it to on in postgresql.conf: a function that runs on a node calls others there.',
  },
  {
    name: 'max_prepared_transactions',
    sql: `select current_setting('max_prepared_transactions')`,
    isRight: (value) => Number(value) > 0,
    otherwise: failed,
    advice: 'Set it to max_connections at least: a commit on several nodes is prepared on each.',
  },
  {
    name: 'wal_level',
    sql: `select current_setting('wal_level')`,
    isRight: (value) => value === 'logical',
    otherwise: warning,
    advice: 'Set it to logical: without it a tenant can only be moved while its writes wait.',
  },
  {
    name: 'timezone',
    sql: `select current_setting('timezone')`,
    isRight: (value) => value === 'UTC',
    otherwise: warning,
    advice: "Set timezone to 'UTC', as on the coordinator.",
  },
];

/** Their names. */
export const nodeSettings = settings.map(({ name }) => name);

/** Settings that must be equal on all nodes. */
const alike = [
  { name: 'versions of PostgreSQL', sql: `select current_setting('server_version')` },
  {
    name: 'versions of Citus',
    sql: `select extversion from pg_extension where extname = 'citus'`,
  },
];

const ours = `array['app', 'api', 'auth', 'gateway', 'platform', 'worker']`;
/** Settings that must be equal once the functions are on all nodes. */
const alikeWhenDistributed = [
  {
    name: 'extensions',
    sql: `select string_agg(extname, ', ' order by extname) from pg_extension`,
  },
  {
    name: 'functions and who may execute them',
    sql: `select md5(string_agg(p.oid::regprocedure || p.prosrc || coalesce(p.proacl::text, ''), ';' order by p.oid::regprocedure::text))
          from pg_proc p where p.pronamespace::regnamespace::text = any (${ours})`,
  },
  {
    name: 'rights on tables and schemas',
    sql: `select md5(string_agg(name || acl, ';' order by name)) from (
            select c.relname::text, coalesce(c.relacl::text, '') from pg_class c
            where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
              and exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
            union all
            select n.nspname, coalesce(n.nspacl::text, '') from pg_namespace n where n.nspname = any (${ours})) a (name, acl)`,
  },
];

/** Looks at the nodes of a Citus cluster; at nothing on a PostgreSQL without it. */
export async function checkCluster(url: string): Promise<Finding[]> {
  return withClient(url, 'doctor', async (client) => {
    const cluster = await clusterOf(client);
    if (!cluster) return [];
    const nodes = checkNodes(cluster);
    if (nodes.some(({ status }) => status === 'failed')) return nodes;
    return [...nodes, ...(await withClient(withRole(url, 'insula_owner'), 'doctor', checkOnNodes))];
  });
}

function checkNodes({ version, nodes }: Cluster): Finding[] {
  const away = nodes.filter(({ isActive }) => !isActive).map(({ address }) => address);
  return [
    ok('Citus', version),
    expect(
      nodes.some(({ isCoordinator }) => isCoordinator),
      'coordinator',
      'known to its cluster',
      failed,
      "As a superuser: select citus_set_coordinator_host('<host>', <port>);",
    ),
    expect(
      nodes.some(({ hasTenants }) => hasTenants),
      'nodes for tenants',
      nodes.flatMap(({ hasTenants, address }) => (hasTenants ? address : [])).join(', ') || 'none',
      failed,
      "As a superuser, for each node: select citus_add_node('<host>', <port>);",
    ),
    expect(
      away.length === 0,
      'nodes',
      away.length === 0 ? 'all active' : `not active: ${away.join(', ')}`,
      failed,
      "As a superuser: select citus_activate_node('<host>', <port>);",
    ),
  ];
}

async function checkOnNodes(client: pg.Client): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const setting of settings) findings.push(await checkSetting(client, setting));
  for (const one of alike) findings.push(await checkAlike(client, one));
  if (!(await clusterOf(client))?.isDistributed) return findings;
  for (const one of alikeWhenDistributed) findings.push(await checkAlike(client, one));
  return [
    ...findings,
    await checkTables(client),
    await checkGroup(client),
    await checkCalls(client),
  ];
}

async function checkSetting(
  client: pg.Client,
  { name, sql, isRight, otherwise, advice }: Setting,
): Promise<Finding> {
  const answers = await askNodes(client, sql);
  const wrong = answers.filter(({ ok: answered, text }) => !answered || !isRight(text));
  return wrong.length === 0
    ? ok(name, answers[0]?.text ?? '')
    : otherwise(name, said(wrong), advice);
}

async function checkAlike(
  client: pg.Client,
  { name, sql }: { name: string; sql: string },
): Promise<Finding> {
  const answers = await askNodes(client, sql);
  const first = answers[0]?.text;
  const isAlike = answers.every(({ ok: answered, text }) => answered && text === first);
  return expect(
    isAlike,
    name,
    isAlike ? 'alike on all nodes' : said(answers),
    failed,
    'Run "insula migrate up --force", or install the same version on every node.',
  );
}

async function checkTables(client: pg.Client): Promise<Finding> {
  const left = (await tableTasks(client)).filter(({ isDone }) => !isDone).map(({ name }) => name);
  return expect(
    left.length === 0,
    'tables',
    left.length === 0 ? 'all on the nodes' : `only on the coordinator: ${left.join(', ')}`,
    failed,
    'Run "insula citus distribute".',
  );
}

/** Tables in another group would have tenants elsewhere. */
async function checkGroup(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_dist_partition d
      join pg_class c on c.oid = d.logicalrelid and c.relnamespace = 'app'::regnamespace
     where d.partmethod = 'h' and d.colocationid <> (
       select t.colocationid from pg_dist_partition t where t.logicalrelid = 'app.tenants'::regclass)`);
  return expect(
    rows.length === 0,
    'tables beside their tenants',
    rows.length === 0 ? 'all' : `not: ${rows.map(({ name }) => name).join(', ')}`,
    failed,
    "As insula_owner, for each: select update_distributed_table_colocation('app.<table>', 'app.tenants');",
  );
}

async function checkCalls(client: pg.Client): Promise<Finding> {
  const left = await toDelegate(client);
  return expect(
    left.length === 0,
    'calls that travel to the node of their tenant',
    left.length === 0 ? 'all' : `not: ${left.map(({ signature }) => signature).join(', ')}`,
    failed,
    'Run "insula migrate up".',
  );
}

const said = (answers: NodeAnswer[]) =>
  answers.map(({ address, text }) => `${address} ${text}`).join(', ');
