/**
 * Looks for requests that get no answer: many kinds at once, clients that leave, streams, sockets and dashboards that are
 * watched, with pauses between. Prints what the server and PostgreSQL are at when one takes longer than it may, and how long
 * it took; ends with 1 at the first one that takes four times as long. `node bin/bootstrap.js bench/soak.ts --minutes 10 --seconds 5`
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { WebSocket } from 'ws';
import { startInsula } from './processes.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    /** The longest that a request may take. */
    seconds: { type: 'string', default: '5' },
    tenants: { type: 'string', default: '3' },
  },
});
const limitMs = Number(options.seconds) * 1000;
const end = performance.now() + Number(options.minutes) * 60_000;
const port = '24571';

const dataDir = await mkdtemp(join(tmpdir(), 'insula-soak-'));
const server = await startInsula({ PORT: port, DATA_DIR: dataDir, BASE_URL: 'http://127.0.0.1' });
const secret = async (name: string) =>
  (await readFile(join(dataDir, 'secrets', name), 'utf8')).trim();
const platformKey = await secret('platform-admin-key');

interface Asked {
  what: string;
  since: number;
  socket: () => string;
  isLate?: boolean;
}
const pending = new Set<Asked>();
const counts = new Map<string, number>();
let isOver = false;

interface Sent {
  method?: string;
  body?: object;
  token?: string;
  /** Hangs up after so many milliseconds. */
  leaveAfter?: number;
}

const agents = [
  new Agent({ keepAlive: true, maxSockets: 32 }),
  new Agent({ keepAlive: true, maxSockets: 4, scheduling: 'fifo' }),
];

/** One request over Node's own client, or over fetch, whose connections are others. */
async function ask(path: string, sent: Sent = {}): Promise<string> {
  return Math.random() < 0.3 && sent.leaveAfter === undefined
    ? askByFetch(path, sent)
    : askByAgent(path, sent);
}

const headersOf = ({ token, body }: Sent) => ({
  ...(token ? { authorization: `Bearer ${token}` } : {}),
  ...(body ? { 'content-type': 'application/json' } : {}),
});

async function askByFetch(path: string, sent: Sent): Promise<string> {
  const { method = 'GET', body } = sent;
  const asked = begin(`fetch ${method} ${path}`, () => 'of fetch');
  try {
    const answer = await fetch(server.url + path, {
      method,
      headers: headersOf(sent),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return noted(method, path, answer.status, await answer.text());
  } finally {
    close(asked);
  }
}

function askByAgent(path: string, sent: Sent): Promise<string> {
  const { method = 'GET', body, leaveAfter } = sent;
  return new Promise((resolve, reject) => {
    const agent = agents[Math.random() < 0.8 ? 0 : 1] as Agent;
    const outgoing = request(server.url + path, { method, agent, headers: headersOf(sent) });
    const asked = begin(`${method} ${path}`, () => {
      const { socket, reusedSocket } = outgoing;
      if (!socket) return 'none yet';
      const { localPort, bytesRead, bytesWritten, destroyed } = socket;
      return JSON.stringify({ localPort, bytesRead, bytesWritten, destroyed, reusedSocket });
    });
    const over = () => close(asked);
    outgoing.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.once('close', over);
      answer.once('error', () => resolve(''));
      answer.once('end', () => resolve(noted(method, path, answer.statusCode ?? 0, text)));
    });
    outgoing.once('error', (error) => {
      over();
      if (leaveAfter === undefined && (error as { code?: string }).code !== 'ECONNRESET')
        reject(error);
      else resolve('');
    });
    outgoing.end(body ? JSON.stringify(body) : undefined);
    if (leaveAfter !== undefined) setTimeout(() => outgoing.destroy(), leaveAfter);
  });
}

function begin(what: string, socket: () => string): Asked {
  const asked = { what, since: performance.now(), socket };
  pending.add(asked);
  return asked;
}

function close(asked: Asked): void {
  pending.delete(asked);
  if (asked.isLate) console.log(`over after ${age(asked)} ms: ${asked.what}`);
}

