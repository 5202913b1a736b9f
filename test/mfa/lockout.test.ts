import { beforeEach, describe, expect, it } from 'vitest';
import { earlier } from '../support/earlier.ts';
import { codeOf, enroll, type Factor, freshCode, wrongCode } from '../support/totp.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, type SignedUp, signUp } from '../support/users.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
const tenant = useTenant(server);
let ada: SignedUp;
let factor: Factor & { recoveryCodes: string[] };
beforeEach(async () => {
  ada = await signUp(tenant);
  factor = await enroll(ada.client);
});

const verify = '/v1/auth/mfa/verify';
const recover = '/v1/auth/mfa/recovery-codes/verify';

const signIn = async ({ email, password }: SignedUp): Promise<string> => {
  const { body } = await tenant.post('/v1/auth/signin', { email, password }, anotherAddress());
  return body.error.details.mfa_token;
};
const post = (code: string, client = ada.client, mfa_token?: string) =>
  client.post(verify, { factor_id: factor.id, code, mfa_token }, anotherAddress());

async function fail(times: number) {
  const codes = [];
  for (let n = 0; n < times; n++) codes.push((await post(wrongCode(factor))).body.error.code);
  return codes;
}

const wrong = 'INVALID_CREDENTIALS';
const passLock = () =>
  server.db.query(
    `update app.auth_counters set locked_until = ${earlier('locked_until', "interval '15 minutes'")},
       started_at = ${earlier('started_at', "interval '15 minutes'")} where name = $1`,
    [`mfa:${ada.user.id}`],
  );

describe('five wrong codes', () => {
  it('lock the second factor for 15 minutes: the right code is refused too, then accepted', async () => {
    expect(await fail(5)).toEqual(Array(5).fill(wrong));
    const { status, headers, body } = await post(await freshCode(server, factor));
    expect([status, body.error.code]).toEqual([429, 'MFA_LOCKED']);
    const left = Date.parse(body.error.details.locked_until) - Date.now();
    expect(left).toBeGreaterThan(14 * 60_000);
    expect(left).toBeLessThan(16 * 60_000);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    // Trying on does not make it longer.
    await fail(3);
    await passLock();
    expect((await post(await freshCode(server, factor))).status).toBe(200);
    expect(await fail(1)).toEqual([wrong]);
  });

  it('report how many attempts are left, and after the fifth until when it is locked', async () => {
    await fail(3);
    const fourth = (await post(wrongCode(factor))).body.error;
    expect(fourth.details).toEqual({ attempts_left: 1 });
    const fifth = (await post(wrongCode(factor))).body.error;
    expect(fifth.details).toEqual({ attempts_left: 0, locked_until: expect.any(String) });
  });

  it('are counted across sessions, sign-ins, recovery codes, removal and restarts', async () => {
    await fail(1);
    expect((await post(wrongCode(factor), tenant, await signIn(ada))).body.error.code).toBe(wrong);
    const mfa_token = await signIn(ada);
    const code = 'aaaa-bbbb-cccc-dddd';
    expect(
      (await tenant.post(recover, { mfa_token, code }, anotherAddress())).body.error.code,
    ).toBe(wrong);
    const path = `/v1/auth/mfa/${factor.id}`;
    const removal = await ada.client.delete(path, { code: wrongCode(factor) }, anotherAddress());
    expect(removal.body.error.code).toBe(wrong);
    // A server that was started again, on the same database.
    const sibling = await server.sibling({ BASE_URL: server.url });
    const there = async (path: string, body: object) => {
      const authorization = `Bearer ${ada.session.access_token}`;
      const headers = { authorization, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(sibling.url + path, init)).status;
    };
    const wrongThere = { factor_id: factor.id, code: wrongCode(factor) };
    const rightThere = { factor_id: factor.id, code: await freshCode(server, factor) };
    expect(await there(verify, wrongThere)).toBe(401);
    expect(await there(verify, rightThere)).toBe(429);
    await sibling.close();

    const locked = await Promise.all([
      post(codeOf(factor)),
      post(codeOf(factor), tenant, await signIn(ada)),
      tenant.post(recover, { mfa_token, code: factor.recoveryCodes[0] }, anotherAddress()),
      ada.client.delete(path, { code: codeOf(factor) }, anotherAddress()),
    ]);
    expect(locked.map(({ body }) => body.error.code)).toEqual(Array(4).fill('MFA_LOCKED'));
  });

  it('are all that is evaluated of 50 simultaneous attempts', async () => {
    const code = wrongCode(factor);
    const mfa_token = await signIn(ada);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 ? post(code) : post(code, tenant.as(undefined), mfa_token),
      ),
    );
    const codes = answers.map(({ body }) => body.error.code).toSorted();
    expect(codes).toEqual([...Array(5).fill(wrong), ...Array(45).fill('MFA_LOCKED')]);
  });

  it('are also counted in a dry run', async () => {
    const code = wrongCode(factor);
    for (const path of [verify, recover]) {
      const fields = { factor_id: factor.id, code };
      const dry = await ada.client.post(`${path}?dry_run=true`, fields, anotherAddress());
      expect([dry.status, dry.body.error.param]).toEqual([400, 'dry_run']);
    }
    for (let n = 0; n < 5; n++) {
      const path = `/v1/auth/mfa/${factor.id}?dry_run=true`;
      expect((await ada.client.delete(path, { code }, anotherAddress())).body.error.code).toBe(
        wrong,
      );
    }
    expect((await post(await freshCode(server, factor))).status).toBe(429);
  });

  it('do not add up across a right code, or over more than 15 minutes', async () => {
    await fail(4);
    expect((await post(await freshCode(server, factor))).status).toBe(200);
    expect(await fail(4)).toEqual(Array(4).fill(wrong));
    await passLock();
    expect(await fail(1)).toEqual([wrong]);
    expect((await post(await freshCode(server, factor))).status).toBe(200);
  });

  it('lock no other user', async () => {
    await fail(6);
    const other = await signUp(tenant);
    expect(await enroll(other.client)).toMatchObject({ recoveryCodes: expect.any(Array) });
  });

  it('do not include malformed codes, or codes for unknown factors', async () => {
    for (let n = 0; n < 6; n++) {
      expect((await post('12')).status).toBe(400);
      const body = { factor_id: 'mfa_0', code: '123456' };
      expect((await ada.client.post(verify, body, anotherAddress())).status).toBe(404);
    }
    expect(await fail(1)).toEqual([wrong]);
  });
});
