import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { closeSockets } from '../support/sockets.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { anybodyAt, createUser, type SignedUp } from '../support/users.ts';
import { type Ask, at, atSocket, type Verdict } from './ask.ts';
import { type Credential, type Problem, problems, refusals } from './door-problems.ts';

/*
 * Five functions let callers in: auth.authenticate (keys), _user (fixed base roles), _member (further roles and own
 * base roles), _as (as_user) and _public. Each door below leads through one or two of them, and all of them have to
 * give the same answer to the same problem.
 */

interface Door {
  name: string;
  credential: Credential;
  /** Whether it opens to a signed-in user of any role, whatever the assurance level. */
  isForSession?: boolean;
  ask: Ask;
}

const stats = '/v1/realtime/stats';
const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });
const api = useTenant(server, { slug: 'doors' });
let target: SignedUp;
let doors: Door[];
beforeAll(async () => {
  await createTenant(server, { slug: 'elsewhere' });
  target = await createUser(api);
  doors = [...(await keyDoors()), ...(await sessionDoors()), ...(await asUserDoors()), nobody()];
});
afterEach(closeSockets);

const socketOf = (token: string) => atSocket(server, api.tenant.id, token);

async function keyDoors(): Promise<Door[]> {
  const key = await api.withKey(['*']);
  const credential = 'key';
  return [
    { name: 'a key', credential, ask: at(key, stats) },
    { name: 'a key, at a stream', credential, ask: at(key, '/events/stream') },
    { name: 'a key, at a socket', credential, ask: socketOf(key.token) },
    { name: 'a key, as a user', credential, ask: at(key, `${stats}?as_user=${target.user.id}`) },
  ];
}

/** A role of the tenant's own; its id. */
async function makeRole(name: string, permissions = ['events:read']): Promise<string> {
  return (await api.post('/v1/roles', { name, permissions })).body.data.id;
}

/** A user with a base role, and perhaps a further one. */
async function userOf(baseRole: string, furtherRole?: string): Promise<SignedUp> {
  const made = await createUser(api);
  const user_id = made.user.id;
  await server.db.query('update app.users set role = $2 where id = $1', [user_id, baseRole]);
  if (furtherRole) await api.post('/v1/roles/assign', { user_id, role_id: furtherRole });
  return made;
}

/** Users of a fixed role, with a further role, and with a base role of the tenant's own. */
async function sessionDoors(): Promise<Door[]> {
  const role = await makeRole('listener');
  const users = {
    'a user': await userOf('user'),
    'a member': await userOf('user', role),
    'an own role': await userOf('listener'),
  };
  return Object.entries(users).flatMap(([name, { client, session }]): Door[] => {
    const [credential, isForSession] = ['session' as const, true];
    const [home, socket] = [at(client, '/v1/auth/sessions'), socketOf(session.access_token)];
    return [
      { name, credential, ask: at(client, stats) },
      { name: `${name}, at a stream`, credential, ask: at(client, '/events/stream') },
      { name: `${name}, at a socket`, credential, isForSession, ask: socket },
      { name: `${name}, at home`, credential, isForSession, ask: home },
    ];
  });
}

/** Owners who look through another user, with a further role and without. */
async function asUserDoors(): Promise<Door[]> {
  const owners = [await userOf('owner'), await userOf('owner', await makeRole('further', []))];
  return owners.map(({ client }, n) => ({
    name: `${['an owner', 'a member owner'][n]}, as another user`,
    credential: 'session',
    ask: at(client, `${stats}?as_user=${target.user.id}`),
  }));
}

function nobody(): Door {
  const ask = at(anybodyAt(server), `/v1/auth/providers?tenant_id=${api.tenant.id}`);
  return { name: 'nobody', credential: 'nobody', ask };
}

/** Makes problems of the tenant; those of users, sessions and keys apply to all of them in it. */
async function make(...made: Problem[]) {
  const change = async (table: string, set: string | undefined) => {
    if (set)
      await server.db.query(`update app.${table} set ${set} where tenant_id = $1`, [api.tenant.id]);
  };
  for (const { tenant, user, session, key } of made) {
    await change('tenants', tenant);
    await change('users', user);
    await change('sessions', session);
    await change('api_keys', key);
  }
}

const mend = () =>
  make({
    name: 'none',
    tenant: `status = 'active', deleted_at = null, ip_allowlist = '{}', session_duration = null, mfa_roles = '{}'`,
    user: 'banned_at = null, banned_until = null',
    session: `revoked_at = null, created_at = now(), expires_at = now() + interval '1 day'`,
    key: `revoked_at = null, expires_at = null, ip_allowlist = '{}', scopes = '{*}'`,
    expected: {},
  });

