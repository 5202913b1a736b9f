import { constants, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/saml-idp.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type Attack, attack as attackOn } from './attack.ts';
import { signAnew } from './forge.ts';
import { allowBack, begin, elsewhere, enter, landed, post, signInWith } from './support.ts';

const server = useServer();
const api = useTenant(server);
let idp: IdentityProvider;

beforeAll(async () => {
  idp = await startIdentityProvider(server, api.tenant.id);
  await allowBack(server.db, api);
  await enter(api, idp);
  expect(await signInWith(api, idp)).toHaveProperty('code');
});
afterAll(async () => {
  await idp.close();
});

const attack = (how: Attack) => attackOn({ db: server.db, api, idp }, how);

describe('a SAML response is refused when it has', () => {
  const acs = () => `${server.url}/v1/auth/saml/acs`;
  it.each<[string, () => Attack]>([
    ['another audience', () => ({ changes: { audience: 'https://other.example' } })],
    [
      'our audience of another tenant',
      () => ({
        changes: { audience: `${server.url}/v1/auth/saml/metadata?tenant_id=ten_0` },
      }),
    ],
    ['another recipient', () => ({ changes: { recipient: `${acs()}/x` } })],
    ['another destination', () => ({ changes: { destination: 'https://other.example/acs' } })],
    ['another request in InResponseTo', () => ({ changes: { inResponseTo: '_0123456789' } })],
    ['no InResponseTo', () => ({ changes: { inResponseTo: '' } })],
    [
      'a different InResponseTo inside the assertion',
      () => ({
        changes: { inResponseTo: '_0123456789' },
        forge: (xml, { requestId }) => xml.replace('_0123456789', requestId),
      }),
    ],
    ['another issuer', () => ({ changes: { issuer: 'urn:other' } })],
    [
      'a status of failure',
      () => ({
        changes: { samlStatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Requester' },
      }),
    ],
    [
      'a transient NameID',
      () => ({
        changes: { nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      }),
    ],
    ['an expired assertion', () => ({ changes: { lifetimeInSeconds: -31 } })],
    [
      'an assertion that is not valid yet',
      () => ({
        forge: (xml) => {
          const later = new Date(Date.now() + 40_000).toISOString();
          return signAnew(xml.replace(/NotBefore="[^"]+"/, `NotBefore="${later}"`), idp.key);
        },
      }),
    ],
    [
      'an assertion without an end',
      () => ({
        forge: (xml) => signAnew(xml.replaceAll(/ NotOnOrAfter="[^"]+"/g, ''), idp.key),
      }),
    ],
    [
      'no conditions',
      () => ({
        forge: (xml) =>
          signAnew(xml.replace(/<saml:Conditions.*<\/saml:Conditions>/s, ''), idp.key),
      }),
    ],
    [
      'no subject',
      () => ({
        forge: (xml) => signAnew(xml.replace(/<saml:Subject>.*<\/saml:Subject>/s, ''), idp.key),
      }),
    ],
    [
      'another confirmation method',
      () => ({
        forge: (xml) => signAnew(xml.replace('cm:bearer', 'cm:sender-vouches'), idp.key),
      }),
    ],
  ])('%s', async (_, how) => {
    await attack(how());
  });

  it('only more than 30 seconds of clock difference', async () => {
    expect(await signInWith(api, idp, { lifetimeInSeconds: -20 })).toHaveProperty('code');
    const begun = await begin(api);
    const soon = new Date(Date.now() + 20_000).toISOString();
    const xml = (await idp.respond(begun)).replace(/NotBefore="[^"]+"/, `NotBefore="${soon}"`);
    expect(landed(await post(api, signAnew(xml, idp.key), begun.relayState))).toHaveProperty(
      'code',
    );
  });
});

describe('a replay is refused', () => {
  it('of a response, even a wrong one: RelayState is used up', async () => {
    const begun = await begin(api);
    const xml = await idp.respond(begun);
    const answers = await Promise.all([1, 2, 3].map(() => post(api, xml, begun.relayState)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 401, 401]);
    const wrong = await begin(api);
    await post(api, '<no/>', wrong.relayState);
    const { status, body } = await post(api, await idp.respond(wrong), wrong.relayState);
    expect([status, body.error.code]).toEqual([401, 'OTP_EXPIRED']);
  });

  it('of an assertion, even for a request that was restarted under its id', async () => {
    const first = await begin(api);
    const xml = await idp.respond(first);
    expect(landed(await post(api, xml, first.relayState))).toHaveProperty('code');
    const second = await begin(api);
    await server.db.query(
      `update app.auth_challenges set data = data || jsonb_build_object('request_id', $2::text)
       where kind = 'saml' and data->>'request_id' = $1`,
      [second.requestId, first.requestId],
    );
    const query = landed(await post(api, xml, second.relayState));
    expect(query).toMatchObject({
      error_code: 'INVALID_CREDENTIALS',
      error_description: expect.stringContaining('already used'),
    });
  });

  it('of a sign-in that took longer than 10 minutes', async () => {
    const begun = await begin(api);
    await server.db.query(
      `update app.auth_challenges set expires_at = now() where data->>'request_id' = $1`,
      [begun.requestId],
    );
    const { status, body } = await post(api, await idp.respond(begun), begun.relayState);
    expect([status, body.error.code]).toEqual([401, 'OTP_EXPIRED']);
  });
});

describe('something that belongs elsewhere is refused', () => {
  it('as RelayState: none, a made-up one, or one with another purpose', async () => {
    const begun = await begin(api);
    const xml = await idp.respond(begun);
    const { rows } = await server.db.query(
      `select set_config('app.tenant_id', $1, false),
         app.challenge_create($1, 'code', null, '{}', '5 minutes') as other`,
      [api.tenant.id],
    );
    const made = begun.relayState.replace(/.{5}$/, '00000');
    for (const relayState of [made, rows[0].other]) {
      const { status, body } = await post(api, xml, relayState);
      expect([status, body.error.code]).toEqual([401, 'OTP_EXPIRED']);
    }
    expect((await post(api, xml, 'nothing')).body.error.code).toBe('TENANT_REQUIRED');
    expect((await post(api, xml, '')).status).toBe(400);
  });

  it('as a request or a provider of another tenant', async () => {
    const theirs = await createTenant(server);
    const other = await startIdentityProvider(server, theirs.tenant.id, 'other');
    await allowBack(server.db, theirs);
    const { id } = await enter(theirs, other);
    const [ours, their] = [await begin(api), await begin(theirs)];
    // Their provider signs what only our request could have asked for.
    const signedByOther = await other.respond(ours, {
      audience: `${server.url}/v1/auth/saml/metadata?tenant_id=${api.tenant.id}`,
    });
    expect(landed(await post(api, signedByOther, ours.relayState)).error_code).toBe(
      'INVALID_CREDENTIALS',
    );
    const ourAnswer = await idp.respond(their);
    expect(landed(await post(api, ourAnswer, their.relayState)).error_code).toBe(
      'INVALID_CREDENTIALS',
    );
    const login = (provider_id: string) =>
      api.post('/v1/auth/saml/login', { provider_id }, elsewhere());
    const [foreign, absent] = [await login(id), await login(id.replace(/.{6}$/, '000000'))];
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    await other.close();
  });
});

describe('an oversized response is refused', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it('with 1 GB compressed into 1 MB', async () => {
    const options = { finishFlush: constants.Z_SYNC_FLUSH };
    const part = deflateRawSync(Buffer.alloc(16 * 1024 * 1024, 'A'), options);
    const head = Buffer.from('1f8b0800000000000003', 'hex');
    const bomb = Buffer.concat([head, ...Array(64).fill(part), Buffer.from('0300', 'hex')]);
    const headers = { ...form, 'content-encoding': 'gzip', ...elsewhere() };
    const answer = await api.send('POST', '/v1/auth/saml/acs', { headers, body: bomb });
    expect(answer.status).toBe(413);
  });

  it('with more than 256 kB, or deeper or with more parts than any real response', async () => {
    const { relayState } = await begin(api);
    expect((await post(api, 'x'.repeat(200_000), relayState)).status).toBe(400);
    await attack({ forge: () => '<a>'.repeat(60_000) });
    await attack({ forge: () => `<a>${'<b/>'.repeat(40_000)}</a>` });
    await attack({ forge: () => `<a ${'x'.repeat(150_000)}` });
    const names = Array.from({ length: 8000 }, (_, index) => ` xmlns:a${index}="u"`).join('');
    await attack({ forge: () => `<a${names}/>` });
    const spaces = await begin(api);
    const form = new URLSearchParams({ RelayState: spaces.relayState });
    form.set('SAMLResponse', `A${' '.repeat(200_000)}!`);
    const answer = await api.send('POST', '/v1/auth/saml/acs', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    expect(landed(answer).error_description).toContain('base64');
  });

  it('and so is one that is empty or not XML', async () => {
    for (const text of [
      '',
      ' ',
      '<',
      '<a x>',
      '<a x=y/>',
      '<a>&b;</a>',
      '<a x="1" x="2"/>',
      '<a',
      '<a></b>',
      '\u0000',
      '{}',
      '<Response/>',
    ]) {
      const { relayState } = await begin(api);
      const answer = await post(api, text || '\n', relayState);
      expect([400, 302]).toContain(answer.status);
      if (answer.status === 302) expect(landed(answer).error_code).toBe('INVALID_CREDENTIALS');
    }
  });
});
