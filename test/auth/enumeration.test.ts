import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../support/api.ts';
import { earlier } from '../support/earlier.ts';
import { functionsEntered } from '../support/functions-entered.ts';
import { forgetLimits, messagesTo } from '../support/mailbox.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';
import { createPlace, outcome, type Place } from './signin-support.ts';

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' }, { hasRealPasswords: true });
let at: Place;
let ada: SignedUp;
beforeAll(async () => {
  at = await createPlace(server);
  ada = await signUp(at.api);
});
beforeEach(() => forgetLimits(server));

const nobody = 'nobody@example.com';
const password = 'not the password';

/** An answer without what is another each time. */
const essence = ({ status, headers, body }: Answer) => ({
  status,
  headers: [...headers].filter(([name]) => !/^(date|x-request-id|x-tx-id|etag)$/.test(name)),
  text: JSON.stringify({ ...body, request_id: '' })
    .replaceAll(/(?<=[a-z]_)[0-9a-f]{32}/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, '')
    .replaceAll(ada.email, 'somebody')
    .replaceAll(nobody, 'somebody'),
});
/** Headers count bytes: the two addresses are of different lengths. */
const withoutLength = ({ headers, ...rest }: ReturnType<typeof essence>) => ({
  ...rest,
  headers: headers.filter(([name]) => name !== 'content-length'),
});

describe('known and unknown users', () => {
  const operations: [string, string, (email: string) => object][] = [
    ['a wrong password', 'signin', (email) => ({ email, password })],
    ['a code', 'otp', (email) => ({ email })],
    ['a code without a new user', 'otp', (email) => ({ email, create_user: false })],
    ['a magic link', 'magic-link', (email) => ({ email })],
    ['a magic link without a new user', 'magic-link', (email) => ({ email, create_user: false })],
    ['a forgotten password', 'forgot-password', (email) => ({ email })],
    ['another message', 'resend', (email) => ({ email, type: 'signup' })],
    ['another message of a change', 'resend', (email) => ({ email, type: 'email_change' })],
    ['a wrong code', 'otp/verify', (email) => ({ email, type: 'recovery', token: '000000' })],
    ['a reset by code', 'reset-password', (email) => ({ email, token: '000000', password })],
  ];

  it.each(operations)('get the same answer to %s', async (_, path, body) => {
    for (let round = 0; round < 2; round++) {
      const known = essence(await at.post(path, body(ada.email)));
      const unknown = essence(await at.post(path, body(nobody)));
      expect(withoutLength(known)).toEqual(withoutLength(unknown));
    }
  });

  it('get the same answer to a sign-up that needs confirmation', async () => {
    await at.configure({ email: { confirm: true } });
    const known = essence(await at.post('signup', { email: ada.email, password }));
    const unknown = essence(await at.post('signup', { email: nobody, password }));
    expect(known.status).toBe(201);
    expect(withoutLength(known)).toEqual(withoutLength(unknown));
    await at.configure({});
    await server.db.query('delete from app.users where email = $1', [nobody]);
  });

  it.each<[string, (email: string) => object]>([
    ['auth_signin_begin', (email) => ({ email })],
    ['auth_otp', (email) => ({ email })],
    ['auth_otp', (email) => ({ email, create_user: false })],
    ['auth_magic_link', (email) => ({ email })],
    ['auth_forgot_password', (email) => ({ email })],
    ['auth_reset_password', (email) => ({ email, token: '000000', made: {} })],
  ])('cause the same work for %s, except for the row of the message', async (operation, args) => {
    const work = async (email: string) =>
      (await functionsEntered(server, at.api.tenant.id, operation, args(email))).filter(
        (entry) => !/^app\.(message_send|new_id) /.test(entry),
      );
    const known = await work(ada.email);
    expect(known).toContain('auth.authenticate 1');
    expect(await work(nobody)).toEqual(known);
  });
});

describe('wrong passwords', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const signin = (email: string, secret: string, address: string) =>
    at.post('signin', { email, password: secret }, from(address));

  it('lock the account for their IP address after ten, and for no other address', async () => {
    const tries = await Promise.all(
      Array.from({ length: 14 }, () => signin(ada.email, password, '192.0.2.10')),
    );
    const codes = tries.map((answer) => outcome(answer)[1]);
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10);
    expect(codes.filter((code) => code === 'ACCOUNT_LOCKED')).toHaveLength(4);
    const locked = await signin(ada.email, ada.password, '192.0.2.10');
    expect(outcome(locked)).toEqual([429, 'ACCOUNT_LOCKED']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(Date.parse(locked.body.error.details.locked_until)).toBeGreaterThan(Date.now());
    expect((await signin(ada.email, ada.password, '192.0.2.11')).status).toBe(200);
    // Counts are in the database: another process continues them.
    const sibling = await server.sibling();
    const there = await fetch(`${sibling.url}/v1/auth/signin`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-tenant-id': at.api.tenant.id,
        ...from('192.0.2.10'),
      },
      body: JSON.stringify({ email: ada.email, password: ada.password }),
    });
    expect(there.status).toBe(429);
    await sibling.close();
  });

  it('lock an IP address that has tried 50, whichever the accounts', async () => {
    await signin(nobody, password, '192.0.2.20');
    await server.db.query(
      `update app.auth_counters set count = 50 where tenant_id = $1 and name = 'signin:192.0.2.20'`,
      [at.api.tenant.id],
    );
    expect(outcome(await signin(ada.email, ada.password, '192.0.2.20'))).toEqual([
      429,
      'RATE_LIMITED',
    ]);
    expect((await signin(ada.email, ada.password, '192.0.2.21')).status).toBe(200);
  });
});

describe('authentication messages', () => {
  it('go to an address at most once in 60 seconds and ten times an hour, from all callers together', async () => {
    const email = 'flooded@example.com';
    const ask = (path: string) => at.post(path, { email });
    for (const path of ['otp', 'magic-link', 'otp']) expect((await ask(path)).status).toBe(200);
    expect(await messagesTo(server, email)).toHaveLength(1);
    for (let i = 0; i < 11; i++) {
      await server.db.query(
        `update app.auth_counters set started_at = ${earlier('started_at', "interval '61 s'")} where name = $1`,
        [`message:${email}`],
      );
      expect((await ask('otp')).status).toBe(200);
    }
    expect(await messagesTo(server, email)).toHaveLength(10);
  });

  it('are caused by an IP address at most 30 times an hour, whatever headers it sends without a proxy', async () => {
    const send = (n: number, path = 'otp') =>
      at.post(path, { email: `n${n}@example.com` }, { 'x-forwarded-for': '192.0.2.30' });
    await send(0);
    await server.db.query(
      `update app.auth_counters set count = 30 where name = 'messages-from:192.0.2.30'`,
    );
    for (const path of ['otp', 'magic-link', 'forgot-password'])
      expect(outcome(await send(1, path))).toEqual([429, 'RATE_LIMITED']);

    const sibling = await server.sibling({ TRUSTED_PROXIES: '' });
    const statuses = [];
    for (let i = 0; i < 32; i++) {
      const { status } = await fetch(`${sibling.url}/v1/auth/otp/verify`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-tenant-id': at.api.tenant.id,
          'x-forwarded-for': `192.0.2.${i}`,
          forwarded: `for=192.0.2.${i}`,
        },
        body: JSON.stringify({ type: 'email', token: 'x' }),
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(30).fill(401), 429, 429]);
    await sibling.close();
  });
});