/** The answer of each door, by its name. */
async function verdicts(asked: Door[], ...headers: Problem['headers'][]) {
  const given = Object.assign({}, ...headers);
  const entries = asked.map(async ({ name, ask }) => [name, await ask(given)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

describe('every door', () => {
  afterEach(mend);

  it('opens when nothing is the matter', async () => {
    expect(await verdicts(doors)).toEqual(
      Object.fromEntries(doors.map(({ name }) => [name, [200, 'none']])),
    );
  });

  it.each(problems)('answers $name as the others do', async (problem) => {
    await make(problem);
    const wanted = ({ credential, isForSession }: Door): Verdict => {
      const verdict = problem.expected[credential] ?? [200, 'none'];
      return isForSession && verdict === refusals.level ? [200, 'none'] : verdict;
    };
    expect(await verdicts(doors, problem.headers)).toEqual(
      Object.fromEntries(doors.map((door) => [door.name, wanted(door)])),
    );
  });

  const ofSessions = problems.filter((problem) => problem.expected.session);
  it.each(ofSessions.slice(1))(
    'answers $name together with another problem as the others do',
    async (one) => {
      for (const other of ofSessions.slice(0, ofSessions.indexOf(one))) {
        await make(one, other);
        for (const isForSession of [undefined, true]) {
          const asked = doors.filter(
            (door) =>
              door.credential === 'session' &&
              door.isForSession === isForSession &&
              !/stream|socket/.test(door.name),
          );
          const answers = await verdicts(asked, one.headers, other.headers);
          const [first] = Object.values(answers);
          expect(first?.[0], `${one.name} and ${other.name}`).toBeGreaterThan(400);
          expect(answers, `${one.name} and ${other.name}`).toEqual(
            Object.fromEntries(asked.map(({ name }) => [name, first])),
          );
        }
        await mend();
      }
    },
  );
});

describe('forbidden operations of a caller', () => {
  const owners = async (role: string) => [
    api,
    (await userOf('owner')).client,
    (await userOf('owner', role)).client,
  ];

  it('is refused alike to users of every kind, and to those who look through them', async () => {
    const role = await makeRole('reader');
    for (const { client } of [
      await userOf('user'),
      await userOf('reader'),
      await userOf('user', role),
    ])
      expect(await at(client, '/v1/keys')()).toEqual([403, 'FORBIDDEN']);
    for (const client of await owners(role))
      expect(await at(client, `/v1/keys?as_user=${target.user.id}`)()).toEqual([403, 'FORBIDDEN']);
  });

  it('is as_user, alike for keys and users without everything', async () => {
    const role = await makeRole('looker');
    const users = [await userOf('user'), await userOf('looker'), await userOf('user', role)];
    const { path } = await defineType(api);
    for (const client of [await api.withKey(['write']), ...users.map((user) => user.client)])
      expect(await at(client, `${stats}?as_user=${target.user.id}`)()).toEqual([
        403,
        'INSUFFICIENT_SCOPE',
      ]);
    for (const client of await owners(role))
      expect(await at(client, `${path}/list?as_user=usr_0`)()).toEqual([404, 'NOT_FOUND']);
  });

  it('is anything, once the user is deleted', async () => {
    for (const { user, client, session } of [
      await userOf('user'),
      await userOf('user', await makeRole('leaver')),
    ]) {
      await server.db.query('delete from app.users where id = $1', [user.id]);
      const [home, socket] = [at(client, '/v1/auth/sessions'), socketOf(session.access_token)];
      for (const ask of [at(client, stats), home, socket])
        expect(await ask()).toEqual(refusals.session);
    }
  });

  it('is a tenant that there is not', async () => {
    const nowhere = { 'x-tenant-id': 'nowhere' };
    expect(await at(anybodyAt(server), '/v1/auth/providers')(nowhere)).toEqual([
      404,
      'TENANT_NOT_FOUND',
    ]);
    for (const { name, ask } of doors.filter(({ credential }) => credential !== 'nobody'))
      expect([name, await ask(nowhere)]).toEqual([
        name,
        // A socket has to name its tenant, so that is looked for first.
        name.endsWith('socket') ? [404, 'TENANT_NOT_FOUND'] : refusals.mismatch,
      ]);
  });
});
