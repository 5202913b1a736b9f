import { beforeAll, describe, expect, it } from 'vitest';
import { defineThings } from '../integrations/support.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

/** Decimals that a double would change. */
const long = [
  '9007199254740993.0',
  '9.007199254740993e15',
  '0.12345678901234567890',
  '1.0000000000000001',
  '123456789012345678901234567890.5',
];

beforeAll(async () => {
  await defineThings(api);
  for (const [name, data_type] of [
    ['n', 'number'],
    ['price', 'currency'],
    ['extra', 'json'],
    ['list', 'array'],
  ])
    await api.post('/v1/object-types/things/properties', { name, data_type });
  await api.post('/v1/objects/things', { properties: { n: 1 } });
});

const json = { 'content-type': 'application/json' };
const send = (method: string, path: string, body: string) =>
  api.send(method, path, { headers: json, body });
const count = async () => (await api.get('/v1/objects/things/list')).body.data.total;

describe('a number that a double would change is refused by its path', () => {
  const doors: [method: string, path: string, body: string, param: string][] = [
    ['POST', '/v1/objects/things', '{"properties":{"n":#}}', 'properties.n'],
    ['POST', '/v1/objects/things', '{"properties":{"price":#}}', 'properties.price'],
    ['POST', '/v1/objects/things', '{"properties":{"free":#}}', 'properties.free'],
    ['POST', '/v1/objects/things', '{"properties":{"extra":{"a":[#]}}}', 'properties.extra.a[0]'],
    ['PATCH', '/v1/objects/things/obj_1', '{"properties":{"n":#}}', 'properties.n'],
    [
      'POST',
      '/v1/objects/things/batch/create',
      '{"objects":[{"properties":{"n":1}},{"properties":{"n":#}}]}',
      'objects[1].properties.n',
    ],
    [
      'POST',
      '/v1/transaction',
      '{"requests":[{"method":"POST","path":"/v1/objects/things","body":{"properties":{"n":#}}}]}',
      'requests[0].body.properties.n',
    ],
    [
      'POST',
      '/v1/objects/things/search',
      '{"filters":[{"property":"n","operator":"eq","value":#}]}',
      'filters[0].value',
    ],
    [
      'POST',
      '/v1/objects/things/search',
      '{"filters":{"n":{"between":[0,#]}}}',
      'filters.n.between[1]',
    ],
    [
      'POST',
      '/v1/objects/things/aggregate',
      '{"filters":[{"property":"n","operator":"gt","value":#}],"metrics":[]}',
      'filters[0].value',
    ],
    [
      'POST',
      '/v1/object-types/things/properties',
      '{"name":"d","data_type":"number","default_value":#}',
      'default_value',
    ],
    [
      'POST',
      '/v1/object-types/things/policies',
      '{"condition_json":[{"property":"n","operator":"eq","value":#}]}',
      'condition_json[0].value',
    ],
    ['POST', '/v1/events', '{"event_type":"x","data":{"n":#}}', 'data.n'],
    ['PUT', '/v1/objects/things/obj_1/associations/x/things/obj_2', '{"meta":{"n":#}}', 'meta.n'],
    ['POST', '/v1/sql', '{"sql":"select $1::numeric","params":[#]}', 'params[0]'],
    ['POST', '/v1/graphql', '{"query":"{ __typename }","variables":{"n":#}}', 'variables.n'],
    ['POST', '/v1/data/import', '{"object_type_id":"things","rows":[{"n":#}]}', 'rows[0].n'],
  ];
  it.each(doors)('%s %s %s', async (method, path, body, param) => {
    for (const number of long) {
      const answer = await send(method, path, body.replace('#', number));
      expect([answer.status, answer.body.error?.param]).toEqual([400, param]);
    }
  });

  it('in a field of a form', async () => {
    const form = new FormData();
    form.set('object_type_id', 'things');
    form.set('mapping', '{"a":0.12345678901234567890}');
    form.set('file', new Blob(['n\n1\n']), 'x.csv');
    const { status, body } = await api.send('POST', '/v1/data/import', { body: form });
    expect([status, body.error.param]).toEqual([400, 'mapping.a']);
  });

  it('in a literal of GraphQL', async () => {
    for (const number of long) {
      const { body } = await api.post('/v1/graphql', {
        query: `mutation { createThing(properties: {n: ${number}}) { id } }`,
      });
      expect(JSON.stringify(body.errors)).toMatch(/has more digits than a number can hold/);
    }
  });
});

