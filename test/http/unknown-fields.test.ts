import { beforeAll, describe, expect, it } from 'vitest';
import { execute } from '../functions/support.ts';
import { createClient, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { fileForm } from '../support/seed-files.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { exchange, head } from '../support/wire.ts';

const server = useServer();
const api = useTenant(server);
let things: string;
let type: string;
beforeAll(async () => {
  const defined = await defineType(api, { status: 'string', amount: 'number' });
  type = defined.name;
  things = defined.path;
});

type Answer = Awaited<ReturnType<TenantClient['get']>>;
const unknown = (path: string, message: unknown = expect.any(String)) => ({
  path,
  code: 'unrecognized_key',
  message,
});
/** The names that a refusal is of. */
function namesOf({ status, body }: Answer): string[] {
  expect([status, body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
  const { details } = body.error;
  expect(details.every(({ code }: { code: string }) => code === 'unrecognized_key')).toBe(true);
  return details.map(({ path }: { path: string }) => path);
}
const sendText = (method: string, path: string, body: string) =>
  api.send(method, path, { headers: { 'content-type': 'application/json' }, body });

describe('an unknown field of a body', () => {
  it('is refused with the name that was probably meant', async () => {
    const { status, body } = await api.post(`${things}/search`, { filter: { status: 'open' } });
    expect([status, body.error]).toEqual([
      400,
      {
        code: 'VALIDATION_ERROR',
        message: 'filter: is not known here; did you mean `filters`?',
        param: 'filter',
        details: [unknown('filter', 'is not known here; did you mean `filters`?')],
      },
    ]);
    for (const [given, meant] of [
      ['Filters', 'filters'],
      ['hilight', 'highlight'],
      ['oder', 'order'],
      ['limti', 'limit'],
    ] as const) {
      const answer = await api.post(`${things}/search`, { [given]: 1 });
      expect(answer.body.error.details[0].message).toBe(
        `is not known here; did you mean \`${meant}\`?`,
      );
    }
  });

  it('is refused with the known names when none is similar', async () => {
    const { body } = await api.post(things, { colour: 'red' });
    expect(body.error.message).toBe(
      'colour: is not known here; the known names are properties, tenant_id',
    );
  });

  it('is refused together with the others, and with other errors', async () => {
    const { body } = await api.post('/v1/keys', { scope: 'read', Label: 'x', nothing: null });
    expect(body.error.details).toEqual([
      { path: 'scopes', code: expect.any(String), message: 'is required' },
      unknown('scope', expect.stringContaining('`scopes`')),
      unknown('Label', expect.stringContaining('`label`')),
      unknown('nothing'),
    ]);
  });

  it.each<[string, string, string, object, string[]]>([
    [
      'POST',
      'objects[1]',
      '/batch/create',
      { objects: [{}, { propertys: {} }] },
      ['objects[1].propertys'],
    ],
    [
      'POST',
      'metrics',
      '/aggregate',
      { metrics: [{ fn: 'sum', property: 'amount', alias: 'x' }] },
      ['metrics[0].alias'],
    ],
  ])('%s in %s is refused by its path', async (method, _, path, body, paths) => {
    expect(namesOf(await sendText(method, things + path, JSON.stringify(body)))).toEqual(paths);
  });

  it('is refused in maps with defined fields, at any depth', async () => {
    const views = `/v1/object-types/${type}/views`;
    const view = { name: 'v', sort: { property: 'status', direction: 'asc' } };
    expect(namesOf(await api.post(views, view))).toEqual(['sort.direction']);

    const auth = { email: { enable: true }, oauth: { google: { clientId: 'x' } }, emial: {} };
    expect(namesOf(await api.post('/v1/auth-config', auth))).toEqual([
      'email.enable',
      'oauth.google.clientId',
      'emial',
    ]);

    const action = {
      type: 'emit_event',
      config: { event_type: 'x', payload: {} },
      on_eror: 'stop',
    };
    const automation = { name: 'a', trigger_event: 'manual', actions: [action] };
    expect(namesOf(await api.post('/v1/automations', automation))).toEqual([
      'actions[0].config.payload',
      'actions[0].on_eror',
    ]);

    const job = {
      name: 'j',
      cron_expression: '0 0 * * *',
      action_type: 'email',
      action_config: { to: 'a@example.com', subject: 's', text: 't', sender: 'b@example.com' },
    };
    expect(namesOf(await api.post('/v1/scheduled-jobs', job))).toEqual(['action_config.sender']);

    const simulation = { policy: { conditions: {} }, auth_context: { userId: 'u' } };
    expect(namesOf(await api.post('/v1/policies/simulate', simulation))).toEqual([
      'policy.conditions',
      'auth_context.userId',
    ]);

    const tenant = `/admin/tenants/${api.tenant.id}`;
    const limits = { limits: { request_per_minute: 60 } };
    expect(namesOf(await platformClient(server).patch(tenant, limits))).toEqual([
      'limits.request_per_minute',
    ]);
  });

  it('is allowed in maps of the caller’s own', async () => {
    const own = { anything: { at: ['any', { depth: 1 }] }, filter: 1 };
    const made = await api.post(things, { properties: own });
    expect(made.body.data.properties).toEqual(own);
    const event = { event_type: 'signup', data: own };
    expect((await api.post('/v1/events', event)).status).toBe(200);
    const user = { email: 'ada@example.com', user_metadata: own };
    expect((await api.post('/v1/users', user)).body.data.user_metadata).toEqual(own);
    const tenant = `/admin/tenants/${api.tenant.id}`;
    expect((await platformClient(server).patch(tenant, { metadata: own })).status).toBe(200);
  });

  it('is reported for up to fifty, briefly, however many and long they are', async () => {
    const many = Object.fromEntries(Array.from({ length: 19_000 }, (_, i) => [`name${i}`, 1]));
    expect(namesOf(await api.post(things, many))).toHaveLength(50);
    const { body } = await api.post(things, { ['x'.repeat(1_000_000)]: 1 });
    expect(body.error.details).toEqual([unknown(`${'x'.repeat(60)}…`)]);
    expect(JSON.stringify(body).length).toBeLessThan(1000);
  });
});

describe('a hostile field name', () => {
  const hostile =
    '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1';

  it('is refused like any other, and pollutes nothing', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    expect(namesOf(await sendText('POST', '/v1/object-types', `{"name":"x",${hostile}}`))).toEqual(
      names,
    );
    const nested = `{"objects":[{${hostile}}]}`;
    expect(namesOf(await sendText('POST', `${things}/batch/create`, nested))).toEqual(
      names.map((name) => `objects[0].${name}`),
    );
    const query = await api.get(`${things}/list?__proto__=1&constructor=1&toString=1`);
    expect(namesOf(query).toSorted()).toEqual(names.toSorted());
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('is also refused in records with custom names', async () => {
    const code = 'export default () => 1';
    const env = `{"name":"f","code":"${code}","env":{"__proto__":"x","KEY":"y"}}`;
    expect(namesOf(await sendText('POST', '/v1/functions', env))).toEqual(['env.__proto__']);
    const oauth = '{"oauth":{"__proto__":{"enabled":true}}}';
    expect(namesOf(await sendText('POST', '/v1/auth-config', oauth))).toEqual(['oauth.__proto__']);
  });

  it('is refused as a form field', async () => {
    const form = fileForm('x', 'x.txt', {}, '');
    form.append('__proto__', 'x');
    form.append('acces', 'public');
    const answer = await api.send('POST', '/v1/files/upload', { body: form });
    expect(namesOf(answer)).toEqual(['__proto__', 'acces']);
    expect((await api.get('/v1/files/stats')).body.data.files).toBe(0);
    const text = new FormData();
    text.append('file', 'not a file');
    const { status, body } = await api.send('POST', '/v1/files/upload', { body: text });
    expect([status, body.error.param]).toEqual([400, 'file']);
  });
});

describe('a body where none is expected', () => {
  it('is refused with content, and accepted when empty', async () => {
    const { id } = (await api.post(things, {})).body.data;
    await api.delete(`${things}/${id}`);
    const restore = `${things}/${id}/restore`;
    const { status, body } = await api.post(restore, { force: true });
    expect([status, body.error.message]).toEqual([
      400,
      'force: is not known here; the known names are tenant_id',
    ]);
    expect((await api.post(restore, [1])).status).toBe(400);
    expect((await api.post(restore, {})).status).toBe(200);
    await api.delete(`${things}/${id}`, {});
    expect((await api.post(restore)).status).toBe(200);
    await api.delete(`${things}/${id}`);
    expect((await api.send('POST', restore, { body: '' })).status).toBe(200);
  });

  it('is accepted in other empty forms', async () => {
    const { id } = (await api.post(things, {})).body.data;
    await api.delete(`${things}/${id}`);
    const request = head('POST', `${things}/${id}/restore`, {
      Authorization: `Bearer ${api.token}`,
      'Transfer-Encoding': 'chunked',
      Connection: 'close',
    });
    const [answer] = await exchange(server, Buffer.from(`${request}\r\n0\r\n\r\n`));
    expect(answer?.status).toBe(200);
  });

  it('is also refused with GET, where filters would be ignored', async () => {
    const text = '{"filters":[]}';
    const request = head('GET', `${things}/list`, {
      Authorization: `Bearer ${api.token}`,
      'Content-Type': 'application/json',
      'Content-Length': String(text.length),
      Connection: 'close',
    });
    const [answer] = await exchange(server, Buffer.from(`${request}\r\n${text}`));
    expect([answer?.status, JSON.parse(answer?.body ?? '{}').error.param]).toEqual([
      400,
      'filters',
    ]);
  });

  it('is refused for a type without fields', async () => {
    const init = { body: 'a=1', headers: { 'content-type': 'text/plain' } };
    const { status, body } = await api.send('POST', '/v1/auth-config', init);
    expect([status, body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('unknown members of a filter', () => {
  const leaf = { property: 'status', operator: 'eq', value: 'open', valeu: 'x' };
  const nested = {
    or: [
      { not: leaf },
      { association: { type: 'owner', to_type: 'people', filter: [] } },
      { amount: { gte: { $now: '-7 days', unit: 'd' } } },
    ],
  };
  const found = (at: string) => [
    `${at}[0].or[0].not.valeu`,
    `${at}[0].or[1].association.filter`,
    `${at}[0].or[2].amount.gte.unit`,
  ];

  it('are refused wherever a filter can be sent', async () => {
    const filters = [nested];
    const search = await api.post(`${things}/search`, { filters });
    expect(namesOf(search)).toEqual(found('filters'));
    expect(search.body.error.details[0].message).toBe('is not known here; did you mean `value`?');
    expect(search.body.error.details[1].message).toBe('is not known here; did you mean `filters`?');
    const ways: Array<[path: string, body: object, at: string]> = [
      [`${things}/aggregate`, { filters }, 'filters'],
      [`/v1/object-types/${type}/views`, { name: 'v', filters }, 'filters'],
      ['/v1/data/export', { object_type_id: type, filters }, 'filters'],
      [
        `/v1/object-types/${type}/policies`,
        { name: 'p', condition_json: filters, check_json: filters },
        'condition_json',
      ],
      ['/v1/webhooks', { url: 'https://hooks.example', filters }, 'filters'],
      [
        '/v1/automations',
        { name: 'a', trigger_event: 'object.created', conditions: filters },
        'conditions',
      ],
    ];
    for (const [path, body, at] of ways)
      expect([path, namesOf(await api.post(path, body)).slice(0, 3)]).toEqual([path, found(at)]);
    const job = { object_type_id: type, filters };
    const cron = { name: 'j', cron_expression: '0 0 * * *', action_type: 'export' };
    expect(namesOf(await api.post('/v1/scheduled-jobs', { ...cron, action_config: job }))).toEqual(
      found('action_config.filters'),
    );
  });

  it('that were stored earlier keep working', async () => {
    const views = `/v1/object-types/${type}/views`;
    const { id } = (await api.post(views, { name: 'old' })).body.data;
    await server.db.query('update app.views set filters = $1 where tenant_id = $2 and id = $3', [
      JSON.stringify([leaf]),
      api.tenant.id,
      id,
    ]);
    const { status } = await api.get(`${views}/${id}/results`);
    expect(status).toBe(200);
  });
});

describe('the tenant in a body', () => {
  it('is allowed with a token, and must match it', async () => {
    const other = await createTenant(server);
    for (const tenant_id of [api.tenant.id, api.tenant.slug])
      expect((await api.post(things, { tenant_id })).status).toBe(201);
    for (const tenant_id of [other.tenant.id, other.tenant.slug, 'nobody']) {
      const { status, body } = await api.post(things, { tenant_id });
      expect([status, body.error.code]).toEqual([403, 'TENANT_MISMATCH']);
    }
    const form = fileForm('x', 'x.txt', { tenant_id: other.tenant.id }, '');
    expect((await api.send('POST', '/v1/files/upload', { body: form })).status).toBe(403);
    expect((await api.post(things, { tenant_id: 5 })).body.error.param).toBe('tenant_id');
  });

  it('names the tenant of a public call when nothing else does', async () => {
    const other = await createTenant(server);
    const anybody = createClient(server);
    const anonymous = (tenant_id: string, headers = {}) =>
      anybody.post('/v1/auth/anonymous', { tenant_id }, headers);
    expect((await anonymous(api.tenant.slug)).status).toBe(200);
    const { status, body } = await anonymous(other.tenant.id, { 'x-tenant-id': api.tenant.id });
    expect([status, body.error.code]).toEqual([403, 'TENANT_MISMATCH']);
  });
});

describe('a nested request', () => {
  it('is checked as strictly: a step of a transaction', async () => {
    const step = (request: object) => api.post('/v1/transaction', { requests: [request] });
    const create = { method: 'POST', path: things };
    for (const [request, path] of [
      [{ ...create, body: { propertys: {} } }, 'requests[0].body.propertys'],
      [{ ...create, boddy: {} }, 'requests[0].boddy'],
      [{ method: 'GET', path: `${things}/list?limti=1` }, 'requests[0].query.limti'],
      [{ method: 'POST', path: `${things}/obj_0/restore`, body: { a: 1 } }, 'requests[0].body.a'],
    ] as const) {
      const { status, body } = await step(request);
      expect([status, body.error.code, body.error.details[0]]).toMatchObject([
        400,
        'VALIDATION_ERROR',
        { path, code: 'unrecognized_key' },
      ]);
    }
  });

  it('is checked as strictly: a call of a function', async () => {
    const { body } = await execute(
      api,
      `export default async (input, ctx) => {
        try { await ctx.api.post('${things}/search', { filter: [] }) } catch (e) { return e.message }
      }`,
    );
    expect(body.data.output).toContain('did you mean `filters`?');
  });
});
