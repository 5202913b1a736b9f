/**
 * Prints the budgets of docs/operate/performance.md as ratios, each measured against the reference in the same run, in turns.
 * `npm run bench` (half an hour and more), `npm run bench -- get create` for some rows, `--seconds 2` for shorter turns,
 * `npm run bench -- turns --part conditions` for the rows of `turns` that are called so.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbedded } from '../src/db/embedded.ts';
import { withRole } from '../src/db/urls.ts';
import { measureAi } from './ai.ts';
import { measureAsk } from './ask.ts';
import { measureBaseBackups } from './base-backup.ts';
import { measureCluster } from './cluster.ts';
import { measureComments } from './comments.ts';
import { measureDashboards } from './dashboards.ts';
import { fillType, prepareReference, properties } from './data.ts';
import { measureEmails } from './emails.ts';
import { measureEvents } from './events.ts';
import { measureFiles } from './files.ts';
import { measureFind } from './find.ts';
import { measureForms } from './forms.ts';
import { Harness, type Ours } from './harness.ts';
import { measureIdentity } from './identity.ts';
import { measureIntegrations } from './integrations.ts';
import { measureLedger } from './ledger.ts';
import { measureMix } from './mix.ts';
import { measureMove, residentMegabytes } from './move.ts';
import { measurePlugins } from './plugins.ts';
import { postmasterOf, startInsula, startReference } from './processes.ts';
import { measureScale, measureTenants } from './scale.ts';
import { measureSnapshots } from './snapshot.ts';
import { measureSnapshotFormat } from './snapshot-format.ts';
import { measureSnapshotMemory } from './snapshot-memory.ts';
import { measureTurns } from './turns.ts';
import { measureVectors } from './vectors.ts';
import { measureWorkflows } from './workflows.ts';

const { values: options, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    large: { type: 'string', default: '1000000' },
    gigabytes: { type: 'string', default: '10' },
    part: { type: 'string', default: '' },
  },
});
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const connections = 32;
const poolSize = '8';
// Below those that the system gives to clients, of which there are many here.
const port = '24561';

interface Row {
  name: string;
  what: string;
  goal: number;
  ours: () => Ours;
  theirs: () => Ours;
}

const wants = (name: string) => only.length === 0 || only.includes(name);

const dataDir = await mkdtemp(join(tmpdir(), 'insula-bench-'));
const first = await startInsula({ PORT: port, DATA_DIR: dataDir });
await first.stop();
const second = await startInsula({ PORT: port, DATA_DIR: dataDir });
await second.stop();

const embedded = await startEmbedded({ dataDir, log: pino({ level: 'silent' }) });
const env = { DATABASE_URL: embedded.ownerUrl, DB_POOL_SIZE: poolSize, DATA_DIR: dataDir };
const api = await startInsula({
  ...env,
  PORT: port,
  WORKER: 'off',
  TRUSTED_PROXIES: 'loopback',
});
const postgres = await postmasterOf(dataDir);
const reference = { ...(await startReference(env)), postgres };
const token = readFileSync(join(dataDir, 'first-key'), 'utf8').trim();
const harness = new Harness({ ...api, postgres }, token, { seconds, rounds, connections });
const db = new pg.Pool({ connectionString: withRole(embedded.ownerUrl, 'insula_owner'), max: 2 });
try {
  await measure();
} finally {
  await Promise.all([api.stop(), reference.stop(), db.end()]);
  await embedded.stop();
  // For root it is a link: PostgreSQL runs as another user, who may not enter here.
  await rm(await realpath(join(dataDir, 'postgres')), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const tenant = `ten_${token.split('_')[1]}`;
  await harness.createType('small', 'open');
  await harness.createType('thousand');
  const ids = await fillType(db, tenant, 'small', 10_000);
  const thousandIds = await fillType(db, tenant, 'thousand', 1_000);
  const referenceIds = await prepareReference(db, 10_000);
  const body = JSON.stringify({ properties: { ...properties, number: 0 } }).replace(
    '"number":0',
    '"number":{n}',
  );
  const patch = '{"properties":{"city":"Paris {n}"}}';
  const ours = { url: api.url, tokens: [token], ids, method: 'GET' as const };
  const theirs = { url: reference.url, tokens: [], ids: referenceIds, method: 'GET' as const };

  const rows: Row[] = [
    {
      name: 'get',
      what: 'GET one object',
      goal: 0.5,
      ours: () => ({ ...ours, paths: ['/v1/objects/small/{}'] }),
      theirs: () => ({ ...theirs, paths: ['/objects/get/{}'] }),
    },
    {
      name: 'list',
      what: 'list 20',
      goal: 0.45,
      ours: () => ({ ...ours, paths: ['/v1/objects/small/list'] }),
      theirs: () => ({ ...theirs, paths: ['/objects/list'] }),
    },
    {
      name: 'create',
      what: 'create, 3 indexed properties',
      goal: 0.4,
      ours: () => ({ ...ours, method: 'POST', paths: ['/v1/objects/small'], body }),
      theirs: () => ({ ...theirs, method: 'POST', paths: ['/objects/create'], body }),
    },
    {
      name: 'patch',
      what: 'patch, version kept',
      goal: 0.35,
      ours: () => ({ ...ours, method: 'PATCH', paths: ['/v1/objects/small/{}'], body: patch }),
      theirs: () => ({ ...theirs, method: 'PATCH', paths: ['/objects/patch/{}'], body: patch }),
    },
  ];
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores; ${connections} connections, ${rounds} rounds of ${seconds} s in turns; pool ${poolSize}; full durability\n`,
  );
  for (const row of rows.filter((r) => wants(r.name))) {
    const [a, b] = await harness.inTurns(row.ours(), row.theirs());
    harness.report(row.what, a / b, row.goal, '>=', `${Math.round(a)}/s of ${Math.round(b)}/s`);
  }
  await measureMix(harness, reference, db, tenant, wants);
  if (wants('scale')) await measureScale(harness, db, tenant, Number(options.large));
  if (wants('tenants')) await measureTenants(harness, db, tenant, 10_000);
  if (wants('ask')) await measureAsk(harness, db, tenant);
  if (wants('workflows'))
    await measureWorkflows(harness, db, {
      ...ours,
      method: 'PATCH',
      paths: ['/v1/objects/small/{}'],
      body: patch,
    });
  const create: Ours = { ...ours, method: 'POST', paths: ['/v1/objects/small'], body };
  if (wants('forms')) await measureForms(harness, create);
  if (wants('ledger'))
    await measureLedger(harness, db, tenant, create, Number(options.large), options.part);
  if (wants('comments')) await measureComments(harness, create);
  if (wants('dashboards')) await measureDashboards(harness);
  if (wants('vectors')) await measureVectors(harness, db, tenant);
  if (wants('integrations')) await withWorker(measureIntegrations);
  if (wants('plugins')) await measurePlugins(harness);
  if (wants('batch')) await measureBatch(ours);
  if (wants('large')) await measureLarge(tenant, ours, thousandIds);
  if (wants('find')) await measureFind(harness, db, tenant, ours, Number(options.large));
  if (wants('move')) await withWorker((served) => measureMove(served, db, tenant));
  // Takes minutes, and its figures do not depend on the machine: only when it is asked for.
  if (only.includes('snapshot-memory'))
    await measureSnapshotMemory(
      (...figures) => harness.report(...figures),
      Number(options.gigabytes),
    );
  if (only.includes('base-backup'))
    await measureBaseBackups(
      { seconds, rounds, connections },
      { folder: dataDir, port: Number(port) + 3 },
      Number(options.large),
    );
  if (wants('snapshot-format'))
    await measureSnapshotFormat((...figures) => harness.report(...figures));
  if (wants('identity')) await measureIdentity(harness, ours);
  if (wants('events')) await measureEvents(harness, withWorker, db, tenant);
  if (wants('ai')) await measureAi(withWorker);
  if (wants('emails')) await measureEmails(withWorker);
  if (wants('turns'))
    await measureTurns(harness, db, tenant, `/v1/objects/small/${ids[0]}`, options.part);
  if (['snapshot', 'restore', 'diff'].some(wants))
    await withWorker((served) => measureSnapshots(served, db, tenant, dataDir));
  if (wants('files')) await measureFiles(harness, ours, dataDir);
  if (wants('memory')) await measureMemory(ours);
  const { CITUS_URL } = process.env;
  if (wants('cluster') && CITUS_URL)
    await measureCluster({ seconds, rounds, connections: 1 }, Number(port) + 2, CITUS_URL);
  else if (wants('cluster'))
    console.log('skipped cluster: CITUS_URL has to be a superuser’s address of its coordinator');
  if (wants('start')) {
    harness.report('first start, with initdb', first.readyAfter / 1000, 10, '<=', 'seconds');
    harness.report('later start', second.readyAfter / 1000, 3, '<=', 'seconds');
  }
}

/** A server that does the worker's part too, for as long as `work` takes. */
async function withWorker(
  work: (served: Harness) => Promise<void>,
  more: Record<string, string> = {},
): Promise<void> {
  const server = await startInsula({
    ...env,
    PORT: String(Number(port) + 1),
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
    ...more,
  });
  await work(new Harness(server, token, { seconds, rounds, connections })).finally(server.stop);
}

