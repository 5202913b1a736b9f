import { beforeEach, describe, expect, it } from 'vitest';
import { define, execute, lastLog } from '../functions/support.ts';
import { createJob, jobs, whenEnded } from '../scheduled-jobs/support.ts';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { bombs } from './attacks.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'deals' });
  await api.post('/v1/object-types/deals/properties', { name: 'stage', data_type: 'string' });
  for (const stage of ['won', 'won', 'lost'])
    await api.post('/v1/objects/deals', { properties: { stage } });
});

const count = 'select stage, count(*) n from deals group by stage order by stage';
const asked = (sql: string, params: unknown[] = []) =>
  `export default async (input, ctx) => {
    try { return await ctx.db(${JSON.stringify(sql)}, ${JSON.stringify(params)}) }
    catch ({ status, code, details }) { return { status, code, details } }
  }`;
const output = async (caller: Client, code: string) =>
  (await execute(caller, code)).body.data.output;
/** The statements of this tenant in the audit log. */
const noted = async () =>
  (
    await server.db.query(
      `select actor, after, causation_depth from app.journal
       where tenant_id = $1 and type = 'sql.executed' order by id`,
      [api.tenant.id],
    )
  ).rows;

describe('ctx.db of a function', () => {
  it('answers what POST /v1/sql does, and is noted as done by the function', async () => {
    expect(
      await output(
        api,
        asked(`${count.replace('from deals', 'from deals where stage = $1')}`, ['won']),
      ),
    ).toEqual({
      columns: ['stage', 'n'],
      rows: [{ stage: 'won', n: 2 }],
      row_count: 1,
      duration_ms: expect.any(Number),
      truncated: false,
    });
    expect(await noted()).toMatchObject([
      {
        actor: { type: 'api_key', by: { type: 'function' } },
        after: { row_count: 1, params: ['string'], error: null },
        causation_depth: 1,
      },
    ]);
  });

  it('throws what POST /v1/sql answers, with the place in the statement', async () => {
    expect(await output(api, asked('select stag from deals'))).toEqual({
      status: 400,
      code: 'SQL_ERROR',
      details: { position: 8, hint: expect.any(String) },
    });
    for (const [sql, status] of [
      ['select * from app.objects', 403],
      ['delete from deals', 403],
      ['', 400],
    ])
      expect(await output(api, asked(sql as string))).toMatchObject({ status });
  });

  it('needs the scope sql of the caller and of each author', async () => {
    const plain = await api.withKey(['read', 'write']);
    const asking = await api.withKey(['read', 'write', 'sql']);
    expect((await output(asking, asked(count))).row_count).toBe(2);
    expect(await output(plain, asked(count))).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    const run = async (caller: Client, path: string) =>
      (await caller.post(`${path}/execute`, {})).body.data.output;
    const theirs = await define(plain, asked(count));
    expect(await run(api, theirs)).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    const ours = await define(api, asked(count));
    expect(await run(plain, ours)).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    const users = await define(asking, asked('select email from users'));
    expect(await run(api, users)).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
  });

  it('sees the rows that policies show to the caller and to each author', async () => {
    await api.post('/v1/object-types/deals/policies', {
      name: 'won only',
      action: 'select',
      effect: 'allow',
      condition_json: [{ property: 'stage', operator: 'eq', value: 'won' }],
    });
    const bound = await api.withKey(['read', 'write', 'sql']);
    const path = await define(bound, asked(count));
    for (const caller of [bound, api])
      expect((await caller.post(`${path}/execute`, {})).body.data.output.rows).toEqual([
        { stage: 'won', n: 2 },
      ]);
    expect((await output(api, asked(count))).row_count).toBe(2);
  });
});

