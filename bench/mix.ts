import type pg from 'pg';
import type { Harness, Ours, Turn } from './harness.ts';
import type { Server } from './processes.ts';
import {
  bodies,
  loadsOf,
  makeType,
  type Operation,
  operations,
  propertiesOf,
  says,
  values,
} from './workload.ts';

const rows = 10_000;
const goals: Record<Operation, number> = {
  get: 0.55,
  list: 0.45,
  middle: 0.45,
  eq: 0.42,
  eighth: 0.3,
  range: 0.35,
  create: 0.36,
  patch: 0.42,
};

/**
 * The workload beside a bare server that runs one prepared statement for the same answer, on a table with the same three
 * indexes. With microseconds of processor time per request, and for `alone` the time of one request after the other.
 */
export async function measureMix(
  harness: Harness,
  reference: Server,
  db: pg.Pool,
  tenant: string,
  wants: (name: string) => boolean,
): Promise<void> {
  const wanted = operations.filter((name) => wants('mix') || wants(`mix.${name}`));
  if (wanted.length === 0) return;
  const type = 'mixed';
  const ours = await loadsOf(harness, type, await makeType(harness, db, tenant, type, rows), rows);
  const theirs = theirLoads(reference, await fillReference(db));
  for (const name of wanted) {
    const [a, b] = await harness.weigh(ours[name], theirs[name], reference);
    const figures = `${say(a)}; reference ${say(b)}`;
    harness.report(says[name], a.perSecond / b.perSecond, goals[name], '>=', figures);
    if (wants('alone')) await measureAlone(harness, reference, ours[name], theirs[name]);
  }
}

async function measureAlone(harness: Harness, reference: Server, ours: Ours, theirs: Ours) {
  const one = { connections: 1 };
  const [a, b] = await harness.weigh({ ...ours, ...one }, { ...theirs, ...one }, reference);
  const times = (b.perSecond / a.perSecond).toFixed(2);
  console.log(`        alone: ${times} of the reference, ${ms(a)} of ${ms(b)}; ${say(a)}`);
}

const say = ({ perSecond, node, postgres }: Turn) =>
  `${Math.round(perSecond)}/s, Node ${Math.round(node)} µs, PostgreSQL ${Math.round(postgres)} µs`;
const ms = ({ perSecond }: Turn) => `${(1000 / perSecond).toFixed(3)} ms`;

function theirLoads({ url }: Server, ids: string[]): Record<Operation, Ours> {
  const of = (path: string, drawn: string[] = [''], more: Ours = {}): Ours => ({
    url,
    method: 'GET',
    paths: [`/mixed/${path}`],
    ids: drawn,
    ...more,
  });
  const { codes, groups, starts } = values(rows);
  return {
    get: of('get/{}', ids),
    list: of('list'),
    middle: of(`after/${ids.toSorted()[rows / 2]}`),
    eq: of('code/{}', codes),
    eighth: of('group/{}', groups),
    range: of('range/{}', starts),
    create: of('create', [''], { method: 'POST', body: bodies.create }),
    patch: of('patch/{}', ids, { method: 'PATCH', body: bodies.patch }),
  };
}

/** The reference's table, with the indexes that its searches need. */
async function fillReference(db: pg.Pool): Promise<string[]> {
  await db.query(`
    create table bench.mixed (like bench.objects including all);
    grant all on bench.mixed to public;
    create index on bench.mixed ((properties->>'code'), id);
    create index on bench.mixed (((properties->>'group')::numeric), id);
    create index on bench.mixed (((properties->>'amount')::numeric), id)`);
  const { rows: ids } = await db.query<{ id: string }>(
    `insert into bench.mixed (id, properties)
     select app.new_id('obj'), ${propertiesOf(rows)} from generate_series(1, ${rows}) n returning id`,
  );
  await db.query('vacuum analyze bench.mixed');
  return ids.map((row) => row.id);
}
