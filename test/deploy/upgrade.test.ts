import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { blocks, page } from '../docs/pages.ts';
import { createTestDatabase, type TestDatabase, testKey } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type InsulaProcess, insula } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';
import {
  hasLastRelease,
  lastRelease,
  lastReleaseFolder,
  nextVersionFolder,
} from '../support/releases.ts';
import { until } from '../support/until.ts';
import { startLoad, type Tenant, Upstreams } from '../support/upgrade-load.ts';

const platformKey = 'insp_of_the_upgrade';
/** Of all APIs, as behind a proxy: access tokens are of it. */
const baseUrl = 'https://insula.example';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('empty');
});
afterAll(() => database.drop());

/** `insula …` of a version. */
async function command(folder: string, args: string[], env = {}): Promise<InsulaProcess> {
  const all = {
    PATH: String(process.env.PATH),
    DATABASE_URL: database.url,
    DATA_DIR: await temporaryFolder(),
    ENCRYPTION_KEY: testKey().toString('base64'),
    PLATFORM_ADMIN_KEY: platformKey,
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
    BASE_URL: baseUrl,
    ...env,
  };
  return insula(args, all, [], join(folder, 'src/cli.ts'));
}

async function run(folder: string, args: string[]): Promise<{ code: number | null; text: string }> {
  const process = await command(folder, args);
  return { code: await process.exit(), text: process.output() };
}

async function migrateUp(folder: string): Promise<string> {
  const { code, text } = await run(folder, ['migrate', 'up']);
  if (code !== 0) throw new Error(text);
  return text;
}

/** A part of it that knows only the address of insula_api. */
async function start(folder: string, part: 'api' | 'worker', env = {}): Promise<InsulaProcess> {
  const url = Object.assign(new URL(database.url), { username: 'insula_api', password: '' });
  const process = await command(folder, ['start', `--${part}-only`], {
    DATABASE_URL: url.href,
    ...env,
  });
  await process.printed(part === 'api' ? /Insula is ready/ : /the worker is ready/);
  return process;
}

interface Api {
  url: string;
  process: InsulaProcess;
}

async function startApi(folder: string): Promise<Api> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  const process = await start(folder, 'api', { PORT: String(port) });
  return { url: `http://127.0.0.1:${port}`, process };
}

async function end({ child, exit }: InsulaProcess): Promise<void> {
  child.kill('SIGTERM');
  expect(await exit()).toBe(0);
}

async function call(url: string, token: string, method: string, path: string, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text).data;
}

/** A tenant with a webhook and an automation that listen to each new object. */
async function prepare(url: string, hook: string): Promise<Tenant> {
  const made = { name: 'Upgraded', plan_tier: 'enterprise' };
  const { token } = await call(url, platformKey, 'POST', '/admin/tenants', made);
  const post = (path: string, body: object) => call(url, token, 'POST', path, body);
  for (const name of ['notes', 'echoes']) {
    await post('/v1/object-types', { name });
    const number = { name: 'number', data_type: 'number', is_indexed: true };
    await post(`/v1/object-types/${name}/properties`, number);
  }
  await post('/v1/webhooks', { url: hook, events: ['object.created'], object_types: ['notes'] });
  const properties = { number: '{{trigger.data.properties.number}}' };
  await post('/v1/automations', {
    name: 'echo',
    trigger_event: 'object.created',
    object_type_id: 'notes',
    actions: [{ type: 'create_object', config: { object_type_id: 'echoes', properties } }],
  });
  const idle = { name: 'idle', trigger_event: 'custom.never', actions: [] };
  const { id: automationId } = await post('/v1/automations', idle);
  const code = 'export default () => 1';
  const { id: functionId } = await post('/v1/functions', { name: 'one', code });
  const user = { email: 'ada@example.com', password: 'correct horse battery' };
  const { access_token: userToken } = await post('/v1/auth/signup', user);
  return { token, userToken, functionId, automationId };
}

/** Has a transaction read a table, as a long question or a backup does, until it is told to end. */
async function holdTable(table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`begin; set local role insula_owner; select from ${table} limit 1`);
  return async () => void (await client.query('rollback'));
}

const applying = `select l.mode from pg_locks l join pg_stat_activity a using (pid)
  where a.datname = current_database() and a.application_name = 'insula apply' and l.granted
    and l.relation = 'app.tenants'::regclass`;

/**
 * Functions that processes call, with what they take and return; and those of the engines that the functions call which every
 * request enters by: a request that waits for an upgrade is in the functions of before, and calls those of after.
 */
const called = `
  select p.oid::regprocedure::text as name, p.pronamespace::regnamespace::text || '.' || p.proname as short,
    p.proargtypes::regtype[]::text[] as types, p.pronargs - p.pronargdefaults as needed,
    pg_get_function_result(p.oid) as returns
  from pg_proc p
  where p.pronamespace = any ('{api,gateway,platform,worker,auth}'::regnamespace[])
    or p.pronamespace = 'app'::regnamespace and exists (
      select from pg_proc g where g.pronamespace = any ('{gateway,auth}'::regnamespace[])
        and position('app.' || p.proname || '(' in g.prosrc) > 0)
  order by 1`;

