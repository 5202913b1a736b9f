import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { beginFactor, codeOf, enroll, freshCode, stepBegin, wrongCode } from '../support/totp.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, type SignedUp, signUp } from '../support/users.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
const tenant = useTenant(server, { name: 'Acme' });
let ada: SignedUp;
beforeEach(async () => {
  ada = await signUp(tenant);
});

const verify = '/v1/auth/mfa/verify';

const signIn = ({ email, password }: SignedUp) =>
  tenant.post('/v1/auth/signin', { email, password }, anotherAddress());
const aalOf = async (user: SignedUp) => (await user.client.get('/v1/auth/mfa')).body.data.aal;

describe('an authenticator app', () => {
  it('shows its secret once, and counts as a factor once a code is verified', async () => {
    const { status, body } = await ada.client.post('/v1/auth/mfa/enroll', {
      friendly_name: 'Phone',
    });
    expect(status).toBe(201);
    const { id, totp } = body.data;
    expect(body.data).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    const uri = new URL(totp.uri);
    expect(decodeURIComponent(uri.pathname)).toBe(`/Acme:${ada.email}`);
    expect(uri.searchParams.get('secret')).toBe(totp.secret);
    const image = Buffer.from(totp.qr_code.split(',')[1], 'base64').toString();
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(image).toMatch(/^<svg.+<\/svg>$/s);
    const before = (await ada.client.get('/v1/auth/mfa')).body.data;
    expect(before).toMatchObject({
      factors: [{ id, status: 'unverified', verified_at: null }],
      aal: { current: 'aal1', next: 'aal1' },
      recovery_codes_remaining: 0,
    });
    expect((await signIn(ada)).status).toBe(200);

    const verified = await ada.client.post(verify, {
      factor_id: id,
      code: codeOf({ id, secret: totp.secret }),
    });
    expect(verified.status).toBe(200);
    expect(new Set(verified.body.data.recovery_codes).size).toBe(10);
    expect((await ada.client.get('/v1/auth/mfa')).body.data).toMatchObject({
      factors: [{ id, status: 'verified', friendly_name: 'Phone' }],
      aal: { current: 'aal2', next: 'aal2' },
      recovery_codes_remaining: 10,
    });
  });

  it('stores its secret unreadable in the database', async () => {
    const factor = await enroll(ada.client);
    const { rows } = await server.db.query(
      `select (select json_agg(f)::text from app.mfa_factors f)
         || (select json_agg(r)::text from app.recovery_codes r)
         || (select json_agg(j)::text from app.journal j) as everything`,
    );
    const codes = factor.recoveryCodes.map((code) => code.replaceAll('-', ''));
    for (const secret of [factor.secret, ...factor.recoveryCodes, ...codes])
      expect(rows[0].everything).not.toContain(secret);
    expect(rows[0].everything).toContain(factor.id);
  });

  it('shows the issuer under the name given at enrolment', async () => {
    const { body } = await ada.client.post('/v1/auth/mfa/enroll', { issuer: 'Acme & Söhne' });
    expect(new URL(body.data.totp.uri).searchParams.get('issuer')).toBe('Acme & Söhne');
  });

  it('is limited to 10 per account, without those that were abandoned', async () => {
    for (let n = 0; n < 10; n++) await beginFactor(ada.client);
    const full = await ada.client.post('/v1/auth/mfa/enroll', {});
    expect([full.status, full.body.error.code]).toEqual([409, 'INVALID_STATE']);
    await server.db.query(
      `update app.mfa_factors set created_at = now() - interval '2 hours' where user_id = $1`,
      [ada.user.id],
    );
    await beginFactor(ada.client);
    expect((await ada.client.get('/v1/auth/mfa')).body.data.factors).toHaveLength(1);
  });

  it('can be switched off by the tenant', async () => {
    const other = await createTenant(server);
    const user = await signUp(other);
    await server.db.query('insert into app.tenant_settings (tenant_id, auth) values ($1, $2)', [
      other.tenant.id,
      { mfa: { totp: false } },
    ]);
    const { status, body } = await user.client.post('/v1/auth/mfa/enroll', {});
    expect([status, body.error.code]).toEqual([403, 'PROVIDER_DISABLED']);
  });

  it.each([[{ type: 'sms' }], [{ friendly_name: 'x'.repeat(101) }], [{ issuer: 7 }]])(
    'is refused at enrolment with %j',
    async (fields) => {
      expect((await ada.client.post('/v1/auth/mfa/enroll', fields)).status).toBe(400);
    },
  );
});

