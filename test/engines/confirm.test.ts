import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

const server = useOwnDatabase();
const tenant = useTenant(server);
let type: DefinedType;
/** A DELETE that asks: of an object for good. */
let object: string;

beforeEach(async () => {
  type = await defineType(tenant, { a: 'integer' }, { user_access: 'open' });
  object = await newObject();
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

async function newObject(): Promise<string> {
  const { body } = await tenant.post(type.path, { properties: { a: 1 } });
  return `${type.path}/${body.data.id}?force=true`;
}

/** The first step: 409 with a token. */
async function ask(path: string, client: Client = tenant): Promise<string> {
  const { status, body } = await client.delete(path);
  expect([status, body.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
  return body.error.confirm_token;
}

/** The second step. */
const confirm = (path: string, token: string, client: Client = tenant) =>
  client.delete(`${path}${path.includes('?') ? '&' : '?'}confirm_token=${token}`);

/** A second step that is not taken: 409 with another token, and the object stays. */
async function refused(path: string, token: string, client: Client = tenant): Promise<string> {
  const { status, body } = await confirm(path, token, client);
  expect([status, body.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
  expect(body.error.dependencies.length).toBeGreaterThan(0);
  expect(body.error.confirm_token).toMatch(/^ct_[0-9A-Za-z]{43}$/);
  expect(body.error.confirm_token).not.toBe(token);
  return body.error.confirm_token;
}

async function liveTokens(): Promise<number> {
  const { rows } = await server.db.query(
    `select count(*)::int as n from app.confirm_tokens where resource_id = $1 and expires_at > now()`,
    [object.split(/[/?]/)[4]],
  );
  return rows[0].n;
}

describe('a confirm token', () => {
  it('works once', async () => {
    const token = await ask(object);
    expect((await confirm(object, token)).status).toBe(200);
    expect((await confirm(object, token)).status).toBe(404);
  });

  it('works once in 20 simultaneous requests', async () => {
    const token = await ask(object);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(object, token)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(19).fill(404)]);

    await newObject();
    const types = `/v1/object-types/${type.id}?force=true`;
    const typeToken = await ask(types);
    const again = await Promise.all(Array.from({ length: 20 }, () => confirm(types, typeToken)));
    expect(again.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(404)]);
  });

  it('empties the trash once in 20 simultaneous requests', async () => {
    const objects = await Promise.all([newObject(), newObject(), newObject()]);
    for (const path of objects) await tenant.delete(path.replace('?force=true', ''));
    const trash = `${type.path}/trash`;
    const token = await ask(trash);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(trash, token)));
    // Later callers find it empty or, if they counted before, must confirm again.
    const counts = answers.map(({ status, body }) => (status === 200 ? body.data.count : 409));
    expect(counts.filter((count) => count === 3)).toHaveLength(1);
    expect(counts.every((count) => [3, 0, 409].includes(count))).toBe(true);
    expect((await tenant.get(`${type.path}/trash`)).body.data.total).toBe(0);
  });

  it('expires after 5 minutes by the clock of the database', async () => {
    const token = await ask(object);
    const { rows } = await server.db.query(
      `select extract(epoch from expires_at - clock_timestamp())::float8 as seconds
         from app.confirm_tokens order by expires_at desc limit 1`,
    );
    expect(rows[0].seconds).toBeGreaterThan(290);
    expect(rows[0].seconds).toBeLessThanOrEqual(300);
    await server.db.query(
      `update app.confirm_tokens set expires_at = expires_at - interval '5 minutes'`,
    );
    const next = await refused(object, token);
    await server.db.query(
      `update app.confirm_tokens set expires_at = expires_at - interval '4 minutes 50 seconds'`,
    );
    expect((await confirm(object, next)).status).toBe(200);
  });

  it('is valid for one record', async () => {
    const token = await ask(object);
    const other = await newObject();
    await refused(other, token);
    expect((await confirm(object, token)).status).toBe(200);
  });

  it('is valid for one kind of record', async () => {
    await tenant.delete((await newObject()).replace('?force=true', ''));
    const types = `/v1/object-types/${type.id}?force=true`;
    const tokens = { object: await ask(object), type: await ask(types) };
    const trash = `${type.path}/trash`;
    await refused(trash, tokens.type);
    await refused(trash, tokens.object);
    await refused(object, tokens.type);
    await refused(types, tokens.object);
    expect((await confirm(object, tokens.object)).status).toBe(200);
  });

  it('is valid for one caller: another key of the tenant gets its own, and uses up none', async () => {
    const colleague = await tenant.withKey(['write']);
    const token = await ask(object);
    const theirs = await refused(object, token, colleague);
    await refused(object, theirs);
    expect((await confirm(object, token)).status).toBe(200);
  });

  it('is valid for one tenant: another tenant can neither use it nor use it up', async () => {
    const stranger = await createTenant(server);
    const twin = await defineType(stranger, { a: 'integer' }, { name: type.name });
    const { body } = await stranger.post(twin.path, { properties: { a: 1 } });
    const token = await ask(object);
    expect((await confirm(object, token, stranger)).status).toBe(404);
    await refused(`${twin.path}/${body.data.id}?force=true`, token, stranger);
    expect((await confirm(object, token)).status).toBe(200);
  });

  it('is valid for what it showed: if dependents change, it asks again', async () => {
    const token = await ask(object);
    const path = object.replace('?force=true', '');
    await tenant.patch(path, { properties: { a: 2 } });
    const next = await refused(object, token);
    await refused(object, token); // the first one did not come back to life
    expect((await confirm(object, next)).status).toBe(200);

    await newObject();
    const types = `/v1/object-types/${type.id}?force=true`;
    const typeToken = await ask(types);
    await newObject();
    expect((await confirm(types, typeToken)).body.error.dependencies[0].count).toBe(2);
  });

  it('is required with force to delete a type', async () => {
    const path = `/v1/object-types/${type.id}`;
    const token = await ask(path);
    await refused(path, token);
    await refused(`${path}?force=false`, token);
    await ask(`${path}?force=true`);
    expect((await confirm(`${path}?force=true`, token)).status).toBe(200);
  });

  it.each(['x', 'ct_', `ct_${'0'.repeat(43)}`, '%20', 'null', `ct_${'é'.repeat(20)}`])(
    'cannot be guessed: %s',
    async (guess) => {
      await ask(object);
      await refused(object, guess);
      expect((await tenant.get(object.replace('?force=true', ''))).status).toBe(200);
    },
  );

  it('is refused when it is malformed', async () => {
    for (const token of ['x'.repeat(201), '%00', 'a&confirm_token=b']) {
      const { status, body } = await confirm(object, token);
      expect([status, body.error.param]).toEqual([400, 'confirm_token']);
    }
  });

  it('is one of at most five per record: the oldest make room', async () => {
    const tokens: string[] = [];
    for (let n = 0; n < 8; n++) tokens.push(await ask(object));
    expect(await liveTokens()).toBe(5);
    await Promise.all(Array.from({ length: 10 }, () => ask(object)));
    expect(await liveTokens()).toBe(5);
    const kept = await ask(object);
    await refused(object, tokens[0] as string);
    expect((await confirm(object, kept)).status).toBe(200);
  });

  describe('from a delete without force also works with force', () => {
    const linked = async () => {
      const [one, other] = [await newObject(), await newObject()].map((path) => path.split('?')[0]);
      const to = other?.split('/').at(-1);
      const made = await tenant.put(`${one}/associations/near/${type.id}/${to}`, {});
      expect(made.status).toBe(200);
      await tenant.patch(one as string, { properties: { a: 2 } });
      return one as string;
    };
    const paths: [string, () => Promise<string>][] = [
      ['an object', linked],
      [
        'an object type',
        async () => {
          await newObject();
          return `/v1/object-types/${type.id}`;
        },
      ],
      [
        'a user',
        async () => {
          const { user, client } = await createUser(tenant);
          await client.post(type.path, { properties: { a: 1 } });
          return `/v1/users/${user.id}`;
        },
      ],
      [
        'a webhook',
        async () => {
          const body = { url: 'https://example.com/hook', events: ['custom.x'] };
          const { id } = (await tenant.post('/v1/webhooks', body)).body.data;
          await server.db.query(
            `insert into app.dead_letters (tenant_id, id, source, source_id, record_id, task, error, payload, attempts, max_attempts)
             select $1, app.new_id('dl'), 'webhook', $2, 'x', 'x', 'x', '{}', 1, 1`,
            [tenant.tenant.id, id],
          );
          return `/v1/webhooks/${id}`;
        },
      ],
    ];
    it.each(paths)('for %s', async (_, make) => {
      const path = await make();
      const token = await ask(path);
      expect((await confirm(`${path}?force=true`, token)).status).toBe(200);
      expect((await tenant.get(path)).status).toBe(404);
    });

    it('for an object, and the other way around, once each', async () => {
      const path = await linked();
      const token = await ask(`${path}?force=true`);
      expect((await confirm(path, token)).status).toBe(200);
      expect((await tenant.get(`${path}?include_deleted=true`)).status).toBe(200);
      await refused(`${path}?force=true`, token);
    });

    it('unless dependents were added that it could not have shown', async () => {
      const path = await linked();
      const token = await ask(path);
      await tenant.patch(path, { properties: { a: 3 } });
      const next = await refused(`${path}?force=true`, token);
      // Into the trash another version takes nothing more along.
      expect((await confirm(path, next)).status).toBe(200);
    });
  });

  it('is stored only as a hash', async () => {
    const token = await ask(object);
    const { rows } = await server.db.query('select t::text as row from app.confirm_tokens t');
    for (const { row } of rows) expect(row).not.toContain(token.slice(3));
  });
});
