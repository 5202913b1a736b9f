import { beforeAll, describe, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import type { Answer } from '../support/api.ts';
import { untilBlocked, untilBlockedBehind } from '../support/until-blocked.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { link, make, noOverlap, onePrimary, rule, typeOf } from './support.ts';

const writers = 32;
const server = useOwnDatabase({ DB_POOL_SIZE: '16' });
const api = useTenant(server);

/** Counts the statuses of `writers` requests at once: `{ 200: 31, 409: 1 }`. */
async function race(write: (n: number) => Promise<Answer>): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: writers }, (_, n) => write(n)));
  const refused = answers.filter(({ status }) => status === 409);
  for (const { body } of refused) expect(body.error.code).toBe('INVARIANT_VIOLATED');
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const create = (path: string, properties: object) => api.post(path, { properties });
const total = async (path: string, filters: object) =>
  (await good(api.post(`${path}/search`, { filters }))).total;

describe(`${writers} writers at once`, () => {
  beforeAll(async () => {
    await typeOf(api, 'contacts', { company: 'string!', is_primary: 'boolean!' });
    await rule(api, 'contacts', { rule: onePrimary });
    await typeOf(api, 'bookings', { room: 'string!', starts: 'datetime', ends: 'datetime' });
    await rule(api, 'bookings', { rule: noOverlap });
    await typeOf(api, 'doctors', { ward: 'string!', on_call: 'boolean!' });
    const group_by = ['ward'];
    const of = { group_by, filters: [{ property: 'on_call', operator: 'eq', value: true }] };
    await rule(api, 'doctors', { rule: { compare: [{ count: true, of }, 'gte', { value: 1 }] } });
    await typeOf(api, 'slots', { n: 'integer' });
    const whole = { count: true, of: { group_by: [] } };
    await rule(api, 'slots', { rule: { compare: [whole, 'lte', { value: 5 }] } });
    await typeOf(api, 'costs', { amount: 'number' });
    await typeOf(api, 'budgets', { most: 'number' });
    const spent = { association: 'cost', direction: 'out', to_type: 'costs' };
    await rule(api, 'budgets', {
      rule: { compare: [{ sum: 'amount', of: spent }, 'lte', { property: 'most' }] },
    });
    await typeOf(api, 'pairs', { a: 'integer', b: 'integer' });
    await rule(api, 'pairs', {
      rule: {
        compare: [{ add: [{ property: 'a' }, { property: 'b' }] }, 'lte', { value: 10 }],
      },
    });
  });

  it('make one primary contact of a company', async () => {
    const contacts = '/v1/objects/contacts';
    const ends = await race(() => create(contacts, { company: 'a', is_primary: true }));
    expect(ends).toEqual({ 201: 1, 409: writers - 1 });
  });

  it('and one of those that there are, moved from elsewhere or changed', async () => {
    const contacts = '/v1/objects/contacts';
    const objects = Array.from({ length: writers }, (_, n) => ({
      properties:
        n % 2 ? { company: 'b', is_primary: false } : { company: `b${n}`, is_primary: true },
    }));
    const { ids } = await good(api.post(`${contacts}/batch/create`, { objects }));
    const ends = await race((n) =>
      api.patch(`${contacts}/${ids[n]}`, {
        properties: n % 2 ? { is_primary: true } : { company: 'b' },
      }),
    );
    expect(ends).toEqual({ 200: 1, 409: writers - 1 });
    expect(await total(contacts, { company: 'b', is_primary: true })).toBe(1);
  });

  it('book a room once', async () => {
    const ends = await race((n) =>
      create('/v1/objects/bookings', {
        room: 'r',
        starts: `2026-03-01T10:${n + 10}:00Z`,
        ends: '2026-03-01T11:00:00Z',
      }),
    );
    expect(ends).toEqual({ 201: 1, 409: writers - 1 });
  });

  it('leave one doctor on call, whether they go off call, to another ward or away', async () => {
    const doctors = '/v1/objects/doctors';
    const objects = Array(writers).fill({ properties: { ward: 'w', on_call: true } });
    const { ids } = await good(api.post(`${doctors}/batch/create`, { objects }));
    await make(api, doctors, { ward: 'x', on_call: true });
    const ends = await race((n) => {
      const path = `${doctors}/${ids[n]}`;
      if (n % 4 === 3) return api.patch(path, { properties: { ward: 'x' } });
      return api.patch(path, { properties: { on_call: false } });
    });
    // The last of a ward may not go off call, but may be its last: then the ward is empty.
    expect(Object.keys(ends)).toEqual(['200', '409']);
    const left = await total(doctors, { ward: 'w' });
    expect(await total(doctors, { ward: 'w', on_call: true })).toBe(left > 0 ? 1 : 0);
  });

  it('make no more objects of a type than it may have', async () => {
    const ends = await race((n) => create('/v1/objects/slots', { n }));
    expect(ends).toEqual({ 201: 5, 409: writers - 5 });
  });

  it('spend no more than a budget has', async () => {
    const budget = `/v1/objects/budgets/${await make(api, '/v1/objects/budgets', { most: 10 })}`;
    const costs = '/v1/objects/costs';
    const ends = await race(() =>
      api.post('/v1/transaction', {
        requests: [
          { id: 'c', method: 'POST', path: costs, body: { properties: { amount: 1 } } },
          { method: 'PUT', path: link(budget, 'cost', `${costs}/{{c.data.id}}`) },
        ],
      }),
    );
    expect(ends).toEqual({ 200: 10, 409: writers - 10 });
    // Nine of ten change, and the budget is lowered: whichever comes first.
    const { results } = await good(api.get(`${costs}/list?limit=10`));
    const second = await race((n) =>
      n % 2
        ? api.patch(budget, { properties: { most: 9 - n } })
        : api.patch(`${costs}/${results[n % 10].id}`, { properties: { amount: 0.9 - n / 100 } }),
    );
    expect(second[409]).toBeGreaterThan(0);
    const { properties } = await good(api.get(budget));
    const now = (await good(api.get(`${costs}/list?limit=100`))).results;
    const spent = now.reduce(
      (sum: number, one: { properties: { amount: number } }) => sum + one.properties.amount,
      0,
    );
    expect(spent).toBeLessThanOrEqual(properties.most + 1e-9);
  });

  it('link a cost while it changes: one of both comes after the other', async () => {
    const [costs, budgets] = ['/v1/objects/costs', '/v1/objects/budgets'];
    const cost = `${costs}/${await make(api, costs, { amount: 1 })}`;
    const budget = await make(api, budgets, { most: 10 });
    // Another budget holds up the change after it has looked for those of the cost: one in another slot.
    const { ids } = await good(
      api.post(`${budgets}/batch/create`, { objects: Array(4).fill({ properties: { most: 1 } }) }),
    );
    const holder = await server.db.connect();
    await holder.query('begin');
    const { rows } = await holder.query(
      `select o.id, l.slot from app.invariants i cross join unnest($2::text[]) o(id)
       join app.invariant_locks l on l.tenant_id = i.tenant_id
         and l.slot = (app.invariant_slots(row(i.*)::app.invariants, jsonb_build_array(o.id), '[]'))[1]
         and l.slot <> (app.invariant_slots(row(i.*)::app.invariants, jsonb_build_array($3::text), '[]'))[1]
       where i.tenant_id = $1 and i.object_type_id = (
         select t.id from app.object_types t where t.tenant_id = $1 and t.name = 'budgets')
       limit 1 for update of l`,
      [api.tenant.id, ids, budget],
    );
    const changing = api.post('/v1/transaction', {
      requests: [
        { method: 'PATCH', path: cost, body: { properties: { amount: 20 } } },
        { method: 'PATCH', path: `${budgets}/${rows[0].id}`, body: { properties: { most: 2 } } },
      ],
    });
    await untilBlocked(server.db, holder);
    const linking = api.put(link(`${budgets}/${budget}`, 'cost', cost));
    await Promise.race([linking, untilBlockedBehind(server.db, holder)]);
    await holder.query('commit');
    holder.release();
    expect([(await changing).status, (await linking).status]).toEqual([200, 409]);
  });

  it('change two properties of one object', async () => {
    const pair = `/v1/objects/pairs/${await make(api, '/v1/objects/pairs', { a: 0, b: 0 })}`;
    const ends = await race((n) => api.patch(pair, { properties: n % 2 ? { a: 6 } : { b: 6 } }));
    expect(ends).toEqual({ 200: writers / 2, 409: writers / 2 });
  });

  it('end in no deadlock when they move objects between two groups in both directions', async () => {
    const contacts = '/v1/objects/contacts';
    const [groups, opposite] = [
      ['c', 'd'],
      ['d', 'c'],
    ];
    const objects = Array.from({ length: writers }, (_, n) => ({
      properties: { company: groups[n % 2], is_primary: false },
    }));
    const { ids } = await good(api.post(`${contacts}/batch/create`, { objects }));
    const ends = await race((n) =>
      api.patch(`${contacts}/${ids[n]}`, { properties: { company: opposite[n % 2] } }),
    );
    expect(ends).toEqual({ 200: writers });
  });
});
