import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { withRole } from '../../src/db/urls.ts';
import { createLog } from '../../src/pulse/log.ts';
import { type Client, createClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { backUp, putBack, readOn, stop, writeMany } from './rewind.ts';
import { start } from './start.ts';

const things = '/v1/objects/things';

/** Writes one object. @returns its receipt */
async function write(api: Client): Promise<string> {
  const { status, headers } = await api.post(things, { properties: { n: 1 } });
  expect(status).toBe(201);
  return headers.get('x-tx-id') as string;
}

/** The answers of a server to everything that a client still has from a lost time. */
async function expectGone(api: Client, sinces: string[], receipts: string[]): Promise<string> {
  const asked = await Promise.all([
    ...sinces.map((since) => api.get(`/v1/changes?since=${since}`)),
    ...receipts.map((tx) => api.get(`/v1/transactions/${tx}`)),
    ...receipts.map((tx) => api.post(`/v1/transactions/${tx}/undo`)),
  ]);
  expect(asked.map(({ status, body }) => [status, body.error?.code])).toEqual(
    asked.map(() => [410, 'GONE']),
  );
  const moments = new Set(asked.map(({ body }) => body.error.details.restored_to));
  expect(moments.size).toBe(1);
  return [...moments][0];
}

it('a place of a time that is lost is refused for ever, all others go on', {
  timeout: 300_000,
}, async () => {
  const dataDir = await startedFolder();
  let server = await start(dataDir);
  await server.api.post('/v1/object-types', { name: 'things' });
  const keptReceipt = await write(server.api);
  const reader = await readOn(server.api);
  const unread = await write(server.api);
  await stop(server);
  const backup = await backUp(dataDir);

  server = await start(dataDir);
  const sinces: string[] = [];
  const receipts: string[] = [];
  for (let n = 0; n < 5; n++) {
    receipts.push(await write(server.api));
    sinces.push((await readOn(server.api)).since);
  }
  const lost = await readOn(server.api);
  await stop(server);
  await putBack(dataDir, backup, true);

  server = await start(dataDir);
  const { api } = server;
  const restoredTo = await expectGone(api, sinces, receipts);
  expect(Date.parse(restoredTo)).toBeLessThanOrEqual(Date.now());
  for (const later of [1_000, 10_000]) {
    await writeMany(api, later);
    expect(await expectGone(api, sinces, receipts)).toBe(restoredTo);
  }
  const all = await readOn(api);
  const rest = await readOn(api, reader.since);
  expect([...reader.seqs, ...rest.seqs]).toEqual(all.seqs);
  expect(new Set(all.seqs).size).toBe(all.seqs.length);
  expect(lost.seqs.filter((seq) => all.seqs.includes(seq))).toHaveLength(reader.seqs.length + 1);
  for (const tx of [keptReceipt, unread])
    expect((await api.get(`/v1/transactions/${tx}`)).status).toBe(200);
});

it('an old copy of the folder is noticed by the mark beside it, or declared by the operator', {
  timeout: 300_000,
}, async () => {
  const dataDir = await startedFolder();
  const sinces: string[] = [];
  const receipts: string[] = [];
  let server = await start(dataDir);
  const lose = async () => {
    receipts.push(await write(server.api));
    sinces.push((await readOn(server.api)).since);
  };
  await server.api.post('/v1/object-types', { name: 'things' });
  const kept = (await readOn(server.api)).since;
  await stop(server);
  const backup = await backUp(dataDir);

  server = await start(dataDir);
  await lose();
  const refused = insula(['migrate', 'rewound'], { DATA_DIR: dataDir });
  expect(await refused.exit()).toBe(1);
  expect(refused.output()).toContain('stop all its processes first');
  await stop(server);

  await putBack(dataDir, backup, false);
  server = await start(dataDir);
  await expectGone(server.api, sinces, receipts);
  // The gap kept for the first lost time is lost with the second.
  await lose();
  await stop(server);

  await putBack(dataDir, backup, false);
  await rm(join(dataDir, 'postgres.mark'));
  const said = insula(['migrate', 'rewound', '--json'], { DATA_DIR: dataDir });
  expect([await said.exit(), said.output()]).toEqual([0, expect.stringContaining('restored_to')]);
  server = await start(dataDir);
  await lose();
  const last = { since: sinces.pop() as string, receipt: receipts.pop() as string };
  await expectGone(server.api, sinces, receipts);
  expect((await server.api.get(`/v1/transactions/${last.receipt}`)).status).toBe(200);
  for (const since of [kept, last.since])
    expect((await server.api.get(`/v1/changes?since=${since}`)).status).toBe(200);
  await stop(server);
});

it('processes that live through a fail-over notice it together, once', {
  timeout: 300_000,
}, async () => {
  const dataDir = await startedFolder();
  const log = createLog({ logLevel: 'silent' });
  const secret = (name: string) => readFile(join(dataDir, 'secrets', name), 'utf8');
  // Only PostgreSQL: nothing migrates or checks at its start.
  let database = await startEmbedded({ dataDir, log });
  onTestFinished(() => database.stop());
  const address = `postgres://insula_api@127.0.0.1:${database.port}/insula`;
  const token = (await readFile(join(dataDir, 'first-key'), 'utf8')).trim();
  const env = {
    DATABASE_URL: address,
    ENCRYPTION_KEY: (await secret('encryption-key')).trim(),
    PLATFORM_ADMIN_KEY: (await secret('platform-admin-key')).trim(),
    DATA_DIR: await temporaryFolder(),
    PORT: '0',
    LOG_LEVEL: 'info',
  };
  const processes = [1, 2].map(() => insula(['start', '--api-only'], env));
  const apis = await Promise.all(
    processes.map(async (process) => {
      const [, url = ''] = await process.printed(/(http:\/\/[^\s"/]+)[^\n]*Insula is ready/);
      return createClient({ url }, token);
    }),
  );
  const [first, second] = apis as [Client, Client];
  const comesBack = (api: Client) =>
    until(
      () => api.get('/ready'),
      ({ status }) => status === 200,
      60,
    );
  await first.post('/v1/object-types', { name: 'things' });
  await write(first);
  const kept = (await readOn(first)).since;
  await database.stop();
  const backup = await backUp(dataDir);
  database = await startEmbedded({ dataDir, log });
  await comesBack(second);
  const receipt = await write(second);
  const lost = (await readOn(second)).since;
  await database.stop();
  await putBack(dataDir, backup, true);
  database = await startEmbedded({ dataDir, log });
  await Promise.all(apis.map(comesBack));
  for (const api of apis) {
    await expectGone(api, [lost], [receipt]);
    expect((await readOn(api, kept)).seqs).toEqual([]);
  }
  const rewinds = await withClient(
    withRole(database.ownerUrl, 'insula_owner'),
    'test',
    async (client) => (await client.query('select reason from private.rewinds')).rows,
  );
  expect(rewinds).toEqual([{ reason: 'another timeline' }]);
  const said = processes.filter((one) => one.output().includes('has gone back in time'));
  expect(said).toHaveLength(1);
  for (const { child } of processes) child.kill('SIGTERM');
  await Promise.all(processes.map((one) => one.exit()));
});
