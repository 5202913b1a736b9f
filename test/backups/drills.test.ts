import { expect, it } from 'vitest';
import { platformClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();

const drill = (n: number, fields: object = {}) => ({
  id: `drl_019ab3c46d1f7a3e8b5c2d4e6f${String(n).padStart(6, '0')}`,
  ok: true,
  started_at: new Date(Date.UTC(2026, 10, 1, 4, n)).toISOString(),
  restored_to: '2026-11-01T04:00:00.000Z',
  lost_seconds: 0,
  took_seconds: 6.3,
  tenants: 1,
  rows: 219,
  mismatches: [],
  steps: [{ name: 'backups', ok: true, seconds: 0.3, message: 'base backup of 2026-11-01' }],
  ...fields,
});
const keep = (result: object) =>
  server.db.query('select app.drill_add($1)', [JSON.stringify(result)]);

it('the newest 200 results of drills are kept, and listed for the operator', async () => {
  const failed = {
    ...{ ok: false, restored_to: null, lost_seconds: null, took_seconds: null },
    mismatches: [{ tenant_id: null, table: 'plans', missing: 1, unexpected: 0 }],
  };
  for (let n = 0; n < 201; n++) await keep(drill(n));
  await keep(drill(201, failed));
  const operator = platformClient(server);
  const { body } = await operator.get('/admin/drills?limit=2');
  const times = { started_at: expect.any(String) };
  expect(body.data).toEqual({
    drills: [
      { ...drill(201, failed), ...times },
      { ...drill(200), ...times, restored_to: expect.any(String) },
    ],
    ...{ total: 200, total_relation: 'eq' },
  });
  const { rows } = await server.db.query('select min(id) as first from app.drills');
  expect(rows[0].first).toBe(drill(2).id);
});
