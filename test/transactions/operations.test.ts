import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Client, createTenant, type TenantClient } from '../support/api.ts';
import { rowsOf } from '../support/seed-tenant.ts';
import { useServer } from '../support/use-server.ts';
import { createUser, type SignedUp } from '../support/users.ts';
import { opened } from '../webhooks/support.ts';

const server = useServer(opened);
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const url = 'http://127.0.0.1:9/hook';
const type = (name: string) => ({
  id: 'type',
  method: 'POST',
  path: '/v1/object-types',
  body: { name },
});
const hook = (more: object = {}) => ({
  id: 'hook',
  method: 'POST',
  path: '/v1/webhooks',
  body: { url, events: ['object.created'], ...more },
});
const automation = {
  id: 'automation',
  method: 'POST',
  path: '/v1/automations',
  body: {
    name: 'Copies',
    trigger_event: 'object.created',
    actions: [
      {
        type: 'create_object',
        config: { object_type_id: '{{type.data.id}}', properties: { of: '\\{{trigger.data.id}}' } },
      },
      { type: 'webhook', config: { url, headers: { Authorization: 'Bearer abcdefgh' } } },
    ],
  },
};
const form = {
  id: 'form',
  method: 'POST',
  path: '/v1/forms',
  body: {
    name: 'Contact us',
    object_type_id: '{{type.data.id}}',
    fields: [{ name: 'email', label: 'Your email address', type: 'email', required: true }],
  },
};
const all = (name: string) => [type(name), hook(), automation, form];

const run = (requests: unknown[], client: Pick<Client, 'post'> = api, headers = {}, query = '') =>
  client.post(`/v1/transaction${query}`, { requests }, headers);
const dataOf = (answer: Answer): Record<string, never>[] => {
  expect(answer.body.error, JSON.stringify(answer.body.error)).toBe(undefined);
  return answer.body.data.results.map((one: { data: object }) => one.data);
};

