import { beforeAll, describe, expect, it } from 'vitest';
import { platformClient } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'things' });
  const key = { name: 'key', data_type: 'string', is_unique: true };
  await api.post('/v1/object-types/things/properties', key);
});

const things = '/v1/objects/things';
/** As a JSON text: written as an object literal, __proto__ would be no member. */
const inherited =
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}},"prototype":1,"toString":"x"}';
const send = (method: string, path: string, body: string) =>
  api.send(method, path, { headers: { 'content-type': 'application/json' }, body });
/** The server runs in this process: what it pollutes, we see. */
const expectUnpolluted = () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(String({})).toBe('[object Object]');
};
const expectInherited = (properties: object) => {
  expect(sorted(properties)).toEqual(sorted(JSON.parse(inherited)));
  expectUnpolluted();
};
const sorted = (map: object) =>
  Object.entries(map)
    .map(([name, value]) => JSON.stringify([name, value]))
    .sort();

describe('__proto__, constructor and similar names', () => {
  it('are names of properties like any other', async () => {
    const created = await send('POST', things, `{"properties":${inherited}}`);
    expect(created.status).toBe(201);
    expectInherited(created.body.data.properties);
    const path = `${things}/${created.body.data.id}`;
    expectInherited((await api.get(path)).body.data.properties);
    const patched = await send('PATCH', path, '{"properties":{"__proto__":null,"constructor":2}}');
    expect(patched.body.data.properties).toEqual({ constructor: 2, prototype: 1, toString: 'x' });
    expect(Object.hasOwn(patched.body.data.properties, '__proto__')).toBe(false);
    expectInherited((await api.get(`${path}/versions`)).body.data[0].properties);
  });

  it('work in batches and upserts', async () => {
    const created = await send(
      'POST',
      `${things}/batch/create`,
      `{"objects":[{"properties":${inherited}}]}`,
    );
    const [id] = created.body.data.ids;
    expectInherited((await api.get(`${things}/${id}`)).body.data.properties);
    const update = `{"updates":[{"object_id":"${id}","properties":{"__proto__":{"b":1}}}]}`;
    expect((await send('POST', `${things}/batch/update`, update)).status).toBe(200);
    const { properties } = (await api.get(`${things}/${id}`)).body.data;
    expect(Object.getOwnPropertyDescriptor(properties, '__proto__')?.value).toEqual({ b: 1 });

    const keyed = inherited.replace('{', '{"key":"one",');
    const upsert = `{"match_on":"key","objects":[{"properties":${keyed}}]}`;
    const first = await send('POST', `${things}/batch/upsert`, upsert);
    expect(first.body.data).toMatchObject({ created: 1, updated: 0 });
    const again = await send('POST', `${things}/batch/upsert`, upsert);
    expect(again.body.data).toMatchObject({ created: 0, updated: 1, ids: first.body.data.ids });
    const { key, ...rest } = (await api.get(`${things}/${first.body.data.ids[0]}`)).body.data
      .properties;
    expect(key).toBe('one');
    expectInherited(rest);
  });

  it('match nothing that is inherited', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const { status, body } = await send(
        'POST',
        `${things}/batch/upsert`,
        `{"match_on":"${name}","objects":[{"properties":{}}]}`,
      );
      expect([name, status]).toEqual([name, 400]);
      expect(['VALIDATION_ERROR', 'UNKNOWN_PROPERTY']).toContain(body.error.code);
    }
    expectUnpolluted();
  });

  it('work as defaults and settings like any other', async () => {
    const property = `{"name":"settings","data_type":"json","default_value":${inherited}}`;
    const made = await send('POST', '/v1/object-types/things/properties', property);
    expect(made.status).toBe(201);
    expectInherited(made.body.data.default_value);
    const { body } = await api.post(things, { properties: {} });
    expectInherited(body.data.properties.settings);
  });

  it('may name a property, by the rules for names', async () => {
    const types = '/v1/object-types';
    await api.post(types, { name: 'inherited' });
    for (const name of ['constructor', 'prototype', '__proto__', 'toString']) {
      const property = { name, data_type: 'integer', is_indexed: true };
      expect((await api.post(`${types}/inherited/properties`, property)).status, name).toBe(201);
    }
    const good = '{"properties":{"__proto__":1,"constructor":2}}';
    const { body } = await send('POST', '/v1/objects/inherited', good);
    expect(sorted(body.data.properties)).toEqual(['["__proto__",1]', '["constructor",2]']);
    const bad = await send('POST', '/v1/objects/inherited', '{"properties":{"__proto__":"x"}}');
    expect(bad.body.error.details[0].path).toBe('properties.__proto__');
    const listed = await api.get('/v1/objects/inherited/list?sort=__proto__');
    expect(listed.body.data.results).toHaveLength(1);
  });

  it('work as metadata like any other', async () => {
    const operator = platformClient(server);
    const path = `/admin/tenants/${api.tenant.id}`;
    const init = {
      headers: { 'content-type': 'application/json' },
      body: `{"metadata":${inherited}}`,
    };
    expect((await operator.send('PATCH', path, init)).status).toBe(200);
    expectInherited((await operator.get(path)).body.data.metadata);
  });

  it('are refused where no field has that name', async () => {
    const refused = async (call: ReturnType<typeof send>) => {
      const { status, body } = await call;
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      return body.error.details.map(({ path }: { path: string }) => path);
    };
    const body = '{"__proto__":{"name":"polluted"},"constructor":{"name":"x"},"name":"plain"}';
    expect(await refused(send('POST', '/v1/object-types', body))).toEqual([
      '__proto__',
      'constructor',
    ]);
    const only = '{"__proto__":{"name":"polluted"}}';
    expect(await refused(send('POST', '/v1/object-types', only))).toEqual(['name', '__proto__']);
    for (const name of [
      '__proto__',
      '__proto__[limit]',
      'constructor',
      'constructor[prototype][limit]',
      'toString',
    ])
      expect(await refused(api.get(`${things}/list?${name}=1`))).toEqual([name]);
    expectUnpolluted();
  });
});
