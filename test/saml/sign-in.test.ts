import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type IdentityProvider,
  person,
  readForm,
  startIdentityProvider,
} from '../support/saml-idp.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import {
  allowBack,
  begin,
  codeOf,
  elsewhere,
  enter,
  exchange,
  landed,
  post,
  providers,
  signInWith,
} from './support.ts';

const server = useServer();
const api = useTenant(server);
let idp: IdentityProvider;
let provider: { id: string };
let path: string;
beforeAll(async () => {
  idp = await startIdentityProvider(server, api.tenant.id);
  await allowBack(server.db, api);
  provider = await enter(api, idp);
  path = `${providers}/${provider.id}`;
});
afterAll(async () => {
  await idp.close();
});

const signedIn = async (email: string, more: object = {}) => {
  const query = await signInWith(api, idp, { person: person(email, more) });
  expect(query).toEqual({ code: expect.any(String) });
  return codeOf(server.db, query.code);
};
const refused = async (email: string, more: object = {}) => {
  const before = await counts();
  const query = await signInWith(api, idp, { person: person(email, more) });
  expect(await counts()).toEqual(before);
  return [query.error, query.error_code];
};
const counts = async () => {
  const { rows } = await server.db.query(
    `select (select count(*) from app.users), (select count(*) from app.identities),
       (select count(*) from app.auth_challenges where kind = 'code') as codes`,
  );
  return rows[0];
};
const eventsOf = async (userId: string) => {
  const { body } = await api.get(`/v1/audit-logs?resource_id=${userId}&limit=100`);
  return body.data.logs.map(({ action }: { action: string }) => action).toSorted();
};
const verify = (id: string) =>
  server.db.query('update app.users set email_verified_at = now() where id = $1', [id]);

describe('the round trip through a real identity provider', () => {
  it('creates a user and a one-time code', async () => {
    idp.person = person('ada@corp.example');
    const begun = await begin(api, { email: 'Ada@Corp.example' });
    expect(begun.url.startsWith(`${idp.url}/sso?`)).toBe(true);
    expect(begun.request).toContain(`AssertionConsumerServiceURL="${server.url}/v1/auth/saml/acs"`);
    expect(Buffer.byteLength(begun.relayState)).toBeLessThanOrEqual(80);

    const html = await (await fetch(begun.url)).text();
    const { action, fields } = readForm(html);
    expect(action).toBe(`${server.url}/v1/auth/saml/acs`);
    const answer = await api.as(undefined).send('POST', new URL(action).pathname, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: fields.toString(),
    });
    const { code } = landed(answer);
    const { user, identities, data } = await codeOf(server.db, code);
    expect(user).toMatchObject({
      email: 'ada@corp.example',
      role: 'user',
      email_verified_at: expect.any(String),
      password_hash: null,
    });
    expect(identities).toMatchObject([
      { provider: `saml:${provider.id}`, subject: 'id-of-ada@corp.example' },
    ]);
    expect(data).toEqual({ methods: ['saml'] });
    expect(await eventsOf(user.id)).toEqual(['user.created', 'user.linked']);

    const { status, body } = await exchange(api, code);
    expect([status, body.data.user.id]).toEqual([200, user.id]);
    expect(decodeJwt(body.data.access_token).amr).toMatchObject([{ method: 'saml' }]);
    expect((await api.as(body.data.access_token).get('/v1/auth/user')).status).toBe(200);
    expect((await exchange(api, code)).body.error.code).toBe('OTP_EXPIRED');
  });

  it('finds the same user again, by NameID and not by email', async () => {
    const first = await signedIn('bea@corp.example');
    const again = await signedIn('bea@corp.example');
    expect(again.user.id).toBe(first.user.id);
    const moved = await signedIn('bea.new@corp.example', { id: 'id-of-bea@corp.example' });
    expect(moved.user).toMatchObject({ id: first.user.id, email: 'bea@corp.example' });
    expect(moved.identities).toMatchObject([{ email: 'bea.new@corp.example' }]);
    expect(await eventsOf(first.user.id)).toEqual(['user.created', 'user.linked']);
  });

  it('carries the code challenge', async () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const fields = { domain: 'corp.example', code_challenge, code_challenge_method: 'S256' };
    const { code } = await signInWith(api, idp, {}, fields);
    expect((await codeOf(server.db, code)).data).toEqual({ methods: ['saml'], code_challenge });
    expect((await exchange(api, code, verifier)).status).toBe(200);
    const { code: other } = await signInWith(api, idp, {}, fields);
    expect((await exchange(api, other)).body.error.code).toBe('OTP_EXPIRED');
  });

  it('creates one user for simultaneous sign-ins', async () => {
    const who = { person: person('cleo@corp.example') };
    const queries = await Promise.all([1, 2, 3, 4].map(() => signInWith(api, idp, who)));
    const found = await Promise.all(queries.map(({ code }) => codeOf(server.db, code)));
    expect(new Set(found.map(({ user }) => user.id)).size).toBe(1);
  });

  it('signs in no banned user', async () => {
    const { user } = await signedIn('dan@corp.example');
    await server.db.query('update app.users set banned_at = now() where id = $1', [user.id]);
    const { code } = await signInWith(api, idp, { person: person('dan@corp.example') });
    expect((await exchange(api, code)).body.error.code).toBe('USER_BANNED');
  });

  it('accepts a response that is signed as a whole', async () => {
    expect(await signInWith(api, idp, { signResponse: true })).toHaveProperty('code');
  });
});