interface Called {
  name: string;
  short: string;
  types: string[];
  needed: number;
  returns: string;
}

const numbersOf = async (type: string): Promise<number[]> => {
  const { rows } = await database.db.query(
    `select (o.properties->>'number')::int as number from app.objects o
     join app.object_types t using (tenant_id) where t.id = o.object_type_id and t.name = $1`,
    [type],
  );
  return rows.map(({ number }) => number);
};
const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

if (!hasLastRelease)
  console.warn(
    `NOT TESTED: an upgrade from ${lastRelease.version}. Its commit ${lastRelease.commit} is not in this checkout ` +
      '(a shallow clone, or an archive): git fetch --unshallow.',
  );

describe.runIf(hasLastRelease)(`an upgrade from ${lastRelease.version}`, () => {
  let before: string;
  let next: string;
  let functionsBefore: Called[];

  it('fails no request while it migrates and processes are replaced, and does everything once', {
    timeout: 900_000,
  }, async () => {
    [before, next] = await Promise.all([lastReleaseFolder(), nextVersionFolder()]);
    await migrateUp(before);
    functionsBefore = (await database.db.query<Called>(called)).rows;
    const receiver = await startReceiver();
    onTestFinished(receiver.close);
    const apis = await Promise.all([startApi(before), startApi(before)]);
    const worker = await start(before, 'worker');
    const upstreams = new Upstreams();
    for (const { url } of apis) upstreams.add(url);
    const tenant = await prepare(apis[0]?.url as string, receiver.url);
    const load = startLoad(upstreams, tenant, platformKey);
    await load.more(300);

    // Killed in the middle: its functions are made and its migrations are to come.
    const letGo = await holdTable('app.tickets');
    const killed = await command(next, ['migrate', 'up']);
    await until(
      async () => (await database.db.query(applying)).rowCount,
      (locks) => locks !== 0,
      180,
    );
    await load.more(100);
    killed.child.kill('SIGKILL');
    await killed.exit();
    await letGo();
    // The commands of docs/operate/upgrading.md, and another `migrate up` at the same time.
    const commands = blocks(page('docs/operate/upgrading.md'), 'sh')
      .flatMap((block) => block.trim().split('\n'))
      .map((line) => line.replace(/ *#.*$/, ''));
    expect(commands).toEqual(['insula --version', 'insula migrate status', 'insula migrate up']);
    const [version, status] = [
      await run(next, ['--version']),
      await run(next, ['migrate', 'status']),
    ];
    expect(version).toMatchObject({ code: 0, text: expect.stringMatching(/\(commit unknown, /) });
    expect(status).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^pending {2}\d{6}\.sql$/m),
    });
    const ups = await Promise.all([migrateUp(next), migrateUp(next)]);
    expect(ups.filter((text) => text.includes('calls waited for'))).toHaveLength(1);
    const index = `select indisvalid from pg_index where indexrelid = 'app.objects_of_next'::regclass`;
    expect((await database.db.query(index)).rows).toEqual([{ indisvalid: true }]);
    await load.more(300);

    // New APIs beside the worker of before, and then a new worker.
    for (const old of apis) {
      const fresh = await startApi(next);
      upstreams.add(fresh.url);
      await upstreams.remove(old.url);
      await end(old.process);
      await load.more(200);
    }
    await start(next, 'worker');
    await load.more(200);
    await end(worker);
    await load.more(200);

    const { failed, written, queued } = await load.stop();
    expect(failed).toEqual([]);
    expect(inOrder(await numbersOf('notes'))).toEqual(inOrder(written));
    const received = await receiver.until(written.length, 120);
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(written.length);
    expect(received).toHaveLength(written.length);
    await until(
      () => numbersOf('echoes'),
      ({ length }) => length >= written.length,
      120,
    );
    expect(inOrder(await numbersOf('echoes'))).toEqual(inOrder(written));
    const runs = () =>
      database.db.query(`select status from app.function_runs where id = any ($1)`, [queued]);
    const { rows } = await until(
      runs,
      (found) => found.rows.every(({ status: state }) => state === 'succeeded'),
      120,
    );
    expect(rows).toHaveLength(queued.length);
    expect(queued.length).toBeGreaterThan(0);
  });

  it('keeps every function that processes of before call, as they call it', async () => {
    const { rows } = await database.db.query<Called>(called);
    const now = Map.groupBy(rows, ({ short }) => short);
    const isKept = ({ short, types, needed, returns }: Called) =>
      now
        .get(short)
        ?.some(
          (one) =>
            types.every((type, n) => one.types[n] === type) &&
            one.needed <= needed &&
            one.returns === returns,
        );
    expect(functionsBefore.length).toBeGreaterThan(500);
    expect(functionsBefore.filter((one) => !isKept(one)).map(({ name }) => name)).toEqual([]);
  });
});
