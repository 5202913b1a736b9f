import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { define, execute } from './support.ts';

const server = useServer({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things', user_access: 'open' });
});

const body = (code: string) => `export default async (input, ctx) => { ${code} }`;
const output = async (code: string, input = {}, fields = {}) => {
  const { status, body: answer } = await execute(api, body(code), input, fields);
  if (status !== 200) throw new Error(JSON.stringify(answer));
  return answer.data.output;
};
/** The code, with what it throws as its output. */
const failure = (code: string) =>
  output(`try { ${code} } catch ({ status, code, message }) { return { status, code, message } }`);

describe('ctx.api', () => {
  it('does what the caller may do, one transaction per call', async () => {
    const got = await output(
      `
      const made = await ctx.api.post('/v1/objects/things', { properties: { name: input.name } });
      await ctx.api.patch('/v1/objects/things/' + made.id, { properties: { age: 36, hint: '{{no.data.id}}' } });
      const { results } = await ctx.api.get('/v1/objects/things/list?limit=5');
      await ctx.api('DELETE', '/v1/objects/things/' + made.id);
      return results[0].properties`,
      { name: 'Ada' },
    );
    expect(got).toEqual({ name: 'Ada', age: 36, hint: '{{no.data.id}}' });
    const { body: logs } = await api.get('/v1/audit-logs?resource_type=object');
    const depths = await server.db.query(
      `select type, causation_depth, actor #>> '{by,type}' as by from app.journal
       where tenant_id = $1 and resource_type in ('object', 'function') order by id`,
      [api.tenant.id],
    );
    expect(logs.data.total).toBe(3);
    expect(depths.rows).toEqual([
      { type: 'function.created', causation_depth: 0, by: null },
      { type: 'object.created', causation_depth: 1, by: 'function' },
      { type: 'object.updated', causation_depth: 1, by: 'function' },
      { type: 'object.deleted', causation_depth: 1, by: 'function' },
      { type: 'function.executed', causation_depth: 0, by: null },
    ]);
  });

  it.each([
    ['an unknown object', `ctx.api.get('/v1/objects/things/obj_0')`, 404, 'NOT_FOUND'],
    ['an unknown route', `ctx.api.get('/v1/nothing')`, 404, 'ROUTE_NOT_FOUND'],
    ['another method', `ctx.api('TRACE', '/v1/keys')`, 400, 'VALIDATION_ERROR'],
    ['a bad body', `ctx.api.post('/v1/object-types', { name: 'No!' })`, 400, 'VALIDATION_ERROR'],
    [
      'a body that cannot be stored',
      `ctx.api.post('/v1/objects/things', { properties: { a: '\\0' } })`,
      400,
      'VALIDATION_ERROR',
    ],
    ['an operator’s route', `ctx.api.get('/admin/tenants')`, 400, 'VALIDATION_ERROR'],
    [
      'itself',
      `ctx.api.post('/v1/functions/' + ctx.function.id + '/execute', {})`,
      400,
      'VALIDATION_ERROR',
    ],
    ['no path', `ctx.api.get('https://example.com')`, 400, 'VALIDATION_ERROR'],
    ['another tenant', `ctx.api.get('/v1/object-types?tenant_id=x')`, 400, 'VALIDATION_ERROR'],
  ])('refuses %s', async (_, call, status, code) => {
    expect(await failure(`return await ${call}`)).toMatchObject({ status, code });
  });

  it('reaches no other tenant', async () => {
    const other = await createTenant(server);
    await other.post('/v1/object-types', { name: 'secrets' });
    const object = await other.post('/v1/objects/secrets', { properties: { a: 'secret' } });
    const path = `/v1/objects/secrets/${object.body.data.id}`;
    expect(await failure(`return await ctx.api.get('${path}')`)).toMatchObject({ status: 404 });
  });

  it('has no more rights than the user who calls', async () => {
    const user = await signUp(api);
    const role = await api.post('/v1/roles', {
      name: 'runner',
      permissions: ['functions:execute'],
    });
    await api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.body.data.id });
    const path = await define(
      api,
      body(`const object = await ctx.api.post('/v1/objects/things', {});
        const no = await ctx.api.get('/v1/keys').catch((error) => error.status);
        return [ctx.caller, object.created_by, no]`),
    );
    const { body: answer } = await user.client.post(`${path}/execute`, {});
    expect(answer.data.output).toEqual([
      { type: 'user', id: user.user.id, email: user.email, role: 'user' },
      expect.stringContaining(user.user.id),
      403,
    ]);
  });

  it('can be called up to 100 times in a run', async () => {
    const got = await output(
      `
      let good = 0;
      try {
        for (let i = 0; i < 1e6; i++) { await ctx.api.get('/v1/object-types'); good++ }
      } catch (error) { return [good, error.message] }`,
      {},
      { timeout_ms: 30_000 },
    );
    expect(got).toEqual([100, 'A run may make at most 100 calls: this is one more.']);
  }, 300_000);

  it('finishes calls that the code does not await before the function answers', async () => {
    await output(`for (let i = 0; i < 5; i++) ctx.api.post('/v1/objects/things', {})`);
    expect((await api.get('/v1/objects/things/list')).body.data.total).toBe(5);
  });

  it('sends and receives up to a megabyte', async () => {
    expect(
      await failure(`await ctx.api.post('/v1/events', { data: 'x'.repeat(2 ** 21) })`),
    ).toMatchObject({
      message: 'A call may be at most 1 MB.',
    });
    const { status } = await execute(api, body('return 1'), { a: 'x'.repeat(2 ** 20) });
    expect(status).toBe(400);
  });
});

