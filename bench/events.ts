/** Events out: what hearing them costs a write, how fast they arrive, and what idle listeners weigh. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { cloneTenants, properties } from './data.ts';
import { type Harness, median } from './harness.ts';
import type { Listened, ListenersTask } from './listeners.ts';
import { residentMegabytes } from './move.ts';

const subscribers = 200;
const writesPerSecond = 200;
const seconds = 10;
const idleSockets = 1_000;
const deliveries = 5_000;
/** Of each kind of turn. */
const rounds = 3;

/** A script of this folder, in a process of its own. */
export const child = (file: string): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)));

/** @param worker a server that does the worker's part too; the harness' own has none */
export async function measureEvents(
  harness: Harness,
  worker: (work: (served: Harness) => Promise<void>) => Promise<void>,
  db: pg.Pool,
  tenant: string,
): Promise<void> {
  await measureHeardWrites(harness, db, tenant);
  await measureRealtime(harness);
  await worker(measureDeliveries);
}

/** Only the cost of the write: the worker, which would take its share of the same two cores, is off. */
async function measureHeardWrites(harness: Harness, db: pg.Pool, tenant: string): Promise<void> {
  const { tokens } = await cloneTenants(db, tenant, harness.token, 2, 'small');
  const [heard, unheard] = tokens.map((token) => harness.with(token)) as [Harness, Harness];
  for (const one of [heard, unheard]) await one.createType('written');
  await heard.post('/v1/webhooks', { url: 'https://example.com/hook', events: ['object.created'] });
  const load = (one: Harness) => ({
    url: one.api.url,
    tokens: [one.token],
    method: 'POST' as const,
    paths: ['/v1/objects/written'],
    body: JSON.stringify({ properties: { ...properties, number: 1 } }),
  });
  const [a, b] = await harness.inTurns(load(heard), load(unheard));
  harness.report(
    'create with a matching webhook, of the same without any',
    a / b,
    0.85,
    '>=',
    `${Math.round(a)}/s of ${Math.round(b)}/s`,
  );
}

async function measureRealtime(harness: Harness): Promise<void> {
  await harness.createType('live');
  const listen = (more: Partial<ListenersTask>) =>
    run<Listened>('listeners.ts', {
      url: harness.api.url,
      token: harness.token,
      type: 'live',
      subscribers: 0,
      writesPerSecond,
      seconds,
      ...more,
    });
  const [alone, heard]: [number[], number[]] = [[], []];
  let last: Listened | undefined;
  for (let round = 0; round < rounds; round++) {
    alone.push((await listen({})).writeMs);
    last = await listen({ subscribers });
    heard.push(last.writeMs);
  }
  const [a, b] = [median(alone), median(heard)];
  const { p50, p99, lost, duplicated, written } = last as Listened;
  const rate = `${writesPerSecond} writes/s, ${subscribers} subscribers`;
  harness.report(
    `time of a write without subscribers, of the same with them (${rate})`,
    a / b,
    0.9,
    '>=',
    `${a.toFixed(2)} ms of ${b.toFixed(2)} ms`,
  );
  harness.report(
    `milliseconds from a write's answer to its event, 99th percentile (${rate})`,
    p99,
    100,
    '<=',
    `median ${p50.toFixed(1)} ms, ${written} writes`,
  );
  harness.report('events lost or doubled', lost + duplicated, 0, '<=', `${lost}, ${duplicated}`);
  const before = await residentMegabytes(harness.api.pid);
  const idle = child('listeners.ts');
  idle.send({
    url: harness.api.url,
    token: harness.token,
    type: 'live',
    subscribers: idleSockets,
    writesPerSecond: 0,
    seconds: 0,
  } satisfies ListenersTask);
  await once(idle, 'message');
  const during = await residentMegabytes(harness.api.pid);
  idle.kill();
  harness.report(
    `megabytes that ${idleSockets} idle sockets take`,
    during - before,
    60,
    '<=',
    `${during} MB after ${before} MB`,
  );
}

/** From the first delivery to the last, of events that are all there. */
async function measureDeliveries(served: Harness): Promise<void> {
  const receiver = child('receiver.ts');
  const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
  await served.createType('delivered');
  await served.post('/v1/webhooks', {
    url: `http://127.0.0.1:${port}/hook`,
    object_types: ['delivered'],
  });
  receiver.send(deliveries);
  const objects = Array(100).fill({ properties: { ...properties, number: 1 } });
  for (let n = 0; n < deliveries; n += objects.length)
    await served.post('/v1/objects/delivered/batch/create', { objects });
  const [{ perSecond }] = (await once(receiver, 'message')) as [{ perSecond: number }];
  receiver.kill();
  served.report(
    'deliveries a second to a receiver on the same machine',
    perSecond,
    500,
    '>=',
    `${deliveries} deliveries`,
  );
}

export async function run<T>(file: string, task: object): Promise<T> {
  const process = child(file);
  process.send(task);
  const [result] = (await once(process, 'message')) as [T];
  process.kill();
  return result;
}
