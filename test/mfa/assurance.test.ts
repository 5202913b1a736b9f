import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant } from '../support/api.ts';
import { beginFactor, codeOf, enroll, freshCode } from '../support/totp.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, type SignedUp, signUp } from '../support/users.ts';

const server = useServer();
const tenant = useTenant(server);
let ada: SignedUp;
beforeEach(async () => {
  ada = await signUp(tenant);
});

const verify = '/v1/auth/mfa/verify';
const recovery = '/v1/auth/mfa/recovery-codes';

async function signIn({ email, password }: SignedUp): Promise<Client> {
  const { body } = await tenant.post('/v1/auth/signin', { email, password }, anotherAddress());
  return tenant.as(body.data.access_token);
}
const mfaToken = async ({ email, password }: SignedUp): Promise<string> => {
  const { body } = await tenant.post('/v1/auth/signin', { email, password }, anotherAddress());
  return body.error.details.mfa_token;
};
const password = () => ({ email: ada.email, password: ada.password });
const aalOf = async (user: Client) =>
  (await user.get('/v1/auth/sessions/current')).body.data.aal as string;
const journal = async (id: string) =>
  (
    await server.db.query(
      `select type from app.journal where resource_id = $1 and type like 'mfa.%' order by id`,
      [id],
    )
  ).rows.map(({ type }) => type);

describe('a session from before the second factor', () => {
  it('stays at aal1: neither a refresh nor the factor of another session raises it', async () => {
    const before = (await tenant.post('/v1/auth/signin', password(), anotherAddress())).body.data;
    await enroll(ada.client);
    const refreshed = await tenant.post('/v1/auth/refresh', {
      refresh_token: before.refresh_token,
    });
    const old = tenant.as(refreshed.body.data.access_token);
    expect(await aalOf(old)).toBe('aal1');
    expect((await old.get('/v1/auth/mfa')).body.data.aal).toEqual({
      current: 'aal1',
      next: 'aal2',
    });
    // And a refresh of one that has it keeps it.
    const own = await tenant.post('/v1/auth/refresh', {
      refresh_token: ada.session.refresh_token,
    });
    expect(await aalOf(tenant.as(own.body.data.access_token))).toBe('aal2');
  });

  it('cannot add a way to sign in', async () => {
    const thief = await signIn(ada);
    const begun = await beginFactor(thief);
    await enroll(ada.client);
    const attempts = [
      await thief.post('/v1/auth/mfa/enroll', {}),
      await thief.post(verify, { factor_id: begun.id, code: codeOf(begun) }, anotherAddress()),
      await thief.post('/v1/auth/passkeys/register/options', {}),
      await thief.post(recovery),
    ];
    for (const { status, body } of attempts)
      expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_AAL']);
    const mfa_token = await mfaToken(ada);
    const fields = { factor_id: begun.id, code: codeOf(begun), mfa_token };
    expect((await tenant.post(verify, fields, anotherAddress())).status).toBe(404);
    expect(await aalOf(thief)).toBe('aal1');
  });

  it('does nothing in a tenant that requires a second factor of its role, until it has one', async () => {
    const strict = await createTenant(server);
    const user = await signUp(strict);
    await server.db.query(`update app.tenants set mfa_roles = '{user}' where tenant_id = $1`, [
      strict.tenant.id,
    ]);
    const { status, body } = await user.client.get('/v1/object-types');
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_AAL']);
    await enroll(user.client);
    expect((await user.client.get('/v1/object-types')).status).toBe(200);
  });
});

