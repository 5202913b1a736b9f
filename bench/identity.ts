/** Users: what a session and policies add to a read, what surrounds argon2 in a sign-in, and who suffers from it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import argon2 from 'argon2';
import { type Harness, median, type Ours } from './harness.ts';
import { runLoad } from './processes.ts';

const email = 'bench@example.com';
const password = 'correct horse battery';
const rounds = 3;
const seconds = 5;
const flood = 50;

/** @param ours the load of GET one object with an API key */
export async function measureIdentity(harness: Harness, ours: Ours): Promise<void> {
  const session = await harness.post<{ access_token: string; user: { id: string } }>(
    '/v1/auth/signup',
    { email, password },
  );
  await measureRead(harness, ours, session.access_token);
  await measureSignIn(harness);
  await measureHealth(harness);
}

/** With two policies, of which one lets everything through for a reason that has to be looked at. */
async function measureRead(harness: Harness, ours: Ours, token: string): Promise<void> {
  const read = { ...ours, paths: ['/v1/objects/small/{}'] };
  const [bare, key] = await harness.inTurns({ ...read, tokens: [token] }, read);
  const figures = (a: number, b: number) => `${Math.round(a)}/s of ${Math.round(b)}/s`;
  harness.report(
    'GET as a user, of the same with an API key',
    bare / key,
    0.8,
    '>=',
    figures(bare, key),
  );
  const policies = '/v1/object-types/small/policies';
  await harness.post(policies, {
    name: 'own',
    action: 'select',
    condition_json: { created_by: '$auth.user_id' },
  });
  await harness.post(policies, {
    name: 'known cities',
    action: 'select',
    condition_json: { property: 'city', operator: 'neq', value: '' },
  });
  const [user, again] = await harness.inTurns({ ...read, tokens: [token] }, read);
  harness.report(
    'GET as a user with two policies, of the same with an API key',
    user / again,
    0.8,
    '>=',
    figures(user, again),
  );
  const list = { ...ours, paths: ['/v1/objects/small/list'] };
  const [users, keys] = await harness.inTurns({ ...list, tokens: [token] }, list);
  harness.report('list 20 likewise', users / keys, 0.8, '>=', figures(users, keys));
}

const signIns = (harness: Harness) => ({
  url: harness.api.url,
  method: 'POST' as const,
  paths: ['/v1/auth/signin'],
  ids: [''],
  tokens: [harness.token],
  body: JSON.stringify({ email, password }),
  fromMany: true,
  seconds,
});

async function measureSignIn(harness: Harness): Promise<void> {
  const hash = await argon2.hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(await harness.turn({ ...signIns(harness), connections: 16 }));
    const child = fork(fileURLToPath(new URL('passwords.ts', import.meta.url)));
    child.send({ hash, password, seconds });
    const [{ perSecond }] = (await once(child, 'message')) as [{ perSecond: number }];
    theirs.push(perSecond);
  }
  const [a, b] = [median(ours), median(theirs)];
  harness.report(
    'sign-ins, of argon2 alone',
    a / b,
    0.9,
    '>=',
    `${a.toFixed(1)}/s of ${b.toFixed(1)}/s`,
  );
}

async function measureHealth(harness: Harness): Promise<void> {
  const [idle, busy]: [number[], number[]] = [[], []];
  await healthP99(harness.api.url);
  for (let round = 0; round < rounds; round++) {
    idle.push(await healthP99(harness.api.url));
    const flooding = runLoad({ ...signIns(harness), connections: flood, seconds: seconds + 2 });
    busy.push(await healthP99(harness.api.url));
    await flooding;
  }
  const [a, b] = [median(busy), median(idle)];
  harness.report(
    `/health p99 under ${flood} sign-ins, of idle`,
    a / b,
    3,
    '<=',
    `${a.toFixed(2)} ms of ${b.toFixed(2)} ms`,
  );
}

/** The 99th percentile in milliseconds, of 100 calls a second on one connection. */
async function healthP99(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let n = 0; n < seconds * 100; n++) {
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(`${url}/health`, { agent }, (res) => res.resume().once('end', resolve)).once(
        'error',
        reject,
      );
    });
    times.push(performance.now() - started);
    await setTimeout(10);
  }
  agent.destroy();
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] as number;
}
