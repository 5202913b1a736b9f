import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { bytesOf } from '../../src/operations/route.ts';
import { good } from '../support/answers.ts';
import { createTenant } from '../support/api.ts';
import { seedTenant } from '../support/seed-tenant.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { type Longest, Loop } from './hostile/loop.ts';
import type { SenderData, Sent, ToSender } from './hostile/sender.ts';

/**
 * Each operation that takes a body is sent the largest and the most nested ones that it allows. Whatever it answers, the
 * thread of the server, which is the one of this test, has to go on meanwhile: another thread makes and sends them.
 */

const atOnce = 6;
const attempts = 3;

const server = useServer({
  TRUSTED_PROXIES: 'loopback',
  SELF_SERVE: 'on',
  // Each is to be read, not refused.
  BODY_MEMORY_MB: '512',
  BODY_MEMORY_TENANT_MB: '256',
});
let sender: Worker;
let operations: Array<[id: string, bodies: string[]]>;
let loop: Loop;
/** Milliseconds. */
let bound: number;

beforeAll(async () => {
  const api = await createTenant(server);
  const params = await seedTenant(api, 'hostile');
  // Models are asked here: those of others are not there.
  for (const { id } of await good(api.get('/v1/ai-providers')))
    await good(api.patch(`/v1/ai-providers/${id}`, { is_default: false }));
  const answer = await fetch(`${server.url}/docs/openapi.json`);
  const users: string[] = [];
  for (let n = 0; n < 20; n++) users.push((await signUp(api)).client.token as string);
  const other = await createTenant(server);
  const data: SenderData = {
    url: server.url,
    document: (await answer.json()) as SenderData['document'],
    tokens: { tenant: api.token, platform: server.platformKey },
    users,
    params: { ...params, own_tenant: api.tenant.id, tenant_id: other.tenant.id },
  };
  sender = new Worker(new URL('./hostile/sender.ts', import.meta.url), { workerData: data });
  [operations] = (await once(sender, 'message')) as [typeof operations];
  loop = new Loop();
  loop.reset();
  await sleep(1_000);
  bound = Math.max(20 * loop.percentile(99.9), 100, 3 * largestJson());
});
afterAll(async () => {
  loop?.end();
  await sender?.terminate();
});

/** The time to read and write the largest JSON, which every operation has to do: machines differ. */
function largestJson(): number {
  const before = process.threadCpuUsage();
  JSON.stringify(JSON.parse(JSON.stringify({ a: 'a"'.repeat(2_000_000) })));
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

async function ask<T>(message: ToSender): Promise<T> {
  const answer = once(sender, 'message') as Promise<[T]>;
  sender.postMessage(message);
  return (await answer)[0];
}

async function send(bodies: string[]): Promise<{ sent: Sent[]; longest: Longest }> {
  await ask({ make: bodies });
  loop.reset();
  const sent = await ask<Sent[]>('send');
  return { sent, longest: loop.read() };
}

const isBlocked = ({ clock, processor }: Longest) => Math.min(clock, processor) > bound;

/** Bodies that keep the thread busy every time: once may have been the loading of a module. */
async function blockedBy(name: string): Promise<string[]> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < attempts; n++) {
    const { longest } = await send([name]);
    if (!isBlocked(longest)) return [];
    least = Math.min(least, longest.processor);
  }
  return [`${name}: ${least.toFixed(0)} ms, ${bound.toFixed(0)} are allowed`];
}

it('no body blocks the thread that answers everyone', { timeout: 900_000 }, async () => {
  const bodies = operations.flatMap(([, names]) => names);
  const blocked: string[] = [];
  const broken: Sent[] = [];
  for (let at = 0; at < bodies.length; at += atOnce) {
    const some = bodies.slice(at, at + atOnce);
    const { sent, longest } = await send(some);
    // An answer that is documented: 502 where a model or a server of others is asked.
    broken.push(...sent.filter(({ status }) => status === 0 || status === 500 || status > 504));
    if (isBlocked(longest)) for (const name of some) blocked.push(...(await blockedBy(name)));
  }
  expect(blocked).toEqual([]);
  expect(broken).toEqual([]);
});

it('every operation that takes a body was sent some', () => {
  const tried = operations.filter(([, names]) => names.length > 0).map(([id]) => id);
  const taking = routes.filter((route) => route.body || bytesOf(route)).map(({ id }) => id);
  expect(tried.toSorted()).toEqual(taking.toSorted());
});
