import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import {
  type CryptoKey,
  decodeJwt,
  decodeProtectedHeader,
  importPKCS8,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { Box } from '../../src/credentials/box.ts';
import { createTenant } from '../support/api.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';

const server = useOwnDatabase();
const api = useTenant(server);
let user: SignedUp;
let token: string;
let kid: string;
let privateKey: CryptoKey;
beforeAll(async () => {
  user = await signUp(api);
  token = user.session.access_token;
  kid = decodeProtectedHeader(token).kid as string;
  const { rows } = await server.db.query('select private_key from app.signing_keys');
  const pem = new Box(server.config.encryptionKey).open(
    'platform',
    'signing_keys.private_key',
    rows[0].private_key,
  );
  privateKey = await importPKCS8(pem, 'EdDSA');
});

const answerTo = async (forged: string) => {
  const { status, body } = await api.as(forged).get('/v1/auth/user');
  return [status, body.error?.code];
};
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const parts = () => token.split('.') as [string, string, string];
const header = { alg: 'EdDSA', typ: 'at+jwt' };

/** Signed with the real key: what differs is the rest. */
const sign = (
  claims: JWTPayload,
  key: CryptoKey | KeyObject = privateKey,
  more: Record<string, unknown> = {},
) => new SignJWT(claims).setProtectedHeader({ ...header, kid, ...more }).sign(key);

describe('an access token', () => {
  it('names its user, tenant and times (RFC 9068), and lives no longer than its lifetime', () => {
    const claims = decodeJwt(token);
    expect(decodeProtectedHeader(token)).toEqual({ ...header, kid: expect.any(String) });
    expect(claims).toMatchObject({
      iss: server.url,
      sub: user.user.id,
      aud: api.tenant.id,
      tid: api.tenant.id,
      sid: expect.stringMatching(/^ses_/),
      role: 'user',
      roles: ['user'],
      email: user.email,
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      is_anonymous: false,
    });
    expect((claims.exp as number) - (claims.iat as number)).toBe(3600);
    expect(user.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  });

  it('can be verified by anyone with the published keys, which contain no private part', async () => {
    const { body } = await api.as(undefined).get('/.well-known/jwks.json');
    expect(body.keys.map((key: { kid: string }) => key.kid)).toEqual([kid]);
    expect(body.keys[0]).not.toHaveProperty('d');
  });

  it.each(['none', 'None', 'nOnE'])('is refused with alg %s', async (alg) => {
    const [, claims] = parts();
    for (const signature of ['', 'x', parts()[2]])
      expect(await answerTo(`${part({ ...header, alg, kid })}.${claims}.${signature}`)).toEqual([
        401,
        'INVALID_TOKEN',
      ]);
  });

  it('is refused when it is signed with the public key as a shared secret', async () => {
    const { body } = await api.as(undefined).get('/.well-known/jwks.json');
    const secrets = [body.keys[0].x, JSON.stringify(body.keys[0]), kid, ''];
    const [, claims] = parts();
    const head = part({ ...header, alg: 'HS256', kid });
    for (const secret of secrets) {
      const mac = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
      expect(await answerTo(`${head}.${claims}.${mac}`)).toEqual([401, 'INVALID_TOKEN']);
    }
  });

  it('is verified only with our own keys: those that it carries or points to are ignored, and none is fetched', async () => {
    let visits = 0;
    const listener = createServer((_req, res) => {
      visits++;
      res.end('{}');
    }).listen(0);
    const { port } = listener.address() as { port: number };
    const url = `http://127.0.0.1:${port}/jwks`;
    const own = generateKeyPairSync('ed25519');
    const jwk = own.publicKey.export({ format: 'jwk' });
    const claims = decodeJwt(token);
    for (const more of [
      { jku: url },
      { x5u: url },
      { jwk },
      { x5c: ['AAAA'] },
      { kid: '../../dev/null' },
      { kid: `' union select 1` },
      { kid: 7 },
      { kid: undefined },
    ])
      expect(await answerTo(await sign(claims, own.privateKey, more))).toEqual([
        401,
        'INVALID_TOKEN',
      ]);
    expect(visits).toBe(0);
    listener.close();
  });

  it('is refused after it expires, before it is valid, and without an expiry', async () => {
    const claims = decodeJwt(token);
    const now = Math.floor(Date.now() / 1000);
    expect(await answerTo(await sign(claims))).toEqual([200, undefined]);
    expect(await answerTo(await sign({ ...claims, exp: now - 31 }))).toEqual([
      401,
      'TOKEN_EXPIRED',
    ]);
    for (const wrong of [
      { exp: undefined },
      { iat: undefined },
      { sub: undefined },
      { aud: undefined },
      { tid: undefined },
      { sid: undefined },
      { exp: String(now + 60) },
      { nbf: now + 60 },
      { iat: now + 60 },
      { iss: 'https://elsewhere.example' },
      { aud: 'ten_0' },
      { sid: ['ses_0'] },
    ])
      expect([wrong, await answerTo(await sign({ ...claims, ...wrong } as JWTPayload))]).toEqual([
        wrong,
        [401, 'INVALID_TOKEN'],
      ]);
    for (const more of [{ typ: 'JWT' }, { typ: undefined }, { crit: ['x'], x: 1 }]) {
      const head = part({ ...header, kid, ...more });
      expect(await answerTo(`${head}.${parts()[1]}.${parts()[2]}`)).toEqual([401, 'INVALID_TOKEN']);
    }
    const [head, , signature] = parts();
    const huge = Buffer.from(JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e400'));
    expect(await answerTo(`${head}.${huge.toString('base64url')}.${signature}`)).toEqual([
      401,
      'INVALID_TOKEN',
    ]);
  });

  it('opens no other tenant, user or session after it was edited', async () => {
    const other = await createTenant(server);
    const theirs = await signUp(other);
    const claims = decodeJwt(token);
    const [head, , signature] = parts();
    for (const edit of [
      { tid: other.tenant.id, aud: other.tenant.id },
      { role: 'admin', roles: ['admin'], scope: '*' },
      { sub: theirs.user.id },
    ])
      expect(await answerTo(`${head}.${part({ ...claims, ...edit })}.${signature}`)).toEqual([
        401,
        'INVALID_TOKEN',
      ]);
    // Signed with the right key, as no code of Insula would: sessions are looked for under the tenant and the user.
    for (const edit of [{ tid: other.tenant.id, aud: other.tenant.id }, { sub: theirs.user.id }])
      expect(await answerTo(await sign({ ...claims, ...edit }))).toEqual([401, 'SESSION_REVOKED']);
    // Its roles count only for the application: here the database decides.
    const raised = await sign({ ...claims, role: 'owner', roles: ['owner'], scope: '*' });
    expect((await api.as(raised).get('/v1/keys')).status).toBe(403);
  });

  it('is refused at once when it is malformed: too few parts, a megabyte, JWE', async () => {
    const [head, claims, signature] = parts();
    for (const junk of [
      `${head}.${claims}`,
      `${head}.${claims}.${signature}.x.y`,
      `${head}..${signature}`,
      'a.b.c',
      `${head}.${claims}.${signature.slice(0, -2)}`,
      `${part({ ...header, kid, zip: 'DEF' })}.${claims}.${signature}`,
    ])
      expect(await answerTo(junk)).toEqual([401, 'INVALID_TOKEN']);
    const long = `${head}.${'A'.repeat(9_000)}.${signature}`;
    expect((await api.as(long).get('/v1/auth/user')).status).toBe(401);
    const authorization = `Bearer ${head}.${'A'.repeat(100_000)}.${signature}`;
    const longer = await fetch(`${server.url}/v1/auth/user`, { headers: { authorization } });
    expect(longer.status).toBe(431);
  });

  it('is accepted only in one Authorization header, as Bearer', async () => {
    for (const authorization of [
      `bearer ${token}`,
      `Basic ${token}`,
      `Bearer  ${token}`,
      token,
      'Bearer',
    ]) {
      const { status } = await api.as(undefined).get('/v1/auth/user', undefined, { authorization });
      expect([authorization.slice(0, 8), status]).toEqual([authorization.slice(0, 8), 401]);
    }
    expect((await api.as(undefined).get('/v1/auth/user')).body.error.code).toBe('UNAUTHORIZED');
  });
});
