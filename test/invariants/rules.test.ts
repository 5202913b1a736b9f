import { beforeAll, describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import {
  invariants,
  lines,
  link,
  make,
  noOverlap,
  notNegative,
  onePrimary,
  rule,
  sumOfLines,
  typeOf,
} from './support.ts';

const server = useServer();
const api = useTenant(server);
const violated = [409, 'INVARIANT_VIOLATED'];

let named = 0;
/** A new type with a rule; the answers of creates. */
async function ruled(properties: Record<string, string>, body: object) {
  named += 1;
  const path = await typeOf(api, `things-${named}`, properties);
  const made = await rule(api, `things-${named}`, body);
  return { path, made, create: (values: object) => api.post(path, { properties: values }) };
}

describe('a comparison of one object', () => {
  it('holds for creates and changes, and tells what it found', async () => {
    const { path, made, create } = await ruled({ balance: 'number' }, { rule: notNegative });
    expect(made).toMatchObject({ status: 'active', violations: { total: 0, objects: [] } });
    const { id } = await good(create({ balance: 0 }));
    const { status, body } = await api.patch(`${path}/${id}`, { properties: { balance: -0.5 } });
    expect([status, body.error]).toMatchObject([
      409,
      {
        code: 'INVARIANT_VIOLATED',
        details: {
          invariant_id: made.id,
          name: made.name,
          objects: [{ object_id: id }],
          hidden: 0,
          left: -0.5,
          right: 0,
        },
      },
    ]);
    expect(await refusal(create({ balance: -1 }))).toEqual(violated);
    expect((await good(api.get(`${path}/${id}`))).properties).toEqual({ balance: 0 });
    expect((await good(api.get(`${path}/list`))).total).toBe(1);
    // A missing operand fails every comparison but neq.
    expect(await refusal(create({}))).toEqual(violated);
  });

  it('is exact: 0.1 + 0.2 is 0.3', async () => {
    const { create } = await ruled(
      { a: 'number', b: 'number', sum: 'number' },
      {
        rule: {
          compare: [{ add: [{ property: 'a' }, { property: 'b' }] }, 'eq', { property: 'sum' }],
        },
      },
    );
    await good(create({ a: 0.1, b: 0.2, sum: 0.3 }));
    expect(await refusal(create({ a: 0.1, b: 0.2, sum: 0.30000000000000004 }))).toEqual(violated);
  });

  it('counts money by amount, and no two currencies', async () => {
    const { create } = await ruled(
      { net: 'currency', tax: 'currency', gross: 'currency' },
      {
        rule: {
          compare: [
            { add: [{ property: 'net' }, { property: 'tax' }] },
            'eq',
            { property: 'gross' },
          ],
        },
      },
    );
    const eur = (amount: string, currency = 'EUR') => ({ amount, currency });
    await good(create({ net: eur('10.00'), tax: eur('1.9'), gross: eur('11.90') }));
    const usd = { net: eur('10.00'), tax: eur('1.90', 'USD'), gross: eur('11.90') };
    expect(await refusal(create(usd))).toEqual(violated);
    const other = { net: eur('10.00'), tax: eur('1.90'), gross: eur('11.90', 'USD') };
    expect(await refusal(create(other))).toEqual(violated);
  });

  it('compares dates, texts and true or false, where `when` holds, and all of several', async () => {
    const { create } = await ruled(
      { status: 'string', from: 'date', to: 'date', done: 'boolean' },
      {
        when: { status: 'open' },
        message: 'An open thing ends after it begins.',
        rule: {
          all: [
            { compare: [{ property: 'from' }, 'lt', { property: 'to' }] },
            { compare: [{ property: 'done' }, 'neq', { value: true }] },
            { compare: [{ property: 'from' }, 'gte', { value: '2026-01-01' }] },
          ],
        },
      },
    );
    await good(create({ status: 'open', from: '2026-01-01', to: '2026-01-02' }));
    await good(create({ status: 'closed', from: '2026-01-03', to: '2026-01-02' }));
    const { body } = await create({ status: 'open', from: '2026-01-03', to: '2026-01-02' });
    expect(body.error).toMatchObject({
      message: 'An open thing ends after it begins.',
      details: { left: '2026-01-03', right: '2026-01-02' },
    });
    for (const bad of [{ done: true }, { from: '2025-12-31' }]) {
      const values = { status: 'open', from: '2026-01-01', to: '2026-01-02', ...bad };
      expect(await refusal(create(values))).toEqual(violated);
    }
  });
});

describe('a rule over associated objects', () => {
  let orders: string;
  let items: string;
  beforeAll(async () => {
    items = await typeOf(api, 'lines', { amount: 'number', kind: 'string' });
    orders = await typeOf(api, 'orders', { total: 'number' });
    await rule(api, 'orders', { rule: sumOfLines });
  });

  /** An order of 10 with lines of 4 and 6. */
  async function order() {
    const { results } = await good(
      api.post('/v1/transaction', {
        requests: [
          { id: 'o', method: 'POST', path: orders, body: { properties: { total: 10 } } },
          { id: 'a', method: 'POST', path: items, body: { properties: { amount: 4 } } },
          { id: 'b', method: 'POST', path: items, body: { properties: { amount: 6 } } },
          ...['a', 'b'].map((one) => ({
            method: 'PUT',
            path: `${orders}/{{o.data.id}}/associations/line/lines/{{${one}.data.id}}`,
          })),
        ],
      }),
    );
    const [o, a, b] = results.map(({ data }: { data: { id: string } }) => data.id);
    return { order: `${orders}/${o}`, a: `${items}/${a}`, b: `${items}/${b}` };
  }

  it('holds at the end of a transaction, in whatever order it writes', async () => {
    const made = await order();
    const { results } = await good(
      api.post('/v1/transaction', {
        requests: [
          { method: 'PATCH', path: made.a, body: { properties: { amount: 5 } } },
          { method: 'PATCH', path: made.order, body: { properties: { total: 11 } } },
        ],
      }),
    );
    expect(results).toHaveLength(2);
  });

  it('is broken by an order without lines, and by changes, deletions and links of a line', async () => {
    expect(await refusal(api.post(orders, { properties: { total: 1 } }))).toEqual(violated);
    await make(api, orders, { total: 0 });
    const made = await order();
    const { body } = await api.patch(made.a, { properties: { amount: 5 } });
    expect(body.error).toMatchObject({
      code: 'INVARIANT_VIOLATED',
      details: { objects: [{ object_id: made.order.split('/').at(-1) }], left: 11, right: 10 },
    });
    const confirm = async (path: string, force: string) => {
      const first = await api.delete(`${path}?${force}`);
      const token = first.body.error.confirm_token;
      return refusal(api.delete(`${path}?confirm_token=${token}&${force}`));
    };
    expect(await confirm(made.a, '')).toEqual(violated);
    expect(await confirm(made.a, 'force=true')).toEqual(violated);
    expect(await refusal(api.delete(link(made.order, 'line', made.a)))).toEqual(violated);
    const free = await make(api, items, { amount: 3 });
    expect(await refusal(api.put(link(made.order, 'line', `${items}/${free}`)))).toEqual(violated);
  });

  it('says nothing about an order in the trash, but about one that comes back', async () => {
    const made = await order();
    const first = await api.delete(made.order);
    await good(api.delete(`${made.order}?confirm_token=${first.body.error.confirm_token}`));
    await good(api.patch(made.a, { properties: { amount: 5 } }));
    expect(await refusal(api.post(`${made.order}/restore`))).toEqual(violated);
    await good(api.patch(made.a, { properties: { amount: 4 } }));
    await good(api.post(`${made.order}/restore`));
  });
});

describe('a rule about groups', () => {
  it('counts with filters, for the old group and the new one', async () => {
    const { path, create } = await ruled(
      { company: 'string!', is_primary: 'boolean!' },
      { rule: onePrimary },
    );
    const { id } = await good(create({ company: 'a', is_primary: true }));
    await good(create({ company: 'a', is_primary: false }));
    await good(create({ company: 'b', is_primary: true }));
    await good(create({ is_primary: true }));
    await good(create({ is_primary: true }));
    expect(await refusal(create({ company: 'a', is_primary: true }))).toEqual(violated);
    const move = { properties: { company: 'b' } };
    const { body } = await api.patch(`${path}/${id}`, move);
    expect(body.error.details).toMatchObject({ left: 2, right: 1, hidden: 0 });
    expect(body.error.details.objects).toHaveLength(2);
  });

  it('has a floor that a move, a change or the trash may not break; an empty group breaks none', async () => {
    const { path, create } = await ruled(
      { ward: 'string!', on_call: 'boolean!' },
      {
        rule: {
          compare: [
            {
              count: true,
              of: {
                group_by: ['ward'],
                filters: [{ property: 'on_call', operator: 'eq', value: true }],
              },
            },
            'gte',
            { value: 1 },
          ],
        },
      },
    );
    const first = await good(create({ ward: 'a', on_call: true }));
    const second = await good(create({ ward: 'a', on_call: false }));
    const one = `${path}/${first.id}`;
    expect(await refusal(api.patch(one, { properties: { on_call: false } }))).toEqual(violated);
    expect(await refusal(api.patch(one, { properties: { ward: 'b' } }))).toEqual(violated);
    expect(await refusal(api.delete(one))).toEqual(violated);
    await good(api.delete(`${path}/${second.id}`));
    await good(api.delete(one));
    expect(await refusal(api.post(`${path}/${second.id}/restore`))).toEqual(violated);
  });

  it('may be the whole type, and compare each object with its group', async () => {
    const { create } = await ruled(
      { n: 'integer', most: 'integer' },
      { rule: { compare: [{ max: 'n', of: { group_by: [] } }, 'lte', { property: 'most' }] } },
    );
    await good(create({ n: 1, most: 5 }));
    await good(create({ n: 5, most: 9 }));
    expect(await refusal(create({ n: 6, most: 9 }))).toEqual(violated);
    expect(await refusal(create({ n: 1, most: 4 }))).toEqual(violated);
  });
});

describe('no_overlap', () => {
  it('lets intervals of a group touch, or not (`[]`)', async () => {
    const properties = { room: 'string!', starts: 'datetime', ends: 'datetime' };
    const half = await ruled(properties, { rule: noOverlap });
    const closed = await ruled(properties, {
      rule: { no_overlap: { ...noOverlap.no_overlap, bounds: '[]' } },
    });
    const of = (room: string, from: number, to: number) => ({
      room,
      starts: `2026-03-01T${from + 12}:00:00Z`,
      ends: `2026-03-01T${to + 12}:00:00Z`,
    });
    for (const { create } of [half, closed]) {
      await good(create(of('1', 0, 2)));
      await good(create(of('2', 1, 3)));
      for (const [from, to] of [
        [1, 3],
        [0, 2],
        [-1, 5],
        [1, 1],
        [6, 5],
      ])
        expect(await refusal(create(of('1', from as number, to as number)))).toEqual(violated);
      const noEnd = { room: '1', starts: '2026-03-02T10:00:00Z' };
      for (const [values, reason] of [
        [of('1', 1, 3), undefined],
        [of('3', 6, 5), 'no_interval'],
        [noEnd, 'no_interval'],
      ] as const) {
        const { status, body } = await create(values);
        expect([status, body.error.details.reason]).toEqual([409, reason]);
      }
    }
    await good(half.create(of('1', 2, 4)));
    await good(half.create(of('1', 2, 2)));
    expect(await refusal(closed.create(of('1', 2, 4)))).toEqual(violated);
    await good(closed.create(of('1', 3, 4)));
  });

  it('is judged for numbers, and only where `when` holds', async () => {
    const { path, create } = await ruled(
      { a: 'number', b: 'number', state: 'string' },
      {
        when: { state: { neq: 'off' } },
        rule: { no_overlap: { from: 'a', to: 'b', group_by: [] } },
      },
    );
    await good(create({ a: 0, b: 10 }));
    const { id } = await good(create({ a: 9.5, b: 20, state: 'off' }));
    expect(await refusal(api.patch(`${path}/${id}`, { properties: { state: 'on' } }))).toEqual(
      violated,
    );
    await good(api.patch(`${path}/${id}`, { properties: { a: 10, state: 'on' } }));
  });
});

describe('a rule is refused', () => {
  const compare = (...sides: unknown[]) => ({ compare: sides });
  const zero = { value: 0 };
  const cases: Array<[rule: object, refused: string]> = [
    [{}, 'rule'],
    [{ check: 'n > 0' }, 'rule'],
    [{ ...compare(zero, 'eq', zero), all: [] }, 'rule'],
    [{ no_overlap: {} }, 'rule.no_overlap.from'],
    [compare(zero, 'eq'), 'rule.compare'],
    [compare(zero, 'is', zero), 'rule.compare[1]'],
    [compare({}, 'eq', zero), 'rule.compare[0]'],
    [compare({ property: 'n', value: 1 }, 'eq', zero), 'rule.compare[0]'],
    [compare({ property: 'none' }, 'eq', zero), 'rule.compare[0].property'],
    [compare({ property: 'list' }, 'eq', zero), 'rule.compare[0].property'],
    [compare({ property: 'text' }, 'eq', zero), 'rule.compare'],
    [compare({ property: 'flag' }, 'gt', { value: true }), 'rule.compare[1]'],
    [compare({ property: 'n', more: 1 }, 'eq', zero), 'rule.compare[0].more'],
    [compare({ property: 'day' }, 'eq', { value: 'soon' }), 'rule.compare[2].value'],
    [compare({ subtract: [zero] }, 'eq', zero), 'rule.compare[0].subtract'],
    [compare({ add: [zero, { property: 'text' }] }, 'eq', zero), 'rule.compare[0].add[1]'],
    [
      compare({ add: [zero, { add: [zero, { add: [zero, { add: [zero, zero] }] }] }] }, 'eq', zero),
      'rule.compare[0].add[1].add[1].add[1]',
    ],
    [compare({ count: 1, of: { group_by: [] } }, 'eq', zero), 'rule.compare[0].count'],
    [compare({ sum: 'text', of: { group_by: [] } }, 'eq', zero), 'rule.compare[0].sum'],
    [compare({ count: true, of: { group_by: ['n'] } }, 'eq', zero), 'rule.compare[0].of.group_by'],
    [
      compare({ count: true, of: { ...lines, direction: 'up' } }, 'eq', zero),
      'rule.compare[0].of.direction',
    ],
    [{ all: [] }, 'rule.all'],
    [{ no_overlap: { from: 'n', to: 'day', group_by: [] } }, 'rule.no_overlap.to'],
    [{ no_overlap: { from: 'n', to: 'n', group_by: [], bounds: '(]' } }, 'rule.no_overlap.bounds'],
  ];
  beforeAll(() =>
    typeOf(api, 'plain', {
      n: 'number',
      text: 'text',
      list: 'array',
      flag: 'boolean',
      day: 'date',
      code: 'string!',
    }),
  );

  it.each(cases)('%j: 400 names %s', async (given, path) => {
    const body = { name: 'x', object_type_id: 'plain', rule: given };
    expect(await refusal(api.post(invariants, body))).toEqual([400, path]);
  });

  it('without an index that it needs, or where its filter changes without a write', async () => {
    const group = (filters: object) => ({
      name: 'x',
      object_type_id: 'plain',
      rule: compare({ count: true, of: { group_by: ['code'], filters } }, 'lte', zero),
    });
    const { body } = await api.post(invariants, group({ n: 1 }));
    expect(body.error).toMatchObject({ code: 'FILTER_TOO_EXPENSIVE', details: { index: ['n'] } });
    for (const filters of [
      { code: { regex: 'a' } },
      { code: '$auth.user_id' },
      { text: { matches: 'a' } },
    ]) {
      const answer = await api.post(invariants, group(filters));
      expect([filters, answer.body.error.code]).toEqual([filters, 'INVALID_FILTER']);
    }
    const none = {
      rule: { compare: [{ count: true, of: { ...lines, to_type: 'none' } }, 'eq', zero] },
    };
    for (const [body, param] of [
      [{ object_type_id: 'none' }, 'object_type_id'],
      [none, 'rule.compare[0].of.to_type'],
    ] as const)
      expect(await refusal(api.post(invariants, { ...group({}), ...body }))).toEqual([404, param]);
  });
});
