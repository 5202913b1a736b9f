import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
  await defineType(api, { count: 'integer', email: 'email' }, { name: 'contacts' });
});

const path = '/v1/objects/contacts';
const create = (id: string | undefined, properties: object) => ({
  ...(id ? { id } : {}),
  method: 'POST',
  path,
  body: { properties },
});
const run = (...requests: unknown[]) => api.post('/v1/transaction', { requests });
const total = async () => (await api.get(`${path}/list`)).body.data.total;

async function results(...requests: unknown[]) {
  const { status, body } = await run(...requests);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.results.map((one: { data: unknown }) => one.data);
}

async function fault(...requests: unknown[]) {
  const before = await total();
  const { status, body } = await run(...requests);
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(await total()).toBe(before);
  return body.error;
}

describe('a reference in a transaction', () => {
  it('keeps the type of its value when it is the whole text', async () => {
    const first = { n: 7, yes: true, list: [1, { a: null }], map: { b: 'c' }, text: '7' };
    const [a, b] = await results(
      create('a', first),
      create(undefined, {
        n: '{{a.data.properties.n}}',
        yes: '{{ a.data.properties.yes }}',
        list: '{{a.data.properties.list}}',
        map: '{{a.data.properties.map}}',
        text: '{{a.data.properties.text}}',
        deep: { item: ['{{a.data.properties.list.1}}', '{{a.data.version}}'] },
        none: '{{a.data.created_by}}',
        all: '{{a.data}}',
      }),
    );
    const { none, all, deep, ...same } = b.properties;
    expect(same).toEqual(first);
    expect(deep).toEqual({ item: [{ a: null }, 1] });
    expect(none).toBe(undefined);
    expect(all).toEqual(a);
  });

  it('becomes text within a longer text', async () => {
    const [, b] = await results(
      create('a', { name: 'Ada', n: 7 }),
      create(undefined, {
        text: 'Dear {{a.data.properties.name}}, {{a.data.properties.n}}/{{a.data.is_deleted}}!',
        two: '{{a.data.properties.n}}{{a.data.properties.n}}',
      }),
    );
    expect(b.properties).toEqual({ text: 'Dear Ada, 7/false!', two: '77' });
  });

  it('works in paths and queries, encoded or not', async () => {
    const [a, , sorted, one, restored] = await results(
      create('a', { sort: 'count', count: 3 }),
      { method: 'PATCH', path: `${path}/{{a.data.id}}`, body: { properties: { count: 4 } } },
      { method: 'GET', path: `${path}/list?sort={{a.data.properties.sort}}` },
      { method: 'GET', path: `${path}/%7B%7Ba.data.id%7D%7D?include_deleted=true` },
      { method: 'POST', path: `${path}/{{a.data.id}}/versions/{{a.data.version}}/restore` },
    );
    expect(sorted.results).toEqual([one]);
    expect(one.properties.count).toBe(4);
    expect(restored).toMatchObject({ id: a.id, version: 3, properties: a.properties });
  });

  it('works in text fields, and turns numbers into text', async () => {
    const [, read, type] = await results(
      create('a', { n: 5 }),
      { method: 'POST', path: `${path}/batch/read`, body: { object_ids: ['{{a.data.id}}'] } },
      {
        method: 'POST',
        path: '/v1/object-types',
        body: { name: 'five', display_name: '{{a.data.properties.n}}' },
      },
    );
    expect(read).toHaveLength(1);
    expect(type.display_name).toBe('5');
  });

  it('can also point to responses of reads, lists and deletes', async () => {
    const [, , c] = await results(
      create(undefined, { name: 'Ada' }),
      { id: 'list', method: 'GET', path: `${path}/list` },
      create(undefined, {
        first: '{{list.data.results.0.properties.name}}',
        of: '{{list.data.total}}',
      }),
    );
    expect(c.properties).toEqual({ first: 'Ada', of: 1 });
  });

  it('is resolved once: the resulting value is not resolved again', async () => {
    const [a, b] = await results(
      create('a', { trap: '\\{{a.data.id}}' }),
      create('b', { copy: '{{a.data.properties.trap}}', text: 'x{{a.data.properties.trap}}' }),
      { method: 'GET', path: `${path}/list` },
    );
    expect(a.properties.trap).toBe('{{a.data.id}}');
    expect(b.properties).toEqual({ copy: '{{a.data.id}}', text: 'x{{a.data.id}}' });
  });

  it('is only recognised in its exact form, without a backslash before it', async () => {
    const texts = ['{{name}}', '{{ }}', '{a.data}', '{{a', '{{1.data}}', '\\{{a}}'];
    const [a] = await results(create('a', { texts, name: '\\{{x.data.y}} and \\{{b.data}}' }));
    expect(a.properties).toEqual({ texts, name: '{{x.data.y}} and {{b.data}}' });
  });

  it('is validated as the value that it stands for', async () => {
    const error = await fault(
      create('a', { text: 'seven' }),
      create('b', { count: '{{a.data.properties.text}}' }),
    );
    expect(error.details).toMatchObject([{ index: 1, id: 'b', param: 'properties.count' }]);
  });

  it('can point to a field with any name', async () => {
    const [, b] = await results(
      create('a', { __proto__x: 1, 'with-hyphen': { 'and space': 2 } }),
      create(undefined, {
        x: '{{a.data.properties.__proto__x}}',
        y: '{{a.data.properties.with-hyphen.and space}}',
      }),
    );
    expect(b.properties).toEqual({ x: 1, y: 2 });
  });
});

