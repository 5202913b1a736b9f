/** Dashboards over 100,000 objects: what one costs, asked and shown again, and what people who watch cost a write. */
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './events.ts';
import { type Harness, median } from './harness.ts';
import type { Listened, ListenersTask } from './listeners.ts';

const objects = 100_000;
/** The most that one import takes. */
const importRows = 10_000;
const viewers = 200;
const writesPerSecond = 50;
const seconds = 10;
const rounds = 3;

const recent = [{ property: 'closed_at', operator: 'gte', value: { $today: '-28 days' } }];

/** Ten widgets of all kinds, as a team looks at its deals. */
const widgets: Array<[type: string, question: object]> = [
  ['metric', {}],
  ['metric', { filters: recent, compare_to: 'previous_period' }],
  ['metric', { filters: [{ property: 'status', operator: 'eq', value: 'won' }] }],
  ['pie', { group_by: 'status' }],
  [
    'line',
    {
      filters: recent,
      group_by: 'closed_at',
      interval: 'day',
      metric: { fn: 'sum', property: 'amount' },
    },
  ],
  ['bar', { filters: recent, group_by: ['closed_at', 'status'], interval: 'week' }],
  ['area', { filters: recent, group_by: 'closed_at', interval: 'week' }],
  [
    'funnel',
    {
      filters: recent,
      steps: [{ label: 'All' }, { label: 'Won', filters: { status: 'won' } }],
    },
  ],
  ['table', { sort: 'closed_at', order: 'desc', limit: 10 }],
  ['text', { text: 'What we sell' }],
];

export async function measureDashboards(harness: Harness): Promise<void> {
  await fill(harness, 'deals', objects);
  const large = await makeDashboard(harness, 'deals', widgets);
  const data = `/v1/dashboards/${large.id}/data`;
  const cold = await times(harness, `${data}?fresh=true`);
  harness.report('milliseconds of 10 widgets over 100,000 objects', cold, 300, '<=', 'asked');
  const kept = await times(harness, data);
  harness.report('milliseconds of the same, shown again', kept, 20, '<=', 'kept for five seconds');
  const page = await times(harness, `/d/${large.share_token}`);
  harness.report('milliseconds of its page as HTML', page, 1000, '<=', 'with nine pictures');
  await measureViewers(harness);
}

async function measureViewers(harness: Harness): Promise<void> {
  await harness.createType('watched');
  const watched = await makeDashboard(harness, 'watched', [
    ['metric', {}],
    ['bar', { group_by: 'city' }],
    ['table', { limit: 5 }],
  ]);
  const write = async (more: Partial<ListenersTask>) => {
    const { writeMs } = await run<Listened>('listeners.ts', {
      url: harness.api.url,
      token: harness.token,
      type: 'watched',
      subscribers: 0,
      channel: `dashboards:${watched.id}`,
      writesPerSecond,
      seconds,
      ...more,
    });
    return writeMs;
  };
  const [alone, seen]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    alone.push(await write({}));
    seen.push(await write({ subscribers: viewers }));
  }
  const [a, b] = [median(alone), median(seen)];
  harness.report(
    `time of a write without viewers of a dashboard, of the same with ${viewers} (${writesPerSecond} writes/s)`,
    a / b,
    0.9,
    '>=',
    `${a.toFixed(2)} ms of ${b.toFixed(2)} ms`,
  );
}

/** Deals of 400 days, by import. */
async function fill(harness: Harness, name: string, count: number): Promise<void> {
  await harness.post('/v1/object-types', { name });
  for (const [property, data_type, is_indexed] of [
    ['name', 'string', false],
    ['status', 'string', true],
    ['amount', 'number', false],
    ['closed_at', 'date', true],
  ])
    await harness.post(`/v1/object-types/${name}/properties`, {
      name: property,
      data_type,
      is_indexed,
    });
  for (let from = 0; from < count; from += importRows) {
    const rows = Array.from({ length: importRows }, (_, i) => deal(from + i));
    await harness.post('/v1/data/import', { object_type_id: name, format: 'json', rows });
  }
}

const deal = (n: number) => ({
  name: `Deal ${n}`,
  status: ['won', 'lost', 'open', 'new'][n % 4],
  amount: 100 + (n % 90) * 13,
  closed_at: new Date(Date.now() - (n % 400) * 86_400_000).toISOString().slice(0, 10),
});

async function makeDashboard(
  harness: Harness,
  object_type_id: string,
  those: typeof widgets,
): Promise<{ id: string; share_token: string }> {
  const made = await harness.post<{ id: string; share_token: string }>('/v1/dashboards', {
    name: 'Bench',
    is_public: true,
  });
  for (const [type, question] of those)
    await harness.post(`/v1/dashboards/${made.id}/widgets`, {
      type,
      config_json: type === 'text' ? question : { object_type_id, ...question },
    });
  return made;
}

/** The median of nine calls, one after the other; the first one more only warms. */
async function times({ api, token }: Harness, path: string): Promise<number> {
  const each: number[] = [];
  for (let n = 0; n < 10; n++) {
    const started = performance.now();
    const answer = await fetch(api.url + path, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    each.push(performance.now() - started);
    await sleep(50);
  }
  return median(each.slice(1));
}
