import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, platformClient } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let operator: Client;
beforeAll(async () => {
  operator = platformClient(server);
  await api.post('/v1/object-types', { name: 'things' });
  await api.post('/v1/objects/things', { properties: { a: 1 } });
});

const list = '/v1/objects/things/list';

async function expectFault(client: Client, path: string, param: string, message?: string) {
  const { status, body } = await client.get(path);
  expect([path, status, body.error?.code]).toEqual([path, 400, 'VALIDATION_ERROR']);
  expect(body.error.param).toBe(param);
  expect(body.error.message.startsWith(`${param}: `)).toBe(true);
  if (message) expect(body.error.message).toBe(`${param}: ${message}`);
}

describe('a number in a query', () => {
  const faults = [
    '0',
    '101',
    '-1',
    '1e9',
    '1.5',
    'abc',
    '',
    '%20',
    '5%20',
    '0x10',
    '%2B5',
    '١',
    'NaN',
    'null',
    '9'.repeat(40),
    "1'--",
  ];

  it.each(faults)('"%s" is refused as a page size', async (value) => {
    const message = 'must be a whole number from 1 to 100';
    await expectFault(api, `${list}?limit=${value}`, 'limit', message);
    await expectFault(api, `/v1/objects/things/trash?limit=${value}`, 'limit', message);
    await expectFault(operator, `/admin/tenants?limit=${value}`, 'limit', message);
  });

  it.each(['-1', '1e18', '1000000001', '', 'x', '1.0'])(
    '"%s" is refused as an offset',
    async (value) => {
      await expectFault(operator, `/admin/tenants?offset=${value}`, 'offset');
    },
  );

  it('is accepted from 1 to 100, with 20 as default', async () => {
    for (const limit of ['1', '100', '007'])
      expect((await api.get(`${list}?limit=${limit}`)).status).toBe(200);
    expect((await operator.get('/admin/tenants?offset=1000000000')).body.data.tenants).toEqual([]);
  });
});

describe('a query parameter', () => {
  it('that is given twice is refused', async () => {
    await expectFault(api, `${list}?limit=1&limit=2`, 'limit', 'is given twice');
    await expectFault(api, `${list}?unknown=1&unknown=1`, 'unknown', 'is given twice');
  });

  it('as a list or map is another parameter, which is refused', async () => {
    for (const name of ['limit[]', 'limit[a]', '__proto__[limit]'])
      await expectFault(api, `${list}?${encodeURIComponent(name)}=0`, name);
  });

  it('that is unknown is refused with the name that was probably meant', async () => {
    const meant = 'is not known here; did you mean `limit`?';
    await expectFault(api, `${list}?limti=5`, 'limti', meant);
    await expectFault(api, `${list}?Limit=5`, 'Limit', meant);
    await expectFault(operator, '/admin/tenants?tenant_id=x', 'tenant_id');
    const { body } = await api.get(`${list}?limt=5&curser=x&order=asc`);
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'limt',
      'curser',
    ]);
  });

  it('that is read everywhere is accepted everywhere', async () => {
    for (const query of [`tenant_id=${api.tenant.slug}`, 'dry_run=true'])
      expect((await api.get(`${list}?${query}`)).status).toBe(200);
    expect((await api.get(`${list}?as_user=usr_0`)).status).toBe(404);
  });

  it('that holds NUL is refused', async () => {
    for (const name of ['sort', 'cursor', 'order', 'unknown'])
      await expectFault(api, `${list}?${name}=a%00b`, name);
    await expectFault(operator, '/admin/tenants?search=%00', 'search');
    await expectFault(api, `${list}?a%00b=1`, 'query');
    expect((await api.get('/v1/object-types?tenant_id=%00')).status).toBe(400);
  });

  it('that is not UTF-8 is read with the replacement character', async () => {
    const { status, body } = await api.get(`${list}?sort=%ff`);
    expect([status, body.error.code]).toEqual([400, 'UNKNOWN_PROPERTY']);
  });

  it.each([
    'id;drop table app.objects',
    '__proto__',
    'constructor',
    'a"',
    "a' or 1=1 --",
    'properties->>a',
    '$1',
    '*',
    '%',
  ])('sort is never SQL: %s', async (sort) => {
    const { status, body } = await api.get(`${list}?sort=${encodeURIComponent(sort)}`);
    expect([status, body.error.code]).toEqual([400, 'UNKNOWN_PROPERTY']);
  });

  it.each(['x', '%00', '..', 'e30', 'bnVsbA', 'W10', 'eyJ2IjpbXX0', `${'A'.repeat(4000)}`])(
    'cursor is one of ours or refused: %s',
    async (cursor) => {
      const { status, body } = await api.get(`${list}?cursor=${cursor}`);
      expect(status).toBe(400);
      expect(['INVALID_CURSOR', 'VALIDATION_ERROR']).toContain(body.error.code);
    },
  );

  it('has a maximum length', async () => {
    await expectFault(
      api,
      `${list}?cursor=${'A'.repeat(4001)}`,
      'cursor',
      'must have at most 4000 characters',
    );
    await expectFault(api, `${list}?sort=${'a'.repeat(101)}`, 'sort');
    await expectFault(api, `${list}?sort=`, 'sort', 'must not be empty');
  });

  it('with a fixed set of values accepts only those', async () => {
    await expectFault(
      api,
      `${list}?order=ASC`,
      'order',
      'must be one of asc, desc; did you mean `asc`?',
    );
    await expectFault(operator, '/admin/tenants?plan=gold', 'plan');
    await expectFault(api, '/v1/objects/things/x?at=yesterday', 'at');
    await expectFault(
      api,
      '/v1/objects/things/x?include_deleted=1',
      'include_deleted',
      'must be one of true, false',
    );
  });
});