describe('an invalid reference', () => {
  it.each([
    ['an unknown request', '{{c.data.id}}', 'no earlier request has the id c'],
    ['a later request', '{{b.data.id}}', 'no earlier request has the id b'],
    ['something other than its data', '{{a.status}}', 'has the form'],
    ['an empty step', '{{a.data..id}}', 'has the form'],
    ['the prototype', '{{__proto__.data}}', 'no earlier request has the id __proto__'],
  ])('to %s is refused before anything is done', async (_, text, message) => {
    const later = { id: 'b', method: 'GET', path: '/v1/object-types' };
    const error = await fault(create('a', {}), create(undefined, { text }), later);
    expect(error.message).toContain(message);
    expect(error.details).toMatchObject([{ index: 1, code: 'unknown_reference' }]);
    const inPath = { method: 'GET', path: `${path}/${text}` };
    expect((await fault(create('a', {}), inPath, later)).details[0].index).toBe(1);
  });

  it.each(['{{a.data.nothing}}', '{{a.data.properties.id}}', '{{a.data.id.x}}', '{{a.data.0}}'])(
    'to a missing value, %s, undoes everything',
    async (text) => {
      const error = await fault(create('a', {}), create(undefined, { text }));
      expect(error.message).toMatch(/^requests\[1\]: The response to requests\[0\] has no data\./);
    },
  );

  it('to something other than text is refused where text is required', async () => {
    const a = create('a', { map: {}, none: '', long: 'x'.repeat(1001) });
    for (const name of ['map', 'none', 'long']) {
      const text = `{{a.data.properties.${name}}}`;
      for (const request of [
        { method: 'GET', path: `${path}/${text}` },
        { method: 'GET', path: `${path}/list?sort=${text}` },
        { method: 'POST', path: `${path}/batch/read`, body: { object_ids: [text] } },
      ])
        expect((await fault(a, request)).details[0].index).toBe(1);
    }
    await fault(a, create(undefined, { text: 'a {{a.data.properties.map}}' }));
  });

  it('as text is refused where text is not allowed', async () => {
    const text = '{{a.data.version}}';
    for (const [request, param] of [
      [{ method: 'GET', path: `${path}/list?limit=${text}` }, 'query.limit'],
      [{ method: 'GET', path: `${path}/list?order=${text}` }, 'query.order'],
      [
        { method: 'PATCH', path: `${path}/{{a.data.id}}`, body: { properties: {}, version: text } },
        'body.version',
      ],
      [{ method: 'POST', path: '/v1/keys', body: { scopes: [text] } }, 'body.scopes[0]'],
      [{ method: 'POST', path: '/v1/object-types', body: { name: text } }, 'body.name'],
      [{ method: 'POST', path, body: { properties: text } }, 'body.properties'],
    ] as const)
      expect((await fault(create('a', {}), request)).param).toBe(`requests[1].${param}`);
  });

  it('in a path is refused for a version', async () => {
    const versions = `${path}/{{a.data.id}}/versions`;
    const request = { method: 'POST', path: `${versions}/{{a.data.id}}/restore` };
    expect((await fault(create('a', {}), request)).details).toMatchObject([{ index: 1 }]);
  });

  it('is refused among more than 1000', async () => {
    const texts = Array(1001).fill('{{a.data.version}}');
    const error = await fault(create('a', {}), create(undefined, { texts }));
    expect(error.details[0].code).toBe('too_many');
    expect((await run(create('a', {}), create(undefined, { texts: texts.slice(1) }))).status).toBe(
      200,
    );
  });
});

describe('the id of a request', () => {
  it('is unique within its transaction', async () => {
    const error = await fault(create('a', {}), create('b', {}), create('a', {}));
    expect(error).toMatchObject({
      param: 'requests[2].id',
      details: [{ index: 2, id: 'a', path: 'requests[2].id', code: 'duplicate' }],
    });
  });
});

describe('references to a long value', () => {
  it('may not make a request longer than one may be sent', async () => {
    const long = { list: Array.from({ length: 10 }, () => 'x'.repeat(50_000)) };
    const copies = (id: string, of: string, count: number) =>
      create(id, { all: Array.from({ length: count }, () => `{{${of}.data.properties}}`) });
    const { status, body } = await run(create('a', long), copies('b', 'a', 4), copies('c', 'b', 4));
    expect([status, body.error.code, body.error.details[0].index]).toEqual([
      ...[413, 'PAYLOAD_TOO_LARGE', 2],
    ]);
    expect(await total()).toBe(0);
  });
});