describe('removing a second factor', () => {
  it('requires a code of that factor, or aal2', async () => {
    const old = await signIn(ada);
    const factor = await enroll(ada.client);
    const path = `/v1/auth/mfa/${factor.id}`;
    const bare = await old.delete(path);
    expect([bare.status, bare.body.error.code]).toEqual([403, 'INSUFFICIENT_AAL']);
    const used = await old.delete(path, { code: codeOf(factor) });
    expect([used.status, used.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    const gone = await old.delete(path, { code: await freshCode(server, factor) });
    expect(gone.body.data).toEqual({ id: factor.id, deleted: true });
    expect((await old.delete(path)).status).toBe(404);
    expect(await journal(factor.id)).toEqual(['mfa.enrolled', 'mfa.removed']);
    const second = await enroll(ada.client);
    expect((await ada.client.delete(`/v1/auth/mfa/${second.id}`)).status).toBe(200);
  });

  it('lowers the other sessions to aal1, and deletes recovery codes with the last factor', async () => {
    const factor = await enroll(ada.client);
    const code = await freshCode(server, factor);
    const fields = { factor_id: factor.id, mfa_token: await mfaToken(ada), code };
    const { body } = await tenant.post(verify, fields, anotherAddress());
    const other = tenant.as(body.data.access_token);
    const second = await enroll(ada.client);
    expect(second.recoveryCodes).toEqual([]);
    expect(await aalOf(other)).toBe('aal2');

    await ada.client.delete(`/v1/auth/mfa/${second.id}`);
    expect([await aalOf(ada.client), await aalOf(other)]).toEqual(['aal2', 'aal1']);
    expect((await ada.client.get(recovery)).body.data).toEqual({ total: 10, remaining: 10 });
    await ada.client.delete(`/v1/auth/mfa/${factor.id}`);
    expect((await ada.client.get(recovery)).body.data).toEqual({ total: 0, remaining: 0 });
    expect((await tenant.post('/v1/auth/signin', password(), anotherAddress())).status).toBe(200);
  });

  it('by an administrator lowers all sessions, and the password alone signs in again', async () => {
    const factor = await enroll(ada.client);
    const path = `/v1/users/${ada.user.id}/mfa`;
    expect((await tenant.get(path)).body.data).toMatchObject([{ id: factor.id }]);
    expect((await tenant.delete(`${path}/${factor.id}`)).status).toBe(200);
    expect(await aalOf(ada.client)).toBe('aal1');
    expect((await ada.client.get(recovery)).body.data.total).toBe(0);
    expect((await tenant.post('/v1/auth/signin', password(), anotherAddress())).status).toBe(200);
    expect((await tenant.delete(`${path}/${factor.id}`)).status).toBe(404);
  });

  it('requires neither for a factor that was never verified', async () => {
    const begun = await beginFactor(ada.client);
    expect((await ada.client.delete(`/v1/auth/mfa/${begun.id}`)).status).toBe(200);
    expect(await journal(begun.id)).toEqual([]);
  });
});

describe('recovery codes', () => {
  it('each work once, at a sign-in or to raise a session', async () => {
    const old = await signIn(ada);
    const { recoveryCodes } = await enroll(ada.client);
    const [first = '', second = ''] = recoveryCodes;
    const mfa_token = await mfaToken(ada);
    const signedIn = await tenant
      .as(undefined)
      .post(`${recovery}/verify`, { mfa_token, code: first.toUpperCase().replaceAll('-', ' ') });
    expect(await aalOf(tenant.as(signedIn.body.data.access_token))).toBe('aal2');
    const again = await tenant.post(`${recovery}/verify`, {
      mfa_token: await mfaToken(ada),
      code: first,
    });
    expect([again.status, again.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    const raised = await old.post(`${recovery}/verify`, { code: second });
    expect([raised.status, await aalOf(old)]).toEqual([200, 'aal2']);
    expect((await old.get(recovery)).body.data).toEqual({ total: 10, remaining: 8 });
  });

  it('are accepted once in 10 simultaneous requests', async () => {
    const { recoveryCodes } = await enroll(ada.client);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        ada.client.post(`${recovery}/verify`, { code: recoveryCodes[0] }, anotherAddress()),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('are replaced by new ones', async () => {
    const without = await ada.client.post(recovery);
    expect([without.status, without.body.error.code]).toEqual([409, 'INVALID_STATE']);
    const { recoveryCodes } = await enroll(ada.client);
    const { body } = await ada.client.post(recovery);
    expect(body.data.total).toBe(10);
    expect(new Set([...body.data.codes, ...recoveryCodes]).size).toBe(20);
    const post = async (code: string) =>
      (await ada.client.post(`${recovery}/verify`, { code }, anotherAddress())).status;
    expect([await post(recoveryCodes[0] as string), await post(body.data.codes[0])]).toEqual([
      401, 200,
    ]);
  });

  it('belong only to their user', async () => {
    const { recoveryCodes } = await enroll(ada.client);
    const other = await signUp(tenant);
    await enroll(other.client);
    const body = { code: recoveryCodes[0] };
    expect((await other.client.post(`${recovery}/verify`, body, anotherAddress())).status).toBe(
      401,
    );
  });
});

describe('the factor of another user of the tenant', () => {
  it('is not found, and stays unchanged', async () => {
    const factor = await enroll(ada.client);
    const eve = await signUp(tenant);
    const own = await enroll(eve.client);
    const stranger = await signUp(await createTenant(server));
    const code = await freshCode(server, factor);
    for (const { client } of [eve, stranger]) {
      const fields = { factor_id: factor.id, code };
      const calls = [
        await client.post(verify, fields, anotherAddress()),
        await client.post('/v1/auth/mfa/challenge', { factor_id: factor.id }, anotherAddress()),
        await client.delete(`/v1/auth/mfa/${factor.id}`),
        await client.delete(`/v1/auth/mfa/${factor.id}`, { code }),
      ];
      for (const { status, body } of calls)
        expect([status, body.error.details]).toEqual([404, { resource: 'mfa_factor' }]);
    }
    const asEve = { factor_id: factor.id, code, mfa_token: await mfaToken(eve) };
    expect((await tenant.post(verify, asEve, anotherAddress())).status).toBe(404);
    // A challenge of one's own does not fit another factor.
    const { body } = await eve.client.post(
      '/v1/auth/mfa/challenge',
      { factor_id: own.id },
      anotherAddress(),
    );
    const mixed = { factor_id: factor.id, code, challenge_id: body.data.id };
    expect((await ada.client.post(verify, mixed, anotherAddress())).body.error.code).toBe(
      'OTP_EXPIRED',
    );
    expect(
      (await ada.client.post(verify, { factor_id: factor.id, code }, anotherAddress())).status,
    ).toBe(200);
    expect((await eve.client.get('/v1/auth/mfa')).body.data.factors).toEqual([
      expect.objectContaining({ id: own.id }),
    ]);
  });
});
