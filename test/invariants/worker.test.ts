import { beforeAll, describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
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
    expect(event).toMatchObject({ type: 'invariant.failed', data: { id, status: 'failed' } });
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
});