describe('an existing account', () => {
  it('is linked when the provider is responsible for the domain and the email was verified', async () => {
    const { user } = await signUp(api, { email: 'dora@corp.example' });
    await verify(user.id);
    const found = await signedIn('dora@corp.example');
    expect(found.user.id).toBe(user.id);
    expect(await eventsOf(user.id)).toContain('user.linked');
  });

  it('with an unverified email goes to its owner, and what was set up before is dropped', async () => {
    const { user, client, password, email } = await signUp(api, { email: 'eve@corp.example' });
    const found = await signedIn(email);
    expect(found.user).toMatchObject({ id: user.id, password_hash: null });
    expect((await client.get('/v1/auth/user')).status).toBe(401);
    const signin = await api.post('/v1/auth/signin', { email, password }, elsewhere());
    expect(signin.status).toBe(401);
  });

  it('is not taken over by a provider of another domain, or of none', async () => {
    const { user } = await signUp(api, { email: 'boss@other.example' });
    await verify(user.id);
    expect(await refused('boss@other.example')).toEqual(['access_denied', 'FORBIDDEN']);
    await api.patch(path, { domains: [] });
    const fields = { provider_id: provider.id };
    const query = await signInWith(api, idp, { person: person('boss@other.example') }, fields);
    expect(query.error_code).toBe('ALREADY_EXISTS');
    const stranger = { person: person('stranger@other.example') };
    const { code } = await signInWith(api, idp, stranger, fields);
    expect((await codeOf(server.db, code)).user.email_verified_at).toBeNull();
    await api.patch(path, { domains: ['corp.example'] });
  });
});

describe('an account with more rights than plain users', () => {
  it('is signed in only by a provider that someone with every permission set up', async () => {
    const other = await startIdentityProvider(server, api.tenant.id, 'limited');
    const limited = await api.withKey(['auth']);
    const given = { name: 'Limited', domains: ['limited.example'] };
    const metadata_xml = await other.metadata();
    const { body } = await limited.post(providers, { ...given, metadata_xml });
    const { user } = await signUp(api, { email: 'root@limited.example' });
    await verify(user.id);
    const come = () =>
      signInWith(
        api,
        other,
        { person: person('root@limited.example') },
        { provider_id: body.data.id },
      );
    const setRole = (role: string) =>
      server.db.query('update app.users set role = $2 where id = $1', [user.id, role]);
    for (const linked of [false, true]) {
      await setRole('owner');
      expect((await come()).error_code).toBe('FORBIDDEN');
      await setRole('user');
      if (!linked) expect(await come()).toHaveProperty('code');
    }
    await setRole('owner');
    const path = `${providers}/${body.data.id}`;
    await api.patch(path, { metadata_xml });
    expect((await come()).error_code).toBe('FORBIDDEN');
    await api.patch(path, {
      metadata_xml,
      domains: given.domains,
      attribute_mapping: {},
      enabled: true,
    });
    expect(await come()).toHaveProperty('code');
    await other.close();
  });

  it('is not created through a provider set up by a lesser key, whatever its default role', async () => {
    const other = await startIdentityProvider(server, api.tenant.id, 'roles');
    const limited = await api.withKey(['auth']);
    const metadata_xml = await other.metadata();
    const given = { name: 'Roles', domains: ['roles.example'], metadata_xml };
    const { id } = (await limited.post(providers, given)).body.data;
    await api.patch(`${providers}/${id}`, { default_role: 'admin' });
    const who = { person: person('new@roles.example') };
    const query = await signInWith(api, other, who, { provider_id: id });
    expect(query.error_code).toBe('FORBIDDEN');
    expect((await api.get('/v1/users?search=new@roles.example')).body.data.total).toBe(0);
    await other.close();
  });

  it('is no longer recognised by NameID once the provider has another entity id', async () => {
    const domains = ['moving.example'];
    const [first, second] = [
      await startIdentityProvider(server, api.tenant.id, 'before'),
      await startIdentityProvider(server, api.tenant.id, 'after'),
    ];
    const { id } = await enter(api, first, { domains });
    const fields = { provider_id: id };
    const at = (email: string) => ({ person: person(email, { id: 'the-one-name-id' }) });
    const known = await signInWith(api, first, at('kim@moving.example'), fields);
    const { user } = await codeOf(server.db, known.code);
    await api.patch(`${providers}/${id}`, { metadata_xml: await second.metadata() });
    const next = await signInWith(api, second, at('other@moving.example'), fields);
    expect((await codeOf(server.db, next.code)).user.id).not.toBe(user.id);
    await first.close();
    await second.close();
  });
});