describe('a sign-in with a second factor', () => {
  it('takes a password and a code, and reaches aal2', async () => {
    const factor = await enroll(ada.client);
    const first = await signIn(ada);
    expect([first.status, first.body.error.code]).toEqual([401, 'MFA_REQUIRED']);
    const { mfa_token, factors } = first.body.error.details;
    expect(factors).toEqual([{ id: factor.id, type: 'totp', friendly_name: null }]);

    const challenge = await tenant
      .as(undefined)
      .post('/v1/auth/mfa/challenge', { factor_id: factor.id, mfa_token }, anotherAddress());
    expect(challenge.status).toBe(200);
    const code = await freshCode(server, factor);
    const fields = { factor_id: factor.id, mfa_token, challenge_id: challenge.body.data.id };
    // The mfa_token says the tenant.
    const second = await tenant.as(undefined).post(verify, { ...fields, code }, anotherAddress());
    expect([second.status, second.body.data.recovery_codes]).toEqual([200, undefined]);
    const client = tenant.as(second.body.data.access_token);
    expect((await client.get('/v1/auth/sessions/current')).body.data.aal).toBe('aal2');
    const claims = JSON.parse(
      Buffer.from(second.body.data.access_token.split('.')[1], 'base64url').toString(),
    );
    expect(claims.aal).toBe('aal2');
    expect(claims.amr.map((one: { method: string }) => one.method)).toEqual(['password', 'totp']);

    // The token is used up.
    const again = await freshCode(server, factor);
    const third = await tenant
      .as(undefined)
      .post(verify, { ...fields, code: again }, anotherAddress());
    expect([third.status, third.body.error.code]).toEqual([401, 'INVALID_TOKEN']);
  });

  it('keeps its mfa_token for 5 minutes, whatever fails, and no longer', async () => {
    const factor = await enroll(ada.client);
    const { mfa_token } = (await signIn(ada)).body.error.details;
    const post = (code: string, more: object = {}) =>
      tenant.post(verify, { factor_id: factor.id, code, mfa_token, ...more }, anotherAddress());
    const wrong = await post(wrongCode(factor));
    expect(wrong.body.error).toMatchObject({
      code: 'INVALID_CREDENTIALS',
      details: { attempts_left: 4 },
    });
    const unknown = await post(await freshCode(server, factor), { challenge_id: 'x' });
    expect([unknown.status, unknown.body.error.code]).toEqual([401, 'OTP_EXPIRED']);
    expect((await post('12345')).status).toBe(400);
    expect((await post(await freshCode(server, factor))).status).toBe(200);

    const late = (await signIn(ada)).body.error.details.mfa_token;
    await server.db.query(
      `update app.auth_challenges set expires_at = now() where user_id = $1 and kind = 'mfa'`,
      [ada.user.id],
    );
    const code = await freshCode(server, factor);
    const { status, body } = await post(code, { mfa_token: late });
    expect([status, body.error.code]).toEqual([401, 'INVALID_TOKEN']);
  });

  it('is refused to a banned user', async () => {
    const factor = await enroll(ada.client);
    const { mfa_token } = (await signIn(ada)).body.error.details;
    await server.db.query('update app.users set banned_at = now() where id = $1', [ada.user.id]);
    const code = await freshCode(server, factor);
    const { body } = await tenant.post(
      verify,
      { factor_id: factor.id, code, mfa_token },
      anotherAddress(),
    );
    expect(body.error.code).toBe('USER_BANNED');
  });

  it('requires an mfa_token or a signed-in user', async () => {
    const factor = await enroll(ada.client);
    const [factor_id, code] = [factor.id, '123456'];
    for (const [path, fields] of [
      [verify, { factor_id, code }],
      ['/v1/auth/mfa/challenge', { factor_id }],
      ['/v1/auth/mfa/recovery-codes/verify', { code }],
    ] as const) {
      const { status, body } = await tenant.post(path, fields, anotherAddress());
      expect([path, status, body.error.code]).toEqual([path, 401, 'UNAUTHORIZED']);
    }
    expect((await tenant.get('/v1/auth/mfa')).body.error.code).toBe('FORBIDDEN');
  });
});

describe('an authenticator code', () => {
  it('is accepted once, even in 20 simultaneous requests', async () => {
    const factor = await enroll(ada.client);
    const code = codeOf(factor);
    const replayed = await ada.client.post(
      verify,
      { factor_id: factor.id, code },
      anotherAddress(),
    );
    expect([replayed.status, replayed.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);

    const fresh = await freshCode(server, factor);
    await server.db.query('delete from app.auth_counters where name = $1', [`mfa:${ada.user.id}`]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        ada.client.post(verify, { factor_id: factor.id, code: fresh }, anotherAddress()),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('may be one step early or late, but not two, and not older than one already used', async () => {
    const factor = await enroll(ada.client);
    const post = async (code: string) =>
      (await ada.client.post(verify, { factor_id: factor.id, code }, anotherAddress())).status;
    await freshCode(server, factor);
    await stepBegin();
    expect(await post(codeOf(factor, -2))).toBe(401);
    expect(await post(codeOf(factor, -1))).toBe(200);
    expect(await post(codeOf(factor, 1))).toBe(200);
    expect(await post(codeOf(factor, 0))).toBe(401);
    expect(await post(codeOf(factor, 3))).toBe(401);
    expect(await aalOf(ada)).toEqual({ current: 'aal2', next: 'aal2' });
  });
});
