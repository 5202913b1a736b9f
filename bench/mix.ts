import type pg from 'pg';
import { fillType } from './data.ts';
import type { Harness, Ours, Turn } from './harness.ts';
import type { Server } from './processes.ts';

/**
 * The everyday requests of an application, each beside a bare server that runs one prepared statement for the same answer:
 * objects of six properties and about 250 bytes, three of them indexed. With microseconds of processor time per request.
 */
const type = 'mixed';
const rows = 10_000;
const groups = 8;

const propertiesOf = `jsonb_build_object(
  'name', 'Customer ' || n, 'code', 'code-' || n % ${rows / 10}, 'group', n % ${groups}, 'amount', n,
  'city', 'City ' || n % 20, 'note', repeat('a few words about what was agreed ', 4))`;

const sample = {
  name: 'Customer',
  code: 'code-new-{n}',
  group: 3,
  amount: 0,
  city: 'London',
  note: 'a few words about what was agreed '.repeat(4),
};

interface Row {
  name: string;
  what: string;
  goal: number;
  ours: Ours;
  theirs: Ours;
}

export async function measureMix(
  harness: Harness,
  reference: Server,
  db: pg.Pool,
  tenant: string,
  wants: (name: string) => boolean,
): Promise<void> {
  await harness.post('/v1/object-types', { name: type });
  for (const [name, data_type, is_indexed] of [
    ['name', 'string', false],
    ['code', 'string', true],
    ['group', 'integer', true],
    ['amount', 'number', true],
    ['city', 'string', false],
    ['note', 'string', false],
  ])
    await harness.post(`/v1/object-types/${type}/properties`, { name, data_type, is_indexed });
  const ids = await fillType(db, tenant, type, rows, propertiesOf);
  const theirIds = await fillReference(db);
  const middle = await cursorAt(harness, rows / 2);
  const theirMiddle = [...theirIds].sort()[rows / 2] as string;
  const of = (part: Ours): Ours => ({
    url: harness.api.url,
    tokens: [harness.token],
    method: 'GET',
    ...part,
  });
  const bare = (part: Ours): Ours => ({ url: reference.url, method: 'GET', ...part });
  const search = (body: object, values: string[] = ['']): Ours =>
    of({
      method: 'POST',
      paths: [`/v1/objects/${type}/search`],
      ids: values,
      body: JSON.stringify(body),
    });
  const codes = Array.from({ length: rows / 10 }, (_, n) => `code-${n}`);
  const numbers = Array.from({ length: groups }, (_, n) => String(n));
  const starts = Array.from({ length: 80 }, (_, n) => String(n * 100));
  const create = JSON.stringify({ properties: sample });
  const patch = '{"properties":{"city":"Paris {n}"}}';

  const table: Row[] = [
    {
      name: 'get',
      what: 'GET one object',
      goal: 0.55,
      ours: of({ paths: [`/v1/objects/${type}/{}`], ids }),
      theirs: bare({ paths: ['/mixed/get/{}'], ids: theirIds }),
    },
    {
      name: 'list',
      what: 'list 20, first page',
      goal: 0.45,
      ours: of({ paths: [`/v1/objects/${type}/list`] }),
      theirs: bare({ paths: ['/mixed/list'] }),
    },
    {
      name: 'middle',
      what: `list 20, cursor after ${rows / 2}`,
      goal: 0.45,
      ours: of({ paths: [`/v1/objects/${type}/list?cursor=${middle}`] }),
      theirs: bare({ paths: [`/mixed/after/${theirMiddle}`] }),
    },
    {
      name: 'eq',
      what: `search, one indexed value, 10 of ${rows} match`,
      goal: 0.4,
      ours: search({ filters: [{ property: 'code', operator: 'eq', value: '{}' }] }, codes),
      theirs: bare({ paths: ['/mixed/code/{}'], ids: codes }),
    },
    {
      name: 'eighth',
      what: 'search, one indexed value, an eighth of all match, 20 wanted',
      goal: 0.35,
      ours: search({ filters: [{ property: 'group', operator: 'eq', value: 3 }] }),
      theirs: bare({ paths: ['/mixed/group/{}'], ids: numbers }),
    },
    {
      name: 'range',
      what: 'search, gte and lt on one indexed property, sorted by it, 98 match',
      goal: 0.35,
      ours: of({
        method: 'POST',
        paths: [`/v1/objects/${type}/search`],
        ids: starts.map((start) =>
          JSON.stringify([
            { property: 'amount', operator: 'gte', value: Number(start) },
            { property: 'amount', operator: 'lt', value: Number(start) + 98 },
          ]),
        ),
        body: '{"filters":{},"sort":"amount"}',
      }),
      theirs: bare({ paths: ['/mixed/range/{}'], ids: starts }),
    },
    {
      name: 'create',
      what: 'create, 3 indexed properties',
      goal: 0.35,
      ours: of({ method: 'POST', paths: [`/v1/objects/${type}`], body: create }),
      theirs: bare({ method: 'POST', paths: ['/mixed/create'], body: create }),
    },
    {
      name: 'patch',
      what: 'patch, version kept',
      goal: 0.3,
      ours: of({ method: 'PATCH', paths: [`/v1/objects/${type}/{}`], ids, body: patch }),
      theirs: bare({ method: 'PATCH', paths: ['/mixed/patch/{}'], ids: theirIds, body: patch }),
    },
  ];
  const isWanted = ({ name }: Row) => wants('mix') || wants(`mix.${name}`);
  for (const { what, goal, ours, theirs } of table.filter(isWanted)) {
    const [a, b] = await harness.weigh(ours, theirs, reference);
    harness.report(what, a.perSecond / b.perSecond, goal, '>=', `${say(a)}; reference ${say(b)}`);
    if (!wants('alone')) continue;
    const [one, bareOne] = await harness.weigh(
      { ...ours, connections: 1 },
      { ...theirs, connections: 1 },
      reference,
    );
    console.log(
      `        ${(bareOne.perSecond / one.perSecond).toFixed(2)} times the reference's latency alone: ${ms(one)} of ${ms(bareOne)}; ${say(one)}`,
    );
  }
}

const say = ({ perSecond, node, postgres }: Turn) =>
  `${Math.round(perSecond)}/s, Node ${Math.round(node)} µs, PostgreSQL ${Math.round(postgres)} µs`;
const ms = ({ perSecond }: Turn) => `${(1000 / perSecond).toFixed(3)} ms`;

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
     select app.new_id('obj'), ${propertiesOf} from generate_series(1, ${rows}) n returning id`,
  );
  await db.query('vacuum analyze bench.mixed');
  return ids.map((row) => row.id);
}

/** The cursor after `at` objects of a list. */
async function cursorAt(harness: Harness, at: number): Promise<string> {
  let cursor = '';
  for (let seen = 0; seen < at; seen += 100) {
    const res = await fetch(
      `${harness.api.url}/v1/objects/${type}/list?limit=100${cursor && `&cursor=${cursor}`}`,
      { headers: { authorization: `Bearer ${harness.token}` } },
    );
    cursor = ((await res.json()) as { data: { next_cursor: string } }).data.next_cursor;
  }
  return cursor;
}