describe('an import', () => {
  const imported = (format: string, data: string, more = {}) =>
    api.post('/v1/data/import', { object_type_id: 'things', format, data, ...more });

  it.each([
    ['csv', 'n\n1\n#\n', 'n'],
    ['csv', 'price\n1\n#\n', 'price'],
    ['csv', 'extra\n1\n"{""a"":[#]}"\n', 'extra'],
    ['csv', 'list\n[]\n[#]\n', 'list'],
    ['ndjson', '{"n":1}\n{"n":#}\n', 'n'],
    ['ndjson', '{"n":1}\n{"extra":{"a":#}}\n', 'extra.a'],
  ])('of %s refuses the row: %j', async (format, data, property) => {
    const before = await count();
    for (const number of long) {
      const given = data.replace('#', number);
      const { status, body } = await imported(format, given);
      expect([status, body.error.details]).toMatchObject([400, [{ row: 2, property }]]);
      expect(body.error.message).toMatch(/more digits than a number can hold/);
      const skipped = await imported(format, given, { on_error: 'skip', dry_run: true });
      expect(skipped.body.data).toMatchObject({ created: 1, failed: 1 });
    }
    expect(await count()).toBe(before);
  });

  it('of json names the place', async () => {
    for (const number of long) {
      const { status, body } = await imported('json', `[{"n":1},{"n":${number}}]`);
      expect([status, body.error.param]).toEqual([400, 'data[1].n']);
    }
  });

  it.each(long)('makes a text of a new column with %s in it', async (number) => {
    const name = `c${long.indexOf(number)}`;
    const { status } = await imported('csv', `${name}\n1.5\n${number}\n`, {
      create_missing_properties: true,
    });
    expect(status).toBe(200);
    const { body } = await api.get('/v1/object-types/things/properties');
    const made = body.data.find((one: { name: string }) => one.name === name);
    expect(made.data_type).toBe('string');
    const found = await api.post('/v1/objects/things/search', { filters: { [name]: number } });
    expect(found.body.data.total).toBe(1);
  });
});

describe('money', () => {
  it('keeps each digit of its text', async () => {
    for (const amount of [
      '9007199254740993.00',
      '0.12345678901234567890',
      '-123456789012345678901234567890.5',
    ]) {
      const price = { amount, currency: 'EUR' };
      const made = await api.post('/v1/objects/things', { properties: { price } });
      expect(made.status).toBe(201);
      const { body } = await api.get(`/v1/objects/things/${made.body.data.id}`);
      expect(body.data.properties.price).toEqual(price);
      const found = await api.post('/v1/objects/things/search', {
        filters: [{ property: 'price', operator: 'eq', value: price }],
      });
      expect(found.body.data.total).toBe(1);
    }
  });
});

describe.each([false, true])('money that an index serves: %s', (is_indexed) => {
  it('is compared and added to the last digit', async () => {
    const name = is_indexed ? 'sums-indexed' : 'sums';
    await api.post('/v1/object-types', { name });
    const property = { name: 'price', data_type: 'currency', is_indexed };
    await api.post(`/v1/object-types/${name}/properties`, property);
    const low = '9007199254740992.00';
    const high = '9007199254740993.00';
    const money = (amount: string) => ({ amount, currency: 'EUR' });
    const objects = [high, low, '1.00'].map((amount) => ({ properties: { price: money(amount) } }));
    await api.post(`/v1/objects/${name}/batch/create`, { objects });
    const found = async (body: object) => {
      const answer = await api.post(`/v1/objects/${name}/search`, body);
      expect(answer.body.error).toBeUndefined();
      const shown = answer.body.data.results.map(
        (one: { properties: { price: { amount: string } } }) => one.properties.price.amount,
      );
      return shown.toSorted();
    };
    const filter = (operator: string, value: unknown) => ({
      filters: [{ property: 'price', operator, value }],
    });
    expect(await found(filter('eq', money(low)))).toEqual([low]);
    expect(await found(filter('in', [money(high)]))).toEqual([high]);
    expect(await found(filter('neq', money(low)))).toEqual(['1.00', high]);
    expect(await found(filter('gt', money(low)))).toEqual([high]);
    expect(await found(filter('lt', money(high)))).toEqual(['1.00', low]);
    expect(await found(filter('between', [money(high), money(high)]))).toEqual([high]);
    const { body } = await api.post(`/v1/objects/${name}/aggregate`, {
      group_by: ['price'],
      metrics: [{ fn: 'count' }],
    });
    expect([body.error, body.data?.total]).toEqual([undefined, 3]);
    const sum = await api.post(`/v1/objects/${name}/aggregate`, {
      metrics: [{ fn: 'sum', property: 'price' }],
    });
    expect(sum.body.data.rows).toEqual([{ sum_price: money('18014398509481986') }]);
  });
});