describe('If-Match', () => {
  it('has no effect on a read', async () => {
    expect((await api.get(list, undefined, { 'if-match': 'x' })).status).toBe(200);
  });
});

describe('an error in a body', () => {
  const faults = async (
    call: Promise<{
      status: number;
      body: { error: { code: string; message: string; details: object[] } };
    }>,
  ) => {
    const { status, body } = await call;
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    return body.error;
  };

  it('is described in words that begin with the field', async () => {
    const types = '/v1/object-types';
    for (const [body, message] of [
      [{}, 'name: is required'],
      [{ name: null }, 'name: must be a string'],
      [{ name: 5 }, 'name: must be a string'],
      [{ name: 'A B' }, 'name: must contain only lower-case letters, digits and hyphens'],
      [{ name: 'a'.repeat(64) }, 'name: must have at most 63 characters'],
      [{ name: 'a', strict: 'yes' }, 'strict: must be true or false'],
      [{ name: 'a', display_name: [] }, 'display_name: must be a string'],
    ] as const)
      expect((await faults(api.post(types, body))).message).toBe(message);
  });

  it('is reported for every invalid field', async () => {
    const { details } = await faults(
      api.post('/v1/keys', {
        label: 1,
        scopes: ['read', 'all'],
        rate_limit: 0,
        expires_at: 'soon',
      }),
    );
    expect(details).toEqual([
      { path: 'label', code: 'invalid_type', message: 'must be a string' },
      {
        path: 'scopes[1]',
        code: 'invalid_value',
        message: 'must be one of read, write, schema, files, auth, ai, sql, *',
      },
      { path: 'rate_limit', code: 'too_small', message: 'must be at least 1' },
      {
        path: 'expires_at',
        code: 'invalid_format',
        message: 'must be a time with a time zone, such as 2026-11-20T18:23:00Z',
      },
    ]);
  });

  it('in a list is reported with its position', async () => {
    const updates = [
      { object_id: 'a', properties: {} },
      { object_id: '', properties: [] },
    ];
    const { details } = await faults(api.post('/v1/objects/things/batch/update', { updates }));
    expect(details).toEqual([
      { path: 'updates[1].object_id', code: 'too_small', message: 'must not be empty' },
      { path: 'updates[1].properties', code: 'custom', message: 'must be an object' },
    ]);
  });

  it('in a field of several forms lists all of them', async () => {
    const { message } = await faults(
      api.post('/v1/objects/things/batch/upsert', { match_on: 5, objects: [{ properties: {} }] }),
    );
    expect(message).toBe('match_on: must be a string, or a list');
  });

  it('is reported for fifty fields, not for thousands', async () => {
    const { details } = await faults(
      api.post('/v1/objects/things/batch/read', { object_ids: Array(100).fill(1) }),
    );
    expect(details).toHaveLength(50);
  });

  it('of too many fields is reported at once', async () => {
    const object_ids = Array(15_000).fill(1);
    const { status, body } = await api.post('/v1/objects/things/batch/read', { object_ids });
    expect([status, body.error]).toMatchObject([
      400,
      { code: 'BATCH_TOO_LARGE', param: 'object_ids' },
    ]);
    const scopes = Array(15_000).fill('all');
    expect((await faults(api.post('/v1/keys', { scopes }))).details.length).toBeLessThan(51);
  });
});
