import { beforeAll, describe, expect, it } from 'vitest';
import { over } from '../backups/scene.ts';
import { good, refusal } from '../support/answers.ts';
import { platformClient } from '../support/api.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { invariants, make, rule, typeOf } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on' });
const api = useTenant(server);
const count = 10_500;
let path: string;

beforeAll(async () => {
  path = await typeOf(api, 'many', { n: 'integer', code: 'string!' });
  const { id } = await good(api.get('/v1/object-types/many'));
  await seedObjects(server.db, id, count, `jsonb_build_object('n', i, 'code', 'c' || i)`);
});

const atLeast = (least: number) => ({
  rule: { compare: [{ property: 'n' }, 'gte', { value: least }] },
});
const ended = (id: string) =>
  until(
    async () => good(api.get(`${invariants}/${id}`)),
    ({ status }) => status !== 'checking',
  );

describe('a type with more than 10,000 objects', () => {
  it('is checked by the worker, while writes are held to the rule already', async () => {
    const made = await rule(api, 'many', atLeast(1));
    expect(made).toMatchObject({ status: 'checking', checked_at: null });
    expect(await refusal(api.post(path, { properties: { n: 0 } }))).toEqual([
      409,
      'INVARIANT_VIOLATED',
    ]);
    expect(await ended(made.id)).toMatchObject({ status: 'active', violations: { total: 0 } });
    expect(await good(api.post(`${invariants}/${made.id}/check`))).toMatchObject({
      checked: count,
      total: 0,
    });
  });

  it('fails a rule that objects break, which then holds for nothing', async () => {
    const { next_since } = await good(api.get('/v1/changes?since=now'));
    const { id } = await rule(api, 'many', atLeast(31));
    const failed = await ended(id);
    expect(failed).toMatchObject({ status: 'failed', violations: { total: 30 } });
    expect(failed.violations.objects).toHaveLength(20);
    await make(api, path, { n: 2 });
    const [event] = await until(
      async () =>
        (await good(api.get(`/v1/changes?types=invariant.failed&since=${next_since}`))).results,
      (results) => results.length > 0,
    );
    // Those who read it may not see the objects.
    const violations = { total: 30, objects: [] };
    expect(event).toMatchObject({ type: 'invariant.failed', data: { id, violations } });
  });

  it('may have no aggregate over more than 10,000, and many groups', async () => {
    const whole = await rule(api, 'many', {
      rule: { compare: [{ sum: 'n', of: { group_by: [] } }, 'gte', { value: 0 }] },
    });
    const { body } = await api.post(path, { properties: { n: 5 } });
    expect(body.error.details).toMatchObject({ invariant_id: whole.id, reason: 'too_many' });
    await good(api.delete(`${invariants}/${whole.id}`));
    const groups = await rule(api, 'many', {
      rule: { compare: [{ count: true, of: { group_by: ['code'] } }, 'lte', { value: 1 }] },
    });
    expect(await ended(groups.id)).toMatchObject({ status: 'active' });
    expect(await refusal(api.post(path, { properties: { n: 5, code: 'c7' } }))).toEqual([
      409,
      'INVARIANT_VIOLATED',
    ]);
  });

  it('is checked on in a copy of its tenant', async () => {
    const { id } = await rule(api, 'many', atLeast(2));
    await ended(id);
    // As it was in the middle of the check.
    await server.db.query(
      `update app.invariants set status = 'checking', cursor = 'obj_zzz', violations = '{"total": 0, "objects": []}'
       where id = $1`,
      [id],
    );
    const operator = platformClient(server);
    const { body } = await operator.post(`/admin/tenants/${api.tenant.id}/clone`, { name: 'Copy' });
    const done = await over(operator, `/admin/restores/${body.data.id}`);
    const copy = await until(
      async () =>
        server.db.query(
          `select status, violations->'total' as total from app.invariants
           where tenant_id = $1 and name = (select name from app.invariants where id = $2 and tenant_id = $3)`,
          [done.target_tenant_id, id, api.tenant.id],
        ),
      ({ rows }) => rows[0]?.status !== 'checking',
    );
    expect(copy.rows).toEqual([{ status: 'failed', total: 1 }]);
  });
});