describe('a transaction', () => {
  it('makes an object type, a webhook, an automation and a form, as single requests would', async () => {
    const answer = await run([
      ...all('leads'),
      { method: 'GET', path: '/v1/webhooks/{{hook.data.id}}' },
      { method: 'GET', path: '/v1/forms/{{form.data.id}}' },
      { method: 'GET', path: '/v1/forms' },
    ]);
    const [made, webhook, rule, page, ...read] = dataOf(answer);
    expect(answer.body.data.results.map((one: { status: number }) => one.status)).toEqual([
      ...[201, 201, 201, 201, 200, 200, 200],
    ]);
    expect(rule?.actions).toMatchObject([
      {
        type: 'create_object',
        config: { object_type_id: made?.id, properties: { of: '{{trigger.data.id}}' } },
      },
      { type: 'webhook', config: { headers: { Authorization: '••••' } } },
    ]);
    expect(webhook?.secret).toMatch(/^whsec_/);
    const { secret: _, ...shown } = webhook as unknown as { secret: string };
    expect(read).toEqual([shown, page, [page]]);
    for (const path of [`/v1/webhooks/${webhook?.id}`, `/v1/automations/${rule?.id}`])
      expect((await api.get(path)).status).toBe(200);
    expect((await api.get(`/v1/forms/${page?.id}`)).body.data).toEqual(page);
  });

  it('takes everything back when a later request fails, the webhook too', async () => {
    const before = await rowsOf(server.db, api.tenant.id);
    const { status, body } = await run([
      ...all('leads'),
      { method: 'GET', path: '/v1/objects/nothing/list' },
    ]);
    expect([status, body.error.code, body.error.details[0].index]).toEqual([404, 'NOT_FOUND', 4]);
    expect(await rowsOf(server.db, api.tenant.id)).toEqual(before);
  });

  it('shows the secret of a webhook once, and keeps it sealed', async () => {
    const key = { 'Idempotency-Key': 'once' };
    const requests = [hook({ headers: { Authorization: 'Bearer abcdefgh' } })];
    const first = await run(requests, api, key);
    const [{ secret, id } = { secret: '', id: '' }] = dataOf(first);
    expect(secret).toMatch(/^whsec_/);
    const again = await run(requests, api, key);
    expect([again.body.data, again.headers.get('idempotent-replayed')]).toEqual([
      first.body.data,
      'true',
    ]);
    expect((await run([hook()], api, key)).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await api.get('/v1/webhooks')).body.data).toHaveLength(1);
    expect((await api.get(`/v1/webhooks/${id}`)).body.data.secret).toBe(undefined);
    const rows = JSON.stringify(await rowsOf(server.db, api.tenant.id));
    expect(rows).not.toContain(secret);
    expect(rows).not.toContain('abcdefgh');
  });

  it('gives no sealed text to a reference', async () => {
    const secrets = {
      whole: '{{hook.data}}',
      alone: '{{hook.data.secret}}',
      text: 'x {{hook.data.secret}}',
    };
    const body = { properties: secrets };
    const [, , kept] = dataOf(
      await run([type('leads'), hook(), { method: 'POST', path: '/v1/objects/leads', body }]),
    );
    expect(kept?.properties).toMatchObject({
      ...{ whole: { url, secret: '••••' }, alone: '••••', text: 'x ••••' },
    });
  });

  it('tries them all without a trace', async () => {
    const before = await rowsOf(server.db, api.tenant.id);
    const tried = await run(all('leads'), api, {}, '?dry_run=true');
    expect(dataOf(tried)[1]?.secret).toMatch(/^whsec_/);
    const wrong = { ...automation, body: { ...automation.body, trigger_event: 'no such event' } };
    expect((await run([type('leads'), wrong], api, {}, '?dry_run=true')).status).toBe(400);
    expect(await rowsOf(server.db, api.tenant.id)).toEqual(before);
  });

  it('refuses a reference in what is looked at before it begins, and names the field', async () => {
    const refused = async (request: object) => {
      const { status, body } = await run([{ ...type('leads'), id: 't' }, request]);
      return [status, body.error.param, body.error.details[0].code];
    };
    expect(await refused(hook({ url: `${url}/{{t.data.id}}` }))).toEqual([
      ...[400, 'requests[1].body.url', 'not_known_yet'],
    ]);
    const path = '/v1/webhooks/{{t.data.id}}';
    expect(await refused({ method: 'PATCH', path, body: { url } })).toEqual([
      ...[400, 'requests[1].path.webhook_id', 'not_known_yet'],
    ]);
    const headers = { 'X-Type': '{{t.data.id}}' };
    const actions = [{ type: 'webhook', config: { url, headers } }];
    const calling = { ...automation, body: { ...automation.body, actions } };
    expect(await refused(calling)).toEqual([
      ...[400, 'requests[1].body.actions.0.config.headers.X-Type', 'not_known_yet'],
    ]);
    expect(await api.get('/v1/object-types')).toMatchObject({ body: { data: [] } });
  });

  it('names the request whose address may not be called', async () => {
    const { status, body } = await run([type('leads'), hook({ url: 'http://10.0.0.1/hook' })]);
    expect([status, body.error.param, body.error.details[0].index]).toEqual([
      ...[400, 'requests[1].body.url', 1],
    ]);
  });

  it('carries large bodies, read in a thread of their own', async () => {
    const description = 'x'.repeat(90_000);
    const many = Array.from({ length: 5 }, (_, n) => ({ ...hook(), id: `hook_${n}` }));
    const objects = [
      type('leads'),
      ...Array.from({ length: 5 }, () => ({
        method: 'POST',
        path: '/v1/objects/leads',
        body: { properties: { description, odd: '"data" : "}],{' } },
      })),
    ];
    const key = { 'Idempotency-Key': 'large' };
    const answer = await run([...objects, ...many], api, key);
    const data = dataOf(answer);
    expect(data[3]?.properties).toEqual({ description, odd: '"data" : "}],{' });
    for (const one of data.slice(6)) expect(one.secret).toMatch(/^whsec_/);
    const again = await run([...objects, ...many], api, key);
    expect(again.body.data).toEqual(answer.body.data);
  });
});

describe('a user of small rights', () => {
  let user: SignedUp;
  beforeEach(async () => {
    user = await createUser(api);
  });
  const asStep = ({ id: _, ...request }: { id: string; body: object }) => ({
    ...request,
    body: {
      ...request.body,
      ...('object_type_id' in request.body ? { object_type_id: null } : {}),
      ...('actions' in request.body ? { actions: automation.body.actions.slice(1) } : {}),
    },
  });

  it('is refused in a transaction exactly as outside of one', async () => {
    for (const one of [hook(), automation, form]) {
      const { path, body } = { ...one, ...asStep(one) };
      const alone = await user.client.post(path, body);
      const together = await run([asStep(one)], user.client);
      const { code, message } = alone.body.error;
      expect([path, together.status, together.body.error.code]).toEqual([path, alone.status, code]);
      expect(together.body.error.message).toContain(message.split('. ')[0]);
      expect([alone.status, together.body.error.details[0]]).toMatchObject([403, { index: 0 }]);
    }
    expect((await api.get('/v1/webhooks')).body.data).toEqual([]);
  });

  it('loses what it may do together with what it may not', async () => {
    const role = {
      name: 'hooks',
      permissions: ['webhooks:manage', 'objects:read', 'objects:write'],
    };
    const { body } = await api.post('/v1/roles', role);
    const assigned = { user_id: user.user.id, role_id: body.data.id };
    expect((await api.post('/v1/roles/assign', assigned)).status).toBe(200);
    expect((await run([hook()], user.client)).status).toBe(200);
    const { status, body: refused } = await run([hook(), asStep(form)], user.client);
    expect([status, refused.error.details[0].index]).toEqual([403, 1]);
    expect((await api.get('/v1/webhooks')).body.data).toHaveLength(1);
  });
});
