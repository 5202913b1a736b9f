/** One tenant's load and another's reads: what a GET of tenant B takes while tenant A does its worst. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { computedAttacks } from './computed.ts';
import { cloneTenants, fillType, properties } from './data.ts';
import type { Answered, Flood } from './flood.ts';
import type { Harness } from './harness.ts';
import type { ListenersTask } from './listeners.ts';
import { residentMegabytes } from './move.ts';
import type { Probe, Probed } from './probe.ts';

const rows = 20_000;
const askers = 8;
const subscribers = 300;
const type = 'crowd';
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

export interface Attack {
  what: string;
  askers?: number;
  requests: Flood['requests'];
  /** The answers that are the row's own, where they are not 200 and 201. */
  answers?: string[];
  /** Also measured: what /health takes meanwhile, and the memory of the process. */
  isLarge?: boolean;
}

/** Answers that say that A has to wait, or cannot be served now: what turns are for. */
const waiting = ['429', '503', '504'];

/**
 * @param harness B's; A is made here
 * @param part only the rows whose name contains it
 * @throws when what A sends was refused: then a row has measured the refusal
 */
export async function measureTurns(
  harness: Harness,
  db: pg.Pool,
  tenant: string,
  path: string,
  part = '',
) {
  const { tokens } = await cloneTenants(db, tenant, harness.token, 1, 'small');
  const attacker = harness.with(tokens[0] as string);
  await attacker.createType(type);
  for (const [name, data_type] of [
    ['name', 'string'],
    ['amount', 'number'],
    ['code', 'string'],
  ])
    await attacker.post(`/v1/object-types/${type}/properties`, { name, data_type });
  await fillType(db, `ten_${attacker.token.split('_')[1]}`, type, rows);
  const endless = await attacker.post<{ id: string }>('/v1/functions', {
    name: 'endless',
    code: 'export default () => { for (;;); }',
    timeout_ms: 5000,
  });
  await probe(harness, path, 2);
  const idle = await probe(harness, path, 5);
  console.log(
    `GET of tenant B, idle: p50 ${idle.p50.toFixed(1)} ms, p99 ${idle.p99.toFixed(1)} ms`,
  );
  const report = await chartOf(attacker);
  const refused: string[] = [];
  const all = [...attacks(endless.id, await dearestSearch(attacker)), ...computedAttacks(report)];
  for (const attack of all.filter(({ what }) => what.includes(part))) {
    const end = await flood(attacker, attack);
    const answered = async () => {
      const statuses = await end();
      const problem = refusalIn(attack, statuses);
      if (problem) refused.push(problem);
      return `${JSON.stringify(statuses)}${problem ? `; NOT MEASURED: ${problem}` : ''}`;
    };
    await measure(harness, path, idle, attack.what, answered, attack.isLarge);
  }
  if (refused.length > 0) throw new Error(refused.join('\n'));
  if (!`${subscribers} subscribers`.includes(part)) return;
  const end = await listen(attacker);
  await measure(harness, path, idle, `${subscribers} subscribers, 50 writes a second`, end);
}

/** Says what is wrong when A was refused instead of served. */
export function refusalIn({ what, answers = ['200', '201'] }: Attack, answered: Answered) {
  const others = Object.keys(answered).filter(
    (status) => ![...answers, ...waiting].includes(status),
  );
  const isServed = answers.some((status) => answered[status]);
  if (others.length === 0 && isServed) return undefined;
  return `A's ${what} got ${others.join(', ') || 'no answer but waits'} instead of ${answers.join(' or ')}`;
}

/** The search with the most conditions without an index that is not too expensive: 50 at most. */
async function dearestSearch(attacker: Harness): Promise<{ count: number; body: object }> {
  for (let count = 50; count > 0; count--) {
    const or = Array.from({ length: count }, (_, n) => ({
      property: 'name',
      operator: 'icontains',
      value: `nothing ${n}`,
    }));
    const body = { filters: { or } };
    try {
      await attacker.post(`/v1/objects/${type}/search`, body);
      return { count, body };
    } catch (error) {
      if (!String(error).includes('FILTER_TOO_EXPENSIVE')) throw error;
    }
  }
  throw new Error('Even a search of one condition is too expensive.');
}

/** A saved report with a chart of a few bars: what a larger type has to be asked first would be measured instead. */
async function chartOf(attacker: Harness): Promise<string> {
  await attacker.createType('drawn');
  await attacker.post('/v1/object-types/drawn/properties', { name: 'code', data_type: 'string' });
  for (let n = 0; n < 10; n++)
    await attacker.post('/v1/objects/drawn', { properties: { code: `code ${n}` } });
  const report = await attacker.post<{ id: string }>('/v1/saved-reports', {
    name: 'Chart',
    type: 'summary',
    config_json: { object_type_id: 'drawn', group_by: 'code' },
  });
  return report.id;
}

