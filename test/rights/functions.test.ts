import { beforeEach, describe, expect, it } from 'vitest';
import { define, execute } from '../functions/support.ts';
import type { TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import {
  ended,
  harmless,
  keyOf,
  keysOfAll,
  managerOf,
  must,
  refusals,
  steal,
  tenantOf,
  token,
} from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', TRUSTED_PROXIES: 'loopback' });
let api: TenantClient;
beforeEach(async () => {
  api = await tenantOf(server);
});

const onEvent = { trigger_type: 'event', trigger_event: 'custom.go' };
const go = () => api.post('/v1/events', { event_type: 'go' });
const fire = () =>
  server.db.query('update app.schedules set next_run_at = now() where tenant_id = $1', [
    api.tenant.id,
  ]);
const run = async (path: string, body: object = {}) => {
  const answer = await api.post(`${path}/execute`, body);
  return answer.body.success ? answer.body.data.output : answer.body.error.message;
};

describe.each([['a key', keyOf] as const, ['a user', managerOf] as const])(
  'the code of an owner that %s with few rights has rewritten',
  (_, small) => {
    it('creates no key when the owner executes it, now or later', async () => {
      const path = await define(api, harmless);
      expect(await run(path)).toBe('harmless');
      const { client } = await small(api);
      await must(client.patch(path, { code: steal }));
      expect(refusals).toContain(await run(path));
      await api.post(`${path}/execute`, { async: true });
      const log = await ended(api, path, 3);
      expect(refusals).toContain(log.output);
      expect(log.lines).toEqual([]);
      expect(await keysOfAll(api)).toBe(1);
    });

    it('creates no key after an event or on a schedule', async () => {
      const { client } = await small(api);
      const path = await define(api, harmless, onEvent);
      await must(client.patch(path, { code: steal }));
      await go();
      expect(refusals).toContain((await ended(api, path)).output);
      const timed = await define(api, harmless, {
        trigger_type: 'schedule',
        cron_expression: '0 0 1 1 *',
      });
      await must(client.patch(timed, { code: steal }));
      await fire();
      expect(refusals).toContain((await ended(api, timed)).output);
      expect(await keysOfAll(api)).toBe(1);
    });
  },
);

describe('a function of an owner', () => {
  it('creates keys for the owner when executed, after an event, and on a schedule', async () => {
    const path = await define(api, steal, onEvent);
    expect(await run(path)).toEqual(token);
    await go();
    expect((await ended(api, path, 2)).output).toEqual(token);
    const timed = await define(api, steal, {
      trigger_type: 'schedule',
      cron_expression: '0 0 1 1 *',
    });
    await fire();
    expect((await ended(api, timed)).output).toEqual(token);
  });

  it('runs with few rights when a key with few rights set its event or schedule', async () => {
    const { client } = await keyOf(api);
    const path = await define(api, steal);
    await must(client.patch(path, onEvent));
    await go();
    expect((await ended(api, path)).output).toBe('INSUFFICIENT_SCOPE');
    await must(client.patch(path, { trigger_type: 'schedule', cron_expression: '0 0 1 1 *' }));
    await fire();
    expect((await ended(api, path, 2)).output).toBe('INSUFFICIENT_SCOPE');
    // Executed by hand, it is the owner's own again: no one else decides when.
    expect(await run(path)).toEqual(token);
  });

  it('is the owner’s again when the owner resends the part, even unchanged', async () => {
    const { client } = await keyOf(api);
    const path = await define(client, steal, { allowed_hosts: ['example.com'] });
    expect(await run(path)).toBe('INSUFFICIENT_SCOPE');
    await must(api.patch(path, { code: steal }));
    expect(await run(path)).toBe('INSUFFICIENT_SCOPE');
    await must(api.patch(path, { allowed_hosts: ['example.com'] }));
    expect(await run(path)).toEqual(token);
  });

  it('runs with few rights when a key with few rights set its allowed_hosts or env', async () => {
    const { client } = await keyOf(api);
    for (const change of [
      { allowed_hosts: ['example.com'] },
      { env: { PATH: '/v1/keys' } },
      { env: { OLD: null } },
    ]) {
      const path = await define(api, steal, { env: { OLD: 'x' } });
      const { status } = await client.patch(path, change);
      if ('allowed_hosts' in change) expect(status).toBe(403);
      else {
        expect(status).toBe(200);
        expect(await run(path)).toBe('INSUFFICIENT_SCOPE');
      }
    }
  });

  it('restored by someone else still belongs to the author of the version', async () => {
    const { client } = await keyOf(api);
    const path = await define(client, steal);
    await must(api.patch(path, { code: harmless }));
    await must(api.post(`${path}/versions/1/restore`));
    expect(await run(path)).toBe('INSUFFICIENT_SCOPE');
    // And of the user who restores a version, from then on.
    const other = await define(api, steal);
    await must(api.patch(other, { code: harmless }));
    await must(client.post(`${other}/versions/1/restore`));
    expect(await run(other)).toBe('INSUFFICIENT_SCOPE');
    await must(api.post(`${other}/versions/3/restore`));
    expect(await run(other)).toBe('INSUFFICIENT_SCOPE');
  });
});

describe('code that runs while it is changed', () => {
  it('keeps the rights of the authors of the running version', async () => {
    const { client } = await keyOf(api);
    const path = await define(
      client,
      `export default async (_, ctx) => {
        await ctx.emit('started');
        for (let i = 0; i < 90; i++) {
          const { events } = await ctx.api.get('/v1/events/list?event_type=taken');
          if (events.length > 0) break;
        }
        return ctx.api.post('/v1/keys', { scopes: ['*'] }).then(() => 'made', (error) => error.code);
      }`,
      { timeout_ms: 30000 },
    );
    const running = run(path);
    await until(
      async () => (await api.get('/v1/events/list?event_type=started')).body.data.events,
      ({ length }) => length === 1,
    );
    await must(api.patch(path, { code: harmless }));
    await api.post('/v1/events', { event_type: 'taken' });
    expect(await running).toBe('INSUFFICIENT_SCOPE');
  });

  it('changes other functions in the name of both', async () => {
    const { client } = await keyOf(api);
    const path = await define(api, harmless);
    const writer = await define(
      client,
      `export default (input, ctx) => ctx.api.patch(input.path, { code: input.code }).then(() => 'done', (e) => e.message)`,
    );
    expect(await run(writer, { input: { path, code: steal } })).toBe('done');
    expect(refusals).toContain(await run(path));
    expect(await keysOfAll(api)).toBe(1);
  });
});

describe('an author who has lost all rights', () => {
  it.each([['a key', keyOf] as const, ['a user', managerOf] as const])(
    'ends the runs of what %s wrote, with a message',
    async (_, make) => {
      const small = await make(api);
      const path = await define(small.client, harmless, onEvent);
      expect(await run(path)).toBe('harmless');
      await small.end();
      expect(await run(path)).toMatch(/^No one to act as: .* Send that part again/);
      await go();
      expect((await ended(api, path, 3)).error).toMatch(/^No one to act as/);
      await must(api.patch(path, { ...onEvent, code: steal }));
      expect(await run(path)).toEqual(token);
    },
  );

  it('is not a key that was rotated: its replacement counts, as it is then', async () => {
    const key = await api.withKey(['*']);
    const path = await define(key, steal);
    const { new_key } = await must(api.post(`/v1/keys/${key.keyId}/rotate`, {}));
    expect(await run(path)).toEqual(token);
    await must(api.patch(`/v1/keys/${new_key.id}`, { scopes: ['write'] }));
    expect(await run(path)).toBe('INSUFFICIENT_SCOPE');
    await server.db.query(`update app.api_keys set expires_at = now() where id = $1`, [new_key.id]);
    expect(await run(path)).toMatch(/^No one to act as/);
  });

  it('is not a user whose role changed: the new role counts', async () => {
    const small = await managerOf(api);
    await must(api.patch(`/v1/users/${small.user.id}`, { role: 'admin' }));
    const path = await define(small.client, steal);
    expect(await run(path)).toEqual(token);
    await must(api.patch(`/v1/users/${small.user.id}`, { role: 'user' }));
    expect(await run(path)).toBe('FORBIDDEN');
  });
});

describe('the env of a function', () => {
  const leak = 'export default (_, ctx) => ctx.env.SECRET ?? "none"';

  it('of an owner is not readable by code of a key with fewer rights: the change is refused', async () => {
    const { client } = await keyOf(api);
    const path = await define(api, harmless, { env: { SECRET: 'sesame' } });
    for (const change of [{ code: leak }, { allowed_hosts: ['example.com'] }]) {
      const { status, body } = await client.patch(path, change);
      expect([status, body.error.code, body.error.param]).toEqual([403, 'FORBIDDEN', 'env']);
      expect(body.error.message).toContain('every name of env together');
    }
    expect(await run(path)).toBe('harmless');
    await must(client.patch(path, { code: leak, env: { SECRET: 'theirs' } }));
    expect(await run(path)).toBe('theirs');
  });

  it('cannot be set by an owner for code of a key with fewer rights, unless the owner sends the code', async () => {
    const { client } = await keyOf(api);
    const path = await define(client, leak);
    const { status, body } = await api.patch(path, { env: { SECRET: 'sesame' } });
    expect([status, body.error.param]).toEqual([403, 'env']);
    await must(api.patch(path, { env: { SECRET: 'sesame' }, code: leak }));
    expect(await run(path)).toBe('sesame');
    // Those who may only execute it have it do what it is for.
    const runner = await managerOf(api, ['functions:execute']);
    const answer = await runner.client.post(`${path}/execute`, {});
    expect(answer.body.data.output).toBe('sesame');
    const restored = await client.post(`${path}/versions/1/restore`);
    expect(restored.status).toBe(403);
  });

  it('is shared by keys with the same rights, and a name that is not sent keeps its author', async () => {
    const [one, two] = [await keyOf(api), await keyOf(api)];
    const path = await define(one.client, leak, { env: { SECRET: 'a', OTHER: 'b' } });
    await must(two.client.patch(path, { code: `${leak} // two` }));
    await must(api.patch(path, { code: leak, env: { OTHER: 'c' } }));
    expect(await run(path)).toBe('a');
    // SECRET is still that of the key, and so are its rights.
    await must(api.patch(path, { code: steal, env: { OTHER: 'd' } }));
    expect(await run(path)).toBe('INSUFFICIENT_SCOPE');
    await must(api.patch(path, { env: { SECRET: 'e', OTHER: 'd' } }));
    expect(await run(path)).toEqual(token);
  });
});

describe('a key or user with few rights', () => {
  it('runs their own code, with their own rights', async () => {
    await api.post('/v1/object-types', { name: 'things' });
    const code = `export default async (_, ctx) => (await ctx.api.post('/v1/objects/things', {})).id`;
    const { client } = await keyOf(api);
    const { body } = await execute(client, code);
    expect(body.data.output).toMatch(/^obj_/);
  });

  it('is named in the refusal, and in the record of the run', async () => {
    await api.post('/v1/object-types', { name: 'things' });
    const key = await api.withKey(['read', 'write']);
    const code = `export default async (_, ctx) => {
      await ctx.api.post('/v1/objects/things', {});
      return ctx.api.get('/v1/keys').catch((error) => error.message);
    }`;
    const path = await define(key, code);
    expect(await run(path)).toContain(`the key ${key.keyId}, the author of one of its parts`);
    const { body } = await api.get('/v1/audit-logs?resource_type=object');
    expect(body.data.logs[0].actor).toMatchObject({
      by: { type: 'function' },
      also: [{ type: 'api_key', id: key.keyId }],
    });
  });

  it('no longer lends its function rights when an administrator executes it', async () => {
    const admin = await managerOf(api, ['functions:execute']);
    await must(api.patch(`/v1/users/${admin.user.id}`, { role: 'admin' }));
    const path = await define(api, steal);
    const own = await admin.client.post(`${path}/execute`, {});
    expect(own.body.data.output).toEqual(token);
    const { client } = await keyOf(api);
    await must(client.patch(path, { code: steal }));
    const stolen = await admin.client.post(`${path}/execute`, {});
    expect(stolen.body.data.output).toBe('INSUFFICIENT_SCOPE');
  });
});