async function measureBatch(ours: Ours): Promise<void> {
  const item = { properties: { ...properties, number: 1 } };
  const [batches, singles] = await harness.inTurns(
    {
      ...ours,
      method: 'POST',
      paths: ['/v1/objects/small/batch/create'],
      body: JSON.stringify({ objects: Array(100).fill(item) }),
      connections: 1,
    },
    {
      ...ours,
      method: 'POST',
      paths: ['/v1/objects/small'],
      body: JSON.stringify(item),
      connections: 1,
    },
  );
  harness.report(
    'batch create 100, against 100 single creates',
    (batches * 100) / singles,
    8,
    '>=',
    `${Math.round(batches * 100)} objects/s of ${Math.round(singles)}/s`,
  );
}

async function measureLarge(tenant: string, ours: Ours, thousandIds: string[]): Promise<void> {
  await harness.createType('large');
  await fillType(db, tenant, 'large', Number(options.large));
  for (const [what, query, deep] of [
    ['first page', '', false],
    ['deep page', '', true],
    ['by indexed property, first page', 'sort=number&', false],
    ['by indexed property, deep page', 'sort=number&', true],
  ] as const) {
    const path = async (type: string, at: number) =>
      `/v1/objects/${type}/list?${query}${deep ? `cursor=${await cursorAt(type, query, at)}` : ''}`;
    const [large, small] = await harness.inTurns(
      { ...ours, paths: [await path('large', 500)] },
      { ...ours, ids: thousandIds, paths: [await path('thousand', 500)] },
    );
    harness.report(
      `list 20 of ${options.large} objects, ${what}, time against 1,000`,
      small / large,
      1.2,
      '<=',
      `${Math.round(large)}/s, ${Math.round(small)}/s`,
    );
  }
}

/** The cursor after about `at` objects. */
async function cursorAt(type: string, query: string, at: number): Promise<string> {
  let cursor = '';
  for (let seen = 0; seen < at; seen += 100) {
    const res = await fetch(
      `${api.url}/v1/objects/${type}/list?limit=100&${query}${cursor && `cursor=${cursor}`}`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    cursor = ((await res.json()) as { data: { next_cursor: string } }).data.next_cursor;
  }
  return cursor;
}

async function measureMemory(ours: Ours): Promise<void> {
  const sizes: number[] = [];
  for (let i = 0; i < 6; i++) {
    await harness.turn({
      ...ours,
      paths: ['/v1/objects/small/{}', '/v1/objects/small/list'],
      seconds: 5,
    });
    sizes.push(await residentMegabytes(api.pid));
  }
  harness.report(
    'memory of the API process under load, last against second reading',
    (sizes[5] as number) / (sizes[1] as number),
    1.1,
    '<=',
    sizes.map((size) => `${size} MB`).join(', '),
  );
}
