import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { create, defineThings, type Source, startSource, sync } from '../integrations/support.ts';
import { fire, whenEnded } from '../scheduled-jobs/support.ts';
import { good } from '../support/answers.ts';
import type { TenantClient } from '../support/api.ts';
import { messagesTo } from '../support/mailbox.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { onlyWith, tenantOf } from './support.ts';

/** Data that the worker sends goes only to places set by users who may read it. */

let server: TestServer;
let source: Source;
let api: TenantClient;
beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
  source = await startSource(({ method }) => ({ body: method === 'GET' ? [] : {} }));
});
afterAll(async () => {
  await server.close();
  await source.close();
});
beforeEach(async () => {
  source.asked.length = 0;
  api = await tenantOf(server);
  await defineThings(api);
  await good(api.patch('/v1/object-types/things', { name: 'things', user_access: 'open' }));
  await good(api.post('/v1/objects/things', { properties: { code: 'canary' } }));
});

it('an integration of a role without objects:read sends nothing', async () => {
  const outwards = {
    provider: 'http_json',
    sync_direction: 'outbound',
    config_json: { url: `${source.url}/in`, push: { url: `${source.url}/out` } },
  };
  const { client } = await onlyWith(api, ['integrations:manage']);
  const blind = await create(client, outwards);
  expect(await sync(api, blind.id)).toMatchObject({ status: 'failed', records_sent: 0 });
  const ours = await create(api, outwards);
  // Nor does one of an owner that the role has pointed elsewhere.
  const { config_json } = outwards;
  const moved = { config_json: { ...config_json, push: { url: `${source.url}/theirs` } } };
  await good(client.patch(`/v1/integrations/${ours.id}`, moved));
  expect(await sync(api, ours.id)).toMatchObject({ status: 'failed', records_sent: 0 });
  expect(source.asked.filter(({ method }) => method === 'POST')).toEqual([]);
  await good(api.patch(`/v1/integrations/${ours.id}`, { config_json }));
  expect(await sync(api, ours.id)).toMatchObject({ status: 'succeeded', records_sent: 1 });
});

it('a report is mailed to no recipients of a role without objects:read', async () => {
  const to = 'theirs@example.com';
  const reports = '/v1/saved-reports';
  const question = { type: 'table', config_json: { object_type_id: 'things', columns: ['code'] } };
  const schedule = { cron: '0 6 1 1 *', recipients: [to] };
  const rights = ['reports:manage', 'email:manage'];
  const run = async ({ schedule: { job_id } }: { schedule: { job_id: string } }) => {
    await fire(server, api, job_id, new Date().toISOString());
    return whenEnded(server, api, job_id);
  };
  const { client } = await onlyWith(api, rights);
  const blind = await good(client.post(reports, { name: 'Theirs', ...question, schedule }));
  expect(await run(blind)).toMatchObject({ status: 'failed' });
  // Nor is one of an owner to recipients that the role has set.
  const ours = await good(api.post(reports, { name: 'Ours', ...question }));
  const lent = await good(client.patch(`${reports}/${ours.id}`, { schedule }));
  expect(await run(lent)).toMatchObject({ status: 'failed' });
  expect(await messagesTo(server, to)).toEqual([]);
  const reader = await onlyWith(api, [...rights, 'objects:read']);
  await good(reader.client.patch(`${reports}/${ours.id}`, { schedule: null }));
  const mended = await good(reader.client.patch(`${reports}/${ours.id}`, { schedule }));
  expect(await run(mended)).toMatchObject({ status: 'succeeded' });
  expect(await messagesTo(server, to)).toHaveLength(1);
});
