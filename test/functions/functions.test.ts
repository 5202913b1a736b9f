import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { createUser, signUp } from '../support/users.ts';
import { define } from './support.ts';

const server = useServer();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const functions = '/v1/functions';
const code = 'export default (input) => input.a + 1';
const create = (fields: object) => api.post(functions, { name: 'one', code, ...fields });

describe('a function', () => {
  it('is created with defaults, listed without its code, changed, and deleted', async () => {
    const created = await create({ description: 'Adds' });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      name: 'one',
      description: 'Adds',
      trigger_type: 'http',
      runtime: 'javascript',
      enabled: true,
      status: 'active',
      version: 1,
      timeout_ms: 5000,
      memory_mb: 32,
      env: {},
      allowed_hosts: [],
      last_executed_at: null,
      code,
    });
    const path = `${functions}/${created.body.data.id}`;
    const two = await create({ name: 'two' });
    const list = await api.get(functions);
    expect(list.headers.get('x-total-count')).toBe('2');
    expect(list.body.data).toEqual([
      { ...two.body.data, code: null },
      { ...created.body.data, code: null },
    ]);
    const changed = await api.patch(path, { name: 'first', description: null, enabled: false });
    expect(changed.body.data).toMatchObject({
      name: 'first',
      description: null,
      enabled: false,
      status: 'disabled',
      version: 1,
    });
    expect((await api.get(path)).body.data).toEqual(changed.body.data);
    const gone = await api.delete(path);
    expect(gone.body.data).toEqual({ id: created.body.data.id, deleted: true });
    for (const answer of [await api.get(path), await api.delete(path), await api.patch(path, {})])
      expect(answer.status).toBe(404);
  });

  it.each([
    [
      'an error in its code',
      { code: 'export default (a) => {\n  let b = ;\n}' },
      /^code: .*line 2/,
    ],
    ['no default export', { code: 'export const a = 1' }, /^code: .*export a function/],
    ['an import', { code: 'import a from "fs"; export default () => a' }, /^code: .*no module/],
    ['code that is too deep', { code: `export default ${'('.repeat(50_000)}` }, /^code: .*nested/],
    ['a megabyte of code', { code: `export default 1;${' '.repeat(2 ** 20)}` }, /^code/],
    ['a NUL', { code: 'export default "\0"' }, /^code/],
    ['no code', { code: '' }, /^code/],
    ['another language', { runtime: 'python' }, /^runtime/],
    ['SQL that changes something', { runtime: 'sql', code: 'delete from a' }, /^code: .*DELETE/i],
    [
      'SQL that cannot be read',
      { runtime: 'sql', code: 'select 1 from from' },
      /^code: .*syntax error/,
    ],
    ['two expressions', { runtime: 'expression', code: '1; 2' }, /^code: .*line 1/],
    ['a timeout that is too long', { timeout_ms: 30_001 }, /^timeout_ms/],
    ['too much memory', { memory_mb: 129 }, /^memory_mb/],
    ['no event', { trigger_type: 'event' }, /^trigger_event/],
    ['an unknown event', { trigger_type: 'event', trigger_event: 'no.such' }, /^trigger_event/],
    ['no schedule', { trigger_type: 'schedule' }, /^cron_expression/],
    [
      'two schedules',
      { trigger_type: 'schedule', cron_expression: '0 9 * * *', run_at: '2999-01-01T00:00:00Z' },
      /^cron_expression/,
    ],
    [
      'a schedule with seconds',
      { trigger_type: 'schedule', cron_expression: '* * * * * *' },
      /^cron/,
    ],
    ['an invalid name in env', { env: { 'a b': 'c' } }, /^env/],
    ['a URL for a host', { allowed_hosts: ['https://example.com'] }, /^allowed_hosts/],
  ])('is refused with %s', async (_, fields, message) => {
    const { status, body } = await create(fields);
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(message)]);
    expect((await api.get(functions)).body.data).toEqual([]);
  });

  it('has a unique name', async () => {
    await create({});
    const two = await create({ name: 'two' });
    expect((await create({})).body.error.code).toBe('ALREADY_EXISTS');
    const renamed = await api.patch(`${functions}/${two.body.data.id}`, { name: 'one' });
    expect([renamed.status, renamed.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('is refused beyond 200 per tenant', async () => {
    await server.db.query(
      `insert into app.functions (tenant_id, id, name, code)
       select $1, app.new_id('fn'), 'f' || i, '1' from generate_series(1, 199) i`,
      [api.tenant.id],
    );
    const both = await Promise.all([create({}), create({ name: 'two' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('may be a single expression', async () => {
    const path = await define(api, 'input.a > 1\n  ? "many" : ctx.function.name', {
      runtime: 'expression',
      name: 'few',
    });
    const run = async (a: number) =>
      (await api.post(`${path}/execute`, { input: { a } })).body.data.output;
    expect([await run(2), await run(1)]).toEqual(['many', 'few']);
  });
});

describe('the env of a function', () => {
  it('is never shown, is sealed at rest, and is merged by name', async () => {
    const path = await define(api, 'export default (_, ctx) => ctx.env', {
      env: { A: 'secret-a', B: 'secret-b' },
    });
    const shown = { A: '••••••••', B: '••••••••' };
    const { body } = await api.get(path);
    expect(body.data.env).toEqual(shown);
    // As a form sends it back, with a new value and one that goes.
    const changed = await api.patch(path, { env: { ...body.data.env, B: null, C: 'secret-c' } });
    expect(changed.body.data.env).toEqual({ A: '••••••••', C: '••••••••' });
    const { rows } = await server.db.query(
      `select f::text || coalesce((select string_agg(j::text, '') from app.journal j
         where j.tenant_id = $1), '') as text from app.functions f where f.tenant_id = $1`,
      [api.tenant.id],
    );
    expect(rows[0].text).not.toMatch(/secret-/);
    const { output } = (await api.post(`${path}/execute`, {})).body.data;
    expect(output).toEqual({ A: 'secret-a', C: 'secret-c' });
  });

  it('reports values that can no longer be decrypted', async () => {
    const path = await define(api, 'export default () => 1', { env: { A: 'secret' } });
    await server.db.query(
      `update app.functions set env = '{"A": "enc:v1:AAAA"}' where tenant_id = $1`,
      [api.tenant.id],
    );
    const { status, body } = await api.post(`${path}/execute`, {});
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('ENCRYPTION_KEY')]);
  });
});

describe('versions of a function', () => {
  it('are stored for each change of the code, and can be restored', async () => {
    const path = await define(api, 'export default () => 1');
    await api.patch(path, { code: 'export default () => 2' });
    await api.patch(path, { code: 'export default () => 2', enabled: true });
    const { versions, total } = (await api.get(`${path}/versions`)).body.data;
    expect(total).toBe(2);
    expect(versions).toMatchObject([
      { version: 2, is_current: true, code: null },
      { version: 1, is_current: false, code: null },
    ]);
    const restored = await api.post(`${path}/versions/1/restore`);
    expect(restored.body.data).toMatchObject({ version: 3, code: 'export default () => 1' });
    expect((await api.post(`${path}/execute`, {})).body.data.output).toBe(1);
    const second = await api.get(`${path}/versions/2`);
    expect(second.body.data).toMatchObject({ version: 2, code: 'export default () => 2' });
    expect((await api.get(`${path}/versions?limit=1&offset=1`)).body.data.versions[0].version).toBe(
      2,
    );
    for (const answer of [
      await api.get(`${path}/versions/9`),
      await api.post(`${path}/versions/9/restore`),
    ])
      expect(answer.status).toBe(404);
  });
});

describe('permissions', () => {
  const calls = async (
    client: { get: TenantClient['get']; post: TenantClient['post'] },
    path: string,
  ) => {
    const read = await client.get(path);
    const executed = await client.post(`${path}/execute`, {});
    const made = await client.post(functions, { name: 'new', code });
    return [read.status, executed.status, made.status];
  };

  it('let keys by their scope, and users by their permissions, manage functions', async () => {
    const path = await define(
      api,
      'export default (_, ctx) => [ctx.caller.type, ctx.caller.email]',
    );
    expect(await calls(await api.withKey(['read']), path)).toEqual([200, 403, 403]);
    const user = await signUp(api);
    expect(await calls(user.client, path)).toEqual([403, 403, 403]);
    const role = await api.post('/v1/roles', {
      name: 'runner',
      permissions: ['functions:execute'],
    });
    await api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.body.data.id });
    expect(await calls(user.client, path)).toEqual([403, 200, 403]);
    expect((await user.client.post(`${path}/execute`, {})).body.data.output).toEqual([
      'user',
      user.email,
    ]);
    const admin = await createUser(api, { role: 'admin' });
    expect(await calls(admin.client, path)).toEqual([200, 200, 201]);
  });
});