const age = ({ since }: Asked): number => Math.round(performance.now() - since);

function noted(method: string, path: string, status: number, text: string): string {
  const name = `${method} ${path.split('?')[0]?.replace(/[\w-]*(_|[0-9a-f]{8}-)[\w-]+/g, ':id')} ${status}`;
  counts.set(name, (counts.get(name) ?? 0) + 1);
  return text;
}

const dataOf = async <T>(text: Promise<string>): Promise<T> => {
  const { success, data, error } = JSON.parse(await text);
  if (!success) throw new Error(JSON.stringify(error));
  return data;
};

interface Team {
  token: string;
  id: string;
  dashboard: string;
  share: string;
  ids: string[];
}

async function team(n: number): Promise<Team> {
  const post = <T>(path: string, body: object, token: string) =>
    dataOf<T>(askByAgent(path, { method: 'POST', body, token }));
  const { token, tenant } = await post<{ token: string; tenant: { id: string } }>(
    '/admin/tenants',
    { name: `Soak ${n}` },
    platformKey,
  );
  await post('/v1/object-types', { name: 'things' }, token);
  for (const [name, data_type, is_indexed] of [
    ['email', 'email', true],
    ['number', 'number', true],
    ['city', 'string', true],
  ])
    await post('/v1/object-types/things/properties', { name, data_type, is_indexed }, token);
  const made = await post<{ id: string; share_token: string }>(
    '/v1/dashboards',
    { name: 'Soak', is_public: true },
    token,
  );
  for (const [type, more] of [
    ['metric', {}],
    ['bar', { group_by: 'city' }],
    ['table', { limit: 5 }],
    ['line', { group_by: 'created_at', interval: 'day' }],
  ] as const)
    await post(
      `/v1/dashboards/${made.id}/widgets`,
      { type, config_json: { object_type_id: 'things', ...more } },
      token,
    );
  return { token, id: tenant.id, dashboard: made.id, share: made.share_token, ids: [] };
}

const cities = ['Paris', 'Rome', 'Oslo', 'Bonn'];
const thing = () => ({
  properties: {
    email: `n${Math.random()}@example.com`,
    number: Math.floor(Math.random() * 1000),
    city: cities[Math.floor(Math.random() * 4)],
  },
});

const sometimes = () =>
  Math.random() < 0.05 ? { leaveAfter: Math.floor(Math.random() * 15) } : {};

const create = async (one: Team) => {
  const text = await ask('/v1/objects/things', {
    method: 'POST',
    body: thing(),
    token: one.token,
    ...sometimes(),
  });
  if (!text.startsWith('{"success":true')) return;
  one.ids.push(JSON.parse(text).data.id);
  if (one.ids.length > 200) one.ids.shift();
};

/** Those that have been seen without an answer more often than others. */
const kinds: Array<(team: Team) => Promise<unknown>> = [
  ...Array.from({ length: 6 }, () => create),
  ...Array.from(
    { length: 4 },
    () => (one: Team) => ask('/v1/changes?since=now', { token: one.token, ...sometimes() }),
  ),
  async (one) => {
    const id = one.ids[Math.floor(Math.random() * one.ids.length)];
    if (id) await ask(`/v1/objects/things/${id}`, { token: one.token, ...sometimes() });
  },
  async (one) => {
    const id = one.ids[Math.floor(Math.random() * one.ids.length)];
    const body = { properties: { number: 1 } };
    if (id) await ask(`/v1/objects/things/${id}`, { method: 'PATCH', body, token: one.token });
  },
  (one) => ask('/v1/objects/things/list?limit=20', { token: one.token, ...sometimes() }),
  (one) => ask('/v1/changes?limit=50', { token: one.token }),
  (one) => ask(`/v1/dashboards/${one.dashboard}/data?fresh=true`, { token: one.token }),
  async (one) => Math.random() < 0.1 && ask(`/d/${one.share}`, sometimes()),
  (one) => ask(`/v1/dashboards/public/${one.share}`, sometimes()),
  () => ask('/health'),
];

