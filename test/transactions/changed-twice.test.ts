import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

it('tells a transaction that plans a schedule twice that one of its own requests is in the way', async () => {
  const api = await createTenant(server);
  const { id } = await defineType(api, {});
  const report = await api.post('/v1/saved-reports', {
    name: 'All',
    type: 'summary',
    config_json: { object_type_id: id, metrics: [{ fn: 'count' }] },
  });
  const schedule = (hour: number) => ({
    method: 'PATCH',
    path: `/v1/saved-reports/${report.body.data.id}`,
    body: { schedule: { cron: `0 ${hour} * * 1`, recipients: ['ann@example.com'], format: 'csv' } },
  });
  const first = await api.post('/v1/transaction', { requests: [schedule(7)] });
  expect(first.status).toBe(200);
  const { status, body } = await api.post('/v1/transaction', {
    requests: [schedule(8), schedule(9)],
  });
  expect([status, body.error.code, body.error.param]).toEqual([409, 'CONFLICT', 'requests[1]']);
  expect(body.error.message).toBe(
    'requests[1]: This job has changed since the request was prepared: another caller changed it, or ' +
      'an earlier request of the same transaction. Change a job once in a transaction, or repeat the request.',
  );
});