it('ctx.emit records an event of the tenant’s own', async () => {
  expect(await output(`return await ctx.emit('greeted', { name: 'Ada' })`)).toEqual({
    tracked: true,
  });
  const { body: list } = await api.get('/v1/events/list');
  expect(list.data.events).toMatchObject([{ event_type: 'greeted', data: { name: 'Ada' } }]);
});

describe('ctx.fetch', () => {
  let receiver: Server;
  let url: string;
  let got: Array<{ req: IncomingMessage; text: string }>;
  beforeAll(async () => {
    receiver = createServer(async (req, res) => {
      got.push({ req, text: Buffer.concat(await req.toArray()).toString() });
      if (req.url === '/slow') return;
      res.writeHead(req.url === '/teapot' ? 418 : 200, { 'content-type': 'application/json' });
      res.end(req.url === '/large' ? 'x'.repeat(2 ** 20) : '{"hello":"there"}');
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    got = [];
  });
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const open = { allowed_hosts: ['127.0.0.1', '*.example.com'], timeout_ms: 2000 };
  const fetched = (call: string) =>
    output(
      `try { ${call} } catch ({ status, code, message }) { return { status, code, message } }`,
      {},
      open,
    );

  it('reaches its allowed hosts', async () => {
    const answer = await fetched(`
      const answer = await ctx.fetch('${url}/x?y', {
        method: 'post', headers: { 'X-Own': 'a', Host: 'evil' }, body: { b: 1 } });
      const pot = await ctx.fetch('${url}/teapot');
      return [answer.status, answer.ok, (await answer.json()).hello, answer.headers['content-type'], pot.ok]`);
    expect(answer).toEqual([200, true, 'there', 'application/json', false]);
    const { req, text } = got[0] as (typeof got)[0];
    expect([req.method, req.url, text]).toEqual(['POST', '/x?y', '{"b":1}']);
    expect(req.headers).toMatchObject({
      'x-own': 'a',
      host: url.slice(7),
      'content-type': 'application/json',
      'x-insula-depth': '1',
    });
  });

  it.each([
    ['a host that is not allowed', () => `'http://localhost:65533/'`, /allowed_hosts/],
    ['a lookalike host', () => `'https://example.com.evil.test/'`, /allowed_hosts/],
    ['the name above a wildcard', () => `'https://example.com/'`, /allowed_hosts/],
    ['metadata', () => `'http://169.254.169.254/latest'`, /not a public address/],
    ['this server', () => `'${server.url}/health'`, /leads back/],
    ['another scheme', () => `'file:///etc/passwd'`, /http/],
    ['a header with a line break', () => `'${url}', { headers: { a: 'b\\r\\nc: d' } }`, /headers/],
    ['an answer too large', () => `'${url}/large'`, /larger/],
    ['nobody', () => `'http://127.0.0.1:65533/'`, /cannot be reached/],
  ])('refuses %s', async (_, call, message) => {
    expect(await fetched(`return await ctx.fetch(${call()})`)).toMatchObject({
      message: expect.stringMatching(message),
    });
  });

  it('takes no longer than the function may run', async () => {
    const { status, body: answer } = await execute(
      api,
      body(`return await ctx.fetch('${url}/slow')`),
      {},
      { ...open, timeout_ms: 150 },
    );
    expect([status, answer.error.code]).toEqual([504, 'FUNCTION_TIMEOUT']);
  });
});