describe('the page of a form', () => {
  it('refuses a number that a double would change, and keeps others', async () => {
    const { body } = await api.post('/v1/forms', {
      name: 'Numbers',
      status: 'active',
      fields: [{ name: 'n', type: 'number' }],
    });
    const post = (n: string) =>
      fetch(`${server.url}/f/${body.data.id}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ n }),
      });
    for (const number of ['9007199254740993.0', '0.12345678901234567890', '1.0000000000000001'])
      expect((await post(number)).status).toBe(422);
    for (const number of ['1.10', '0.30000000000000004'])
      expect((await post(number)).status).toBe(303);
    const { body: sent } = await api.get(`/v1/forms/${body.data.id}/submissions`);
    const kept = sent.data.submissions.map((one: { data: object }) => one.data);
    expect(kept).toEqual([{ n: 0.30000000000000004 }, { n: 1.1 }]);
  });
});

describe('a template of an automation', () => {
  it('makes a number of a text only when it keeps each digit', async () => {
    const filled = async (template: string, text: string) => {
      const { rows } = await server.db.query(
        `select app.template_value($1, jsonb_build_object('a', $2::text))::text as value`,
        [template, text],
      );
      return rows[0].value;
    };
    expect(await filled('a | number', '1.10')).toBe('1.10');
    await expect(filled('a | number', '123456789012345.123456789')).rejects.toThrow(/more digits/);
    expect(await filled('b | default: 1.10', '')).toBe('1.10');
    for (const number of long)
      await expect(filled(`b | default: ${number}`, '')).rejects.toThrow(/more digits/);
  });

  it('is refused when its default would lose digits', async () => {
    const { status, body } = await api.post('/v1/automations', {
      name: 'digits',
      trigger_event: 'manual',
      actions: [
        {
          type: 'create_object',
          config: {
            object_type_id: 'things',
            properties: { n: '{{trigger.data.n | default: 0.12345678901234567890}}' },
          },
        },
      ],
    });
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(/more digits/)]);
  });
});

describe('a reference of a transaction', () => {
  it('hands on a number with each digit, or not at all', async () => {
    await api.post('/v1/object-types', { name: 'summed' });
    const summed = async (numbers: number[]) => {
      const { body: made } = await api.post('/v1/object-types', {
        name: `summed-${numbers.length}`,
      });
      const path = `/v1/objects/${made.data.name}`;
      await api.post(`/v1/object-types/${made.data.name}/properties`, {
        name: 'n',
        data_type: 'number',
      });
      await api.post(`${path}/batch/create`, {
        objects: numbers.map((n) => ({ properties: { n } })),
      });
      return api.post('/v1/transaction', {
        requests: [
          {
            id: 'all',
            method: 'POST',
            path: `${path}/aggregate`,
            body: { metrics: [{ fn: 'sum', property: 'n' }] },
          },
          {
            method: 'POST',
            path,
            body: {
              properties: { n: '{{all.data.rows.0.sum_n}}', text: 'is {{all.data.rows.0.sum_n}}' },
            },
          },
        ],
      });
    };
    const kept = await summed([0.1, 0.2]);
    expect([kept.status, kept.body.error]).toEqual([200, undefined]);
    const lost = await summed([9007199254740991, 1, 1]);
    expect([lost.status, lost.body.error?.message]).toEqual([
      400,
      expect.stringMatching(/more digits/),
    ]);
  });
});
