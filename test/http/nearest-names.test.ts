import { beforeAll, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
let strict: string;
beforeAll(async () => {
  const properties = { status: 'string', amount: 'number', created_on: 'date' } as const;
  await defineType(api, properties, { name: 'invoices' });
  strict = (await defineType(api, properties, { name: 'orders', strict: true })).id;
  await api.post('/v1/roles', { name: 'editor' });
});

const invoices = '/v1/objects/invoices';
const leaf = (property: string, operator = 'eq') => ({
  filters: [{ property, operator, value: 1 }],
});

type Case = [
  what: string,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body: object,
  name: string,
];
const cases: Case[] = [
  ['a field of a body', 'POST', invoices, { property: {} }, 'properties'],
  ['a field, in another number', 'POST', '/v1/keys', { label: 'k', scope: ['read'] }, 'scopes'],
  [
    'the beginning of a field',
    'POST',
    '/v1/webhooks',
    { url: 'https://a.example', desc: 'x' },
    'description',
  ],
  [
    'a time zone',
    'POST',
    '/v1/scheduled-jobs',
    {
      ...{ name: 'j', cron_expression: '0 9 * * *', timezone: 'Europe/Berln' },
      ...{ action_type: 'emit_event', action_config: { event_type: 'x' } },
    },
    'Europe/Berlin',
  ],
  ['a parameter of a query', 'GET', `${invoices}/list?limits=3`, {}, 'limit'],
  [
    'a value of a fixed set',
    'POST',
    '/v1/object-types/invoices/properties',
    { name: 'x', data_type: 'strng' },
    'string',
  ],
  ['a property in a filter', 'POST', `${invoices}/search`, leaf('stauts'), 'status'],
  [
    'a property in a short filter',
    'POST',
    `${invoices}/search`,
    { filters: { amuont: 1 } },
    'amount',
  ],
  ['a system field in a filter', 'POST', `${invoices}/search`, leaf('createdAt'), 'created_at'],
  ['an operator', 'POST', `${invoices}/search`, leaf('status', 'equals_not'), ''],
  ['an operator', 'POST', `${invoices}/search`, leaf('status', 'contain'), 'contains'],
  ['a property to sort by', 'GET', `${invoices}/list?sort=ammount`, {}, 'amount'],
  [
    'a property to sort a search by',
    'POST',
    `${invoices}/search`,
    { sort: 'update_at' },
    'updated_at',
  ],
  ['a column', 'POST', `${invoices}/search`, { properties: ['statu'] }, 'status'],
  ['a property to group by', 'POST', `${invoices}/aggregate`, { group_by: ['states'] }, 'status'],
  [
    'a property of a metric',
    'POST',
    `${invoices}/aggregate`,
    { metrics: [{ fn: 'sum', property: 'amounts' }] },
    'amount',
  ],
  [
    'a field of the rows of an aggregate',
    'POST',
    `${invoices}/aggregate`,
    { group_by: ['status'], sort: 'cuont' },
    'count',
  ],
  [
    'a property to match on',
    'POST',
    `${invoices}/batch/upsert`,
    { match_on: 'stats', objects: [{ properties: { stats: 1 } }] },
    'status',
  ],
  [
    'a property of a strict type',
    'POST',
    '/v1/objects/orders',
    { properties: { Status: 'x' } },
    'status',
  ],
  [
    'a property of an export',
    'POST',
    '/v1/data/export',
    { object_type_id: 'orders', properties: ['amonut'] },
    'amount',
  ],
  [
    'a property of a form',
    'POST',
    '/v1/forms',
    { name: 'f', object_type_id: 'orders', fields: [{ name: 'a', property: 'amout' }] },
    'amount',
  ],
  [
    'a property of an ai_index',
    'PATCH',
    '/v1/object-types/orders',
    { ai_index: { properties: ['satus'] } },
    'status',
  ],
  [
    'a property of a policy',
    'POST',
    '/v1/object-types/orders/policies',
    { name: 'p', condition_json: { stats: 1 } },
    'status',
  ],
  [
    'a property of a view',
    'POST',
    '/v1/object-types/orders/views',
    { name: 'v', sort: { property: 'amoun' } },
    'amount',
  ],
  ['an object type in a path', 'GET', '/v1/objects/invoice/list', {}, 'invoices'],
  ['an object type in a path', 'GET', '/v1/object-types/inovices', {}, 'invoices'],
  ['an object type that is written to', 'POST', '/v1/objects/invocies', {}, 'invoices'],
  ['an object type in a body', 'POST', '/v1/data/export', { object_type_id: 'order' }, 'orders'],
  [
    'an object type of a webhook',
    'POST',
    '/v1/webhooks',
    { url: 'https://a.example', object_types: ['ordrs'] },
    'orders',
  ],
  [
    'an object type of a form',
    'POST',
    '/v1/forms',
    { name: 'f', object_type_id: 'odrers' },
    'orders',
  ],
  [
    'a role of a policy',
    'POST',
    '/v1/object-types/orders/policies',
    { name: 'p', role: 'edtior' },
    'editor',
  ],
  ['a role of a user', 'POST', '/v1/users', { email: 'a@example.com', role: 'editors' }, 'editor'],
  ['a role of settings', 'POST', '/v1/auth-config', { default_role: 'editr' }, 'editor'],
  ['a role of governance', 'PATCH', '/v1/governance', { require_mfa_roles: ['admn'] }, 'admin'],
  [
    'an event of a webhook',
    'POST',
    '/v1/webhooks',
    { url: 'https://a.example', events: ['object.creatd'] },
    'object.created',
  ],
  [
    'an event of an automation',
    'POST',
    '/v1/automations',
    { name: 'a', trigger_event: 'object.update', actions: [] },
    'object.updated',
  ],
  [
    'an event of a workflow',
    'POST',
    '/v1/workflows',
    { name: 'w', trigger: { event: 'object.creatd' } },
    'object.created',
  ],
  [
    'an event of a function',
    'POST',
    '/v1/functions',
    {
      name: 'f',
      code: 'export default () => 1',
      trigger_type: 'event',
      trigger_event: 'object.delted',
    },
    'object.deleted',
  ],
  [
    'events of the feed',
    'GET',
    '/v1/changes?types=object.created,file.uploded',
    {},
    'file.uploaded',
  ],
];

it.each(cases)(
  '%s is refused with the name that was meant: %s %s %j %s',
  async (_, method, path, body, name) => {
    const { status, body: answer } = await (method === 'GET'
      ? api.get(path)
      : api[method.toLowerCase() as 'post'](path, body));
    expect([400, 404]).toContain(status);
    const said = JSON.stringify([answer.error.message, answer.error.details]);
    if (name === '') expect(said).not.toContain('did you mean');
    else expect(said).toContain(`did you mean \`${name}\`?`);
  },
);

it('a name that is like none is not guessed', async () => {
  for (const [path, body] of [
    [`${invoices}/search`, leaf('weather')],
    ['/v1/object-types/orders/policies', { name: 'p', role: 'pilot' }],
    ['/v1/objects/orders', { properties: { ü: 1 } }],
  ] as const) {
    const { status, body: answer } = await api.post(path, body);
    expect([status, JSON.stringify(answer.error)]).toEqual([
      400,
      expect.not.stringContaining('did you mean'),
    ]);
  }
});

it('the names of a tenant are told to those alone who may list them', async () => {
  const other = await createTenant(server);
  const theirs = await other.get('/v1/objects/invoice/list');
  expect([theirs.status, theirs.body.error.message]).toEqual([
    404,
    'There is no object type invoice here.',
  ]);
  await api.post('/v1/roles', { name: 'narrow', permissions: ['objects:read:orders'] });
  const user = await createUser(api, { role: 'narrow' });
  const hidden = await user.client.get('/v1/objects/invoice/list');
  expect(hidden.body.error.message).not.toContain('invoices');
  expect(strict).toEqual(expect.any(String));
});

it('an unknown property is refused with the names of existing ones', async () => {
  const hook = { url: 'https://a.example', events: ['object.*'], ...leaf('status') };
  const messages = [
    (await api.post('/v1/webhooks', hook)).body.error.message,
    (await api.post('/v1/webhooks', { ...hook, ...leaf('dat') })).body.error.message,
    (
      await api.post('/v1/forms', {
        name: 'Form',
        fields: [{ name: 'kind' }, { name: 'why', show_if: leaf('stage').filters }],
      })
    ).body.error.message,
  ];
  expect(messages).toEqual([
    'filters[0].property names status, which is not known here. Name one of actor, causation_depth, changed, data, id, ' +
      'object_type_id, previous, seq, tenant_id, timestamp, tx_id, type, or a path into one of them.',
    'filters[0].property names dat, which is not known here; did you mean `data`?',
    expect.stringMatching(/names stage, which is not known here\. Name one of kind/),
  ]);
});

it('a row of an import is refused with a name that was probably meant, as a sentence', async () => {
  const rows = { object_type_id: strict, rows: [{ stauts: 'x' }] };
  const { message } = (await api.post('/v1/data/import', rows)).body.error;
  expect(message).toContain('Row 1 stauts: is not defined; did you mean `status`? Nothing was');
});