describe('a function of the runtime sql', () => {
  const runtime = 'sql';

  it('takes its parameters from the input, and answers the rows', async () => {
    const listed = await execute(
      api,
      'select count(*) n from deals where stage = $1',
      { params: ['won'] },
      { runtime },
    );
    expect(listed.body.data.output.rows).toEqual([{ n: 2 }]);
    const whole = await execute(
      api,
      `select count(*) n from deals where stage = $1::jsonb->>'stage'`,
      { stage: 'lost' },
      { runtime },
    );
    expect(whole.body.data.output.rows).toEqual([{ n: 1 }]);
    const without = await execute(api, count, {}, { runtime });
    expect(without.body.data).toMatchObject({ status: 'succeeded', output: { row_count: 2 } });
  });

  it('fails with the error of the statement, and ends when its time does', async () => {
    const wrong = await execute(api, 'select nothing from deals', {}, { runtime });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'FUNCTION_ERROR']);
    expect(wrong.body.error.message).toBe('SQL_ERROR: column "nothing" does not exist');
    const [, bomb = ''] = bombs[0] ?? [];
    const late = await execute(api, bomb, {}, { runtime, timeout_ms: 100 });
    expect([late.status, late.body.error.code]).toEqual([504, 'FUNCTION_TIMEOUT']);
  });

  it('answers up to 1 MB', async () => {
    const large = `select string_agg(md5(n::text), '') from generate_series(1, 40000) n`;
    const { status, body } = await execute(api, large, {}, { runtime });
    expect([status, body.error?.message]).toEqual([
      400,
      'PAYLOAD_TOO_LARGE: The answer is larger than 1 MB. Ask for less.',
    ]);
  });

  it('runs after an event, which is its input, as its author', async () => {
    const path = await define(api, `select $1::jsonb->'data'->'properties'->>'stage' as stage`, {
      runtime,
      trigger_type: 'event',
      trigger_event: 'object.created',
    });
    await api.post('/v1/objects/deals', { properties: { stage: 'open' } });
    const log = await until(
      () => lastLog(api, path),
      (one) => one?.status === 'succeeded',
    );
    expect(log.output.rows).toEqual([{ stage: 'open' }]);
  });
});

describe('a scheduled job that asks in SQL', () => {
  const run = async (caller: typeof api, config: object) => {
    const { id } = await createJob(caller, { action_type: 'sql', action_config: config });
    return (await api.post(`${jobs}/${id}/execute`)).body.data;
  };

  it('keeps the rows with its run', async () => {
    const done = await run(api, {
      sql: 'select count(*) n from deals where stage = $1',
      params: ['won'],
    });
    expect(done).toMatchObject({ status: 'succeeded', output: { rows: [{ n: 2 }] } });
    expect(await noted()).toMatchObject([{ actor: { by: { type: 'job' } } }]);
  });

  it('asks with the rights of the key that made it', async () => {
    const plain = await api.withKey(['read', 'write']);
    const { id } = await createJob(plain, {
      action_type: 'sql',
      action_config: { sql: count },
    });
    const answered = api.post(`${jobs}/${id}/execute`);
    const { status, error } = await whenEnded(server, api, id);
    await answered;
    expect(status).toBe('failed');
    expect(error).toContain('INSUFFICIENT_SCOPE');
    expect(await noted()).toEqual([]);
  });
});

it('POST /v1/sql refuses a parameter that the statement does not use', async () => {
  const { status, body } = await api.post('/v1/sql', { sql: 'select 1', params: ['spare'] });
  expect([status, body.error.param]).toEqual([400, 'params[0]']);
});

it('closes files to a run that a user has written, as to that user', async () => {
  const role = await api.post('/v1/roles', {
    name: 'asker',
    permissions: ['objects:read', 'sql:read', 'functions:manage', 'functions:execute'],
  });
  const { client, user } = await signUp(api);
  await api.post('/v1/roles/assign', { user_id: user.id, role_id: role.body.data.id });
  const sql = 'select filename from files';
  expect((await client.post('/v1/sql', { sql })).status).toBe(403);
  const path = await define(client, asked(sql));
  const run = await api.post(`${path}/execute`, {});
  expect(run.body.data.output).toMatchObject({ status: 403, code: 'FORBIDDEN' });
});