function attacks(endless: string, dearest: { count: number; body: object }): Attack[] {
  const objects = `/v1/objects/${type}`;
  const post = (path: string, body: object) => ({
    method: 'POST',
    path,
    body: JSON.stringify(body),
  });
  const aggregate = post(`${objects}/aggregate`, {
    group_by: ['code'],
    metrics: [{ fn: 'avg', property: 'amount' }],
  });
  const record = { properties: { ...properties, number: 1 } };
  return [
    {
      what: 'gets, 32 at once',
      askers: 32,
      requests: [{ method: 'GET', path: `${objects}/list?limit=1` }],
    },
    {
      what: 'searches without an index, 32 at once',
      askers: 32,
      requests: [
        post(`${objects}/search`, {
          filters: [{ property: 'name', operator: 'icontains', value: 'nothing' }],
        }),
      ],
    },
    {
      what: `searches of ${dearest.count} conditions without an index`,
      requests: [post(`${objects}/search`, dearest.body)],
    },
    {
      what: 'lists of 100, sorted without an index',
      requests: [{ method: 'GET', path: `${objects}/list?limit=100&sort=amount` }],
    },
    { what: 'aggregates over all objects', requests: [aggregate] },
    {
      what: 'transactions of ten aggregates and a patient step',
      requests: [
        post('/v1/transaction', {
          requests: [
            ...Array.from({ length: 10 }, () => ({
              method: 'POST',
              path: `${objects}/aggregate`,
              body: JSON.parse(aggregate.body),
            })),
            { method: 'DELETE', path: `${objects}/trash` },
          ],
        }),
      ],
    },
    {
      what: '8 exports and 8 imports of 5,000 rows',
      askers: 16,
      requests: [
        post('/v1/data/export', {
          object_type_id: type,
          format: 'csv',
          filters: [{ property: 'number', operator: 'lte', value: 5000 }],
        }),
        post('/v1/data/import', {
          object_type_id: type,
          format: 'csv',
          data: `name,email,number,city\n${Array.from({ length: 5000 }, (_, n) => `Ada ${n},a${n}@example.com,${n},Paris`).join('\n')}`,
        }),
      ],
    },
    {
      what: 'policy simulations of 1,000 rows',
      requests: [
        post('/v1/policies/simulate', {
          policy: { name: 'p', action: 'select', condition_json: { owner_id: '$auth.user_id' } },
          auth_context: { user_id: 'usr_1', role: 'user' },
          sample_data: Array.from({ length: 1000 }, (_, n) => ({ owner_id: `usr_${n}` })),
        }),
      ],
    },
    {
      what: '12 endless functions',
      askers: 12,
      answers: ['504'],
      requests: [post(`/v1/functions/${endless}/execute`, {})],
    },
    {
      what: 'batch creates of 100',
      requests: [post(`${objects}/batch/create`, { objects: Array(100).fill(record) })],
    },
    {
      what: 'sign-ins with a password, 50 at once',
      askers: 50,
      answers: ['401'],
      requests: [
        post('/v1/auth/signin', { email: 'n{n}@example.com', password: 'wrong password' }),
      ],
    },
    {
      what: '4.9 MB of JSON with 100,000 keys, 32 at once',
      answers: ['400'],
      askers: 32,
      isLarge: true,
      requests: [
        post(objects, {
          properties: Object.fromEntries(
            Array.from({ length: 100_000 }, (_, n) => [`k${n}_${'x'.repeat(30)}`, n]),
          ),
        }),
      ],
    },
    ...[8, 32].map((askers) => ({
      what: `4.9 MB of JSON with 10,000 keys, ${askers} at once`,
      askers,
      isLarge: true,
      requests: [
        post(objects, {
          properties: Object.fromEntries(
            Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 'x'.repeat(475)]),
          ),
        }),
      ],
    })),
  ];
}

async function measure(
  harness: Harness,
  path: string,
  idle: Probed,
  what: string,
  end: () => Promise<string>,
  isLarge = false,
): Promise<void> {
  await sleep(1_500);
  const [{ p50, p99, worst, failed, count }, health] = await Promise.all([
    probe(harness, path, 5),
    isLarge ? probe(harness, '/health', 5) : undefined,
  ]);
  const figures = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(0)} ms, ${failed} of ${count} failed`;
  harness.report(
    `p99 of B under A's ${what}`,
    p99 / idle.p99,
    3,
    '<=',
    `${figures}; A: ${await end()}`,
  );
  if (!health) return;
  const megabytes = await residentMegabytes(harness.api.pid);
  const took = `/health p50 ${health.p50.toFixed(1)} ms, p99 ${health.p99.toFixed(1)} ms`;
  harness.report(`memory under A's ${what}`, megabytes, 500, '<=', `MB; ${took}`);
}

async function probe(harness: Harness, path: string, seconds: number): Promise<Probed> {
  const child = fork(here('probe.ts'));
  child.send({ url: harness.api.url, token: harness.token, path, seconds } satisfies Probe);
  const [probed] = (await once(child, 'message')) as [Probed];
  return probed;
}

/** @returns ends it, and returns its answers */
async function flood(attacker: Harness, attack: Attack): Promise<() => Promise<Answered>> {
  const child = fork(here('flood.ts'));
  const task: Flood = {
    url: attacker.api.url,
    token: attacker.token,
    askers: attack.askers ?? askers,
    requests: attack.requests,
  };
  child.send(task);
  return async () => {
    const answer = once(child, 'message') as Promise<[Answered]>;
    child.send('end');
    const [answered] = await answer;
    return answered;
  };
}

async function listen(attacker: Harness): Promise<() => Promise<string>> {
  await attacker.createType('heard');
  const child = fork(here('listeners.ts'));
  const task: ListenersTask = {
    url: attacker.api.url,
    token: attacker.token,
    type: 'heard',
    subscribers,
    writesPerSecond: 50,
    seconds: 12,
  };
  child.send(task);
  return async () => {
    const [{ lost, p99 }] = (await once(child, 'message')) as [{ lost: number; p99: number }];
    return `events after ${p99.toFixed(0)} ms, ${lost} lost`;
  };
}