describe('an attribute of a SAML response', () => {
  const passport = (name: string) => `http://schemas.passportjs.com/${name}`;

  it('is mapped as configured, again at each sign-in', async () => {
    const attribute_mapping = {
      keys: {
        email: { names: ['nothing', passport('work')] },
        team: { name: passport('team') },
        groups: { name: passport('groups'), array: true },
        floor: { name: passport('floor'), default: 'ground' },
        absent: { name: passport('absent') },
      },
    };
    await api.patch(path, { attribute_mapping });
    const more = { work: 'fay.work@corp.example', team: 'north', groups: ['a', 'b'] };
    const { user } = await signedIn('fay@corp.example', more);
    expect(user).toMatchObject({
      email: 'fay.work@corp.example',
      user_metadata: { team: 'north', groups: ['a', 'b'], floor: 'ground' },
    });
    const again = await signedIn('fay@corp.example', { ...more, team: 'south', floor: '3' });
    expect(again.user.user_metadata).toEqual({ team: 'south', groups: ['a', 'b'], floor: '3' });
    await api.patch(path, { attribute_mapping: {} });
  });

  it('never grants a role, whatever it contains', async () => {
    const { user } = await signedIn('gus@corp.example', { role: 'owner', Role: 'admin' });
    expect(user.role).toBe('user');
  });

  it('is refused as an email when it is not one', async () => {
    expect(await refused('not an email')).toEqual(['access_denied', 'INVALID_CREDENTIALS']);
  });

  it('leaves a new user with the default role of the provider', async () => {
    const role = (await api.post('/v1/roles', { name: 'editor' })).body.data;
    await api.patch(path, { default_role: 'editor' });
    expect((await signedIn('hal@corp.example')).user.role).toBe('editor');
    await api.patch(`/v1/roles/${role.id}`, { name: 'writer' });
    const { user } = await signedIn('hope@corp.example');
    expect(user.role).toBe('writer');
    await server.db.query(`update app.users set role = 'user' where role = 'writer'`);
    await api.delete(`/v1/roles/${role.id}`);
    expect((await signedIn('hugo@corp.example')).user.role).toBe('user');
    await api.patch(path, { default_role: null });
  });
});

describe('when something is switched off,', () => {
  it('sign-up: new users are refused, known users are not', async () => {
    await signedIn('ivy@corp.example');
    await allowBack(server.db, api, { disable_signup: true });
    expect(await refused('new@corp.example')).toEqual(['access_denied', 'SIGNUP_DISABLED']);
    await signedIn('ivy@corp.example');
    await allowBack(server.db, api);
  });

  it('SAML or the provider: sign-ins under way are also refused', async () => {
    const login = (fields: object) =>
      api.post('/v1/auth/saml/login', { domain: 'corp.example', ...fields }, elsewhere());
    for (const [off, on] of [
      [
        () => allowBack(server.db, api, { saml: { enabled: false } }),
        () => allowBack(server.db, api),
      ],
      [() => api.patch(path, { enabled: false }), () => api.patch(path, { enabled: true })],
    ] as const) {
      const begun = await begin(api);
      await off();
      const { status, body } = await login({});
      expect([status, body.error.code]).toEqual([403, 'PROVIDER_DISABLED']);
      const answer = await post(api, await idp.respond(begun), begun.relayState);
      expect(landed(answer).error_code).toBe('PROVIDER_DISABLED');
      await on();
    }
  });

  it('a removed provider: its users stay, and its callback ends', async () => {
    const other = await startIdentityProvider(server, api.tenant.id, 'leaving');
    const { id } = await enter(api, other, { domains: ['leaving.example'] });
    const who = { person: person('jan@leaving.example') };
    const { code } = await signInWith(api, other, who, { provider_id: id });
    const { user } = await codeOf(server.db, code);
    const begun = await begin(api, { provider_id: id });
    expect((await api.delete(`${providers}/${id}`)).body.data).toEqual({ id, deleted: true });
    const answer = await post(api, await other.respond(begun), begun.relayState);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'OTP_EXPIRED']);
    const left = await codeOf(server.db, code);
    expect([left.user.id, left.identities]).toEqual([user.id, null]);
    await other.close();
  });
});