/** Listens for a while, then hangs up. */
async function listen(path: string, token?: string): Promise<void> {
  const leaving = new AbortController();
  const timer = setTimeout(() => leaving.abort(), 500 + Math.random() * 8_000);
  try {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const { body } = await fetch(server.url + path, { headers, signal: leaving.signal });
    for await (const _ of body ?? []);
  } catch {
    // It has hung up.
  } finally {
    clearTimeout(timer);
  }
}

async function watch({ token, id, dashboard }: Team): Promise<void> {
  const url = `${server.url.replace('http', 'ws')}/v1/realtime?token=${token}&tenant_id=${id}`;
  const socket = new WebSocket(url);
  socket.on('error', () => {});
  socket.on('open', () => {
    for (const channel of [`dashboards:${dashboard}`, 'objects:things'])
      socket.send(JSON.stringify({ type: 'subscribe', id: channel, channel }));
  });
  await sleep(500 + Math.random() * 10_000);
  socket.terminate();
}

let load = 1;
const until = async (work: () => Promise<unknown>) => {
  while (!isOver && performance.now() < end) {
    await work();
    if (Math.random() > load) await sleep(Math.random() * 400);
  }
};

/** Everything at once, a little, and next to nothing, in turns: what waits for a wake-up shows when nothing else comes. */
async function vary(): Promise<void> {
  while (!isOver && performance.now() < end) {
    load = [1, 0.5, 0.02][Math.floor(Math.random() * 3)] as number;
    await sleep(3_000 + Math.random() * 5_000);
  }
}

async function guard(): Promise<void> {
  while (!isOver && performance.now() < end) {
    await sleep(250);
    const late = [...pending].filter((asked) => !asked.isLate && age(asked) > limitMs);
    for (const asked of late) asked.isLate = true;
    if (late.length > 0) await report(late);
    isOver = [...pending].some((asked) => age(asked) > 4 * limitMs);
  }
}

async function report(late: Asked[]): Promise<void> {
  for (const asked of late)
    console.log(`no answer for ${age(asked)} ms: ${asked.what} ${asked.socket()}`);
  console.log(`${pending.size} requests under way`);
  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${platformKey}` },
  }).then((answer) => answer.text());
  const own = /^insula_(db_(connections|waiting)|realtime|queue|request_stuck|journal)/;
  console.log(
    metrics
      .split('\n')
      .filter((line) => own.test(line))
      .join('\n'),
  );
  const settings = await readFile(join(dataDir, 'postgres/cluster/postgresql.conf'), 'utf8');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(/^port = '?(\d+)/m.exec(settings)?.[1]),
    user: 'postgres',
    password: await secret('postgres-superuser'),
    database: 'insula',
  });
  await client.connect();
  const { rows } = await client.query(
    `select pid, application_name, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
            extract(epoch from clock_timestamp() - coalesce(query_start, backend_start))::numeric(8,2) as seconds, left(query, 100) as query
       from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by seconds desc`,
  );
  console.table(rows);
  await client.end();
}

const teams: Team[] = [];
for (let n = 0; n < Number(options.tenants); n++) teams.push(await team(n));
const everything = teams.flatMap((one) => [
  ...Array.from({ length: 8 }, () =>
    until(async () => kinds[Math.floor(Math.random() * kinds.length)]?.(one)),
  ),
  ...Array.from({ length: 2 }, () => until(() => listen(`/d/${one.share}/live`))),
  ...Array.from({ length: 2 }, () => until(() => listen('/events/stream', one.token))),
  ...Array.from({ length: 3 }, () => until(() => watch(one))),
]);
await Promise.race([Promise.all([...everything, vary()]), guard()]);
console.table(Object.fromEntries([...counts].sort()));
console.log(isOver ? 'ENDED: a request had no answer' : 'every request had its answer');
await server.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(isOver ? 1 : 0);
