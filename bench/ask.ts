/** Questions in SQL and GraphQL, each against the call of REST that asks the same. */
import type pg from 'pg';
import { cloneTenants } from './data.ts';
import { type Harness, median, type Ours } from './harness.ts';
import { residentMegabytes } from './move.ts';
import { processorTime } from './processes.ts';
import { loadsOf, makeType } from './workload.ts';

const rows = 10_000;
const tenants = 1_000;
const parents = 100;
const repetitions = 20;

export async function measureAsk(harness: Harness, db: pg.Pool, tenant: string): Promise<void> {
  const type = 'asked';
  const ids = await makeType(harness, db, tenant, type, rows);
  const loads = await loadsOf(harness, type, ids, rows);
  const compare = async (what: string, goal: number, ours: Ours, theirs: Ours) => {
    const [a, b] = await harness.weigh(ours, theirs, harness.api);
    const says = ({ perSecond, node, postgres }: typeof a) =>
      `${Math.round(perSecond)}/s, Node ${Math.round(node)} µs, PostgreSQL ${Math.round(postgres)} µs`;
    harness.report(what, a.perSecond / b.perSecond, goal, '>=', `${says(a)}; REST ${says(b)}`);
  };
  await compare('SQL, 20 of an indexed value, of the same search', 0.5, sqlOf(loads.eq), loads.eq);
  await compare(
    'GraphQL, a list of 20, of the same in REST',
    0.6,
    {
      ...loads.list,
      ...graphql('{ asked { nodes { id name code group amount city note version } } }'),
    },
    loads.list,
  );
  await measureLevels(harness, ids);
  await measureFirst(harness, db, tenant, type);
}

const sqlOf = (search: Ours): Ours => ({
  ...search,
  paths: ['/v1/sql'],
  body: JSON.stringify({
    sql: 'select id, name, code, "group", amount, city, note, version from asked where code = $1 limit 20',
    params: ['{}'],
  }),
});

const graphql = (query: string): Ours => ({
  method: 'POST',
  paths: ['/v1/graphql'],
  body: JSON.stringify({ query }),
});

/** Three levels of associations under 100 objects, against the lists of REST that show the same. */
async function measureLevels(harness: Harness, ids: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${harness.token}`, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: string) => {
    const res = await fetch(harness.api.url + path, { method, headers, ...(body ? { body } : {}) });
    if (!res.ok) throw new Error(`${path}: ${await res.text()}`);
    return (await res.json()) as { data: never };
  };
  await harness.post('/v1/association-types', {
    name: 'next',
    from_type: 'asked',
    to_type: 'asked',
  });
  const firms = ids.slice(0, parents);
  for (const [n, id] of firms.entries())
    for (const other of [firms[(n + 1) % parents], firms[(n + 7) % parents]])
      await send('PUT', `/v1/objects/asked/${id}/associations/next/asked/${other}`, '{}');
  const filter = `{id: {in: ${JSON.stringify(firms)}}}`;
  const query = `{ asked(filter: ${filter}, first: 100) { nodes { name next { nodes { name next { nodes { name } } } } } } }`;
  const ours = await postgresTime(harness, () =>
    send('POST', '/v1/graphql', JSON.stringify({ query })),
  );
  const search = JSON.stringify({ filters: { id: { in: firms } }, limit: 100 });
  const theirs = await postgresTime(harness, async () => {
    await send('POST', '/v1/objects/asked/search', search);
    for (const id of firms) await send('GET', `/v1/objects/asked/${id}/associations`);
  });
  harness.report(
    `GraphQL, three levels of ${parents} objects, time of PostgreSQL of that of the calls of two levels in REST`,
    ours / theirs,
    2.5,
    '<=',
    `${ours.toFixed(1)} ms, ${theirs.toFixed(1)} ms`,
  );
}

/** Milliseconds of processor time of PostgreSQL that one call takes. */
async function postgresTime(harness: Harness, call: () => Promise<unknown>): Promise<number> {
  await call();
  const before = await processorTime(harness.api);
  for (let n = 0; n < repetitions; n++) await call();
  const after = await processorTime(harness.api);
  return ((after.postgres - before.postgres) * 1000) / repetitions;
}

/** The first statement of each of many tenants, which makes its login, and what is left of them in memory. */
async function measureFirst(
  harness: Harness,
  db: pg.Pool,
  tenant: string,
  type: string,
): Promise<void> {
  const { tokens } = await cloneTenants(db, tenant, harness.token, tenants, type);
  const times: number[] = [];
  const sizes: number[] = [];
  for (const [n, token] of tokens.entries()) {
    const begun = performance.now();
    await harness.with(token).post('/v1/sql', { sql: `select id from ${type} limit 1` });
    times.push(performance.now() - begun);
    if (n % (tenants / 5) === 0) sizes.push(await residentMegabytes(harness.api.pid));
  }
  sizes.push(await residentMegabytes(harness.api.pid));
  harness.report(
    'first statement of a tenant',
    median(times) / 300,
    1,
    '<=',
    `${median(times).toFixed(0)} ms of 300; the slowest ${Math.max(...times).toFixed(0)} ms`,
  );
  harness.report(
    `memory of the API process after ${tenants} tenants asked in SQL, of that after ${tenants / 5}`,
    (sizes.at(-1) as number) / (sizes[1] as number),
    1.1,
    '<=',
    sizes.map((size) => `${size} MB`).join(', '),
  );
}
