import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createPlace, outcome, type Place } from './signin-support.ts';

/** Speaks as Turnstile and hCaptcha do: one answer is right, once. */
let captcha: Server;
let asked: URLSearchParams[] = [];
let status = 200;
let server: TestServer;
let at: Place;
beforeAll(async () => {
  captcha = createServer(async (req, res) => {
    const form = new URLSearchParams(await text(req));
    asked.push(form);
    const success = form.get('response') === 'solved' && form.get('secret') === 'the secret';
    res.writeHead(status, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ success }));
  });
  captcha.listen(0, '127.0.0.1');
  await once(captcha, 'listening');
  server = await startTestServer({
    TRUSTED_PROXIES: 'loopback',
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
  });
});
beforeEach(async () => {
  asked = [];
  status = 200;
  at = await createPlace(server);
  const { port } = captcha.address() as AddressInfo;
  const { status: done } = await at.api.post('/v1/auth-config', {
    captcha: {
      provider: 'turnstile',
      site_key: 'key',
      secret: 'the secret',
      verify_url: `http://127.0.0.1:${port}/siteverify`,
    },
  });
  expect(done).toBe(200);
});
afterAll(async () => {
  await server.close();
  captcha.close();
});

const email = 'ada@example.com';
const password = 'correct horse battery';
const operations: [string, object, number][] = [
  ['signup', { email, password }, 201],
  ['signin', { email, password }, 401],
  ['token?grant_type=password', { email, password }, 401],
  ['otp', { email }, 200],
  ['magic-link', { email }, 200],
  ['forgot-password', { email }, 200],
  ['resend', { email, type: 'signup' }, 200],
];

it.each(operations)('%s requires a solved captcha', async (path, body, done) => {
  expect(outcome(await at.post(path, body))).toEqual([403, 'CAPTCHA_FAILED']);
  expect(asked).toEqual([]);
  const bad = await at.post(path, { ...body, turnstile_token: 'guessed' });
  expect(outcome(bad)).toEqual([403, 'CAPTCHA_FAILED']);
  const from = { 'x-forwarded-for': '192.0.2.77' };
  const good = await at.post(path, { ...body, turnstile_token: 'solved' }, from);
  expect(good.status).toBe(done);
  expect(asked.at(-1)?.get('remoteip')).toBe('192.0.2.77');
});

it('an unreachable captcha provider lets no one in', async () => {
  status = 500;
  const answer = await at.post('otp', { email, turnstile_token: 'solved' });
  expect(outcome(answer)).toEqual([502, 'UPSTREAM_ERROR']);
});

it('a captcha is not required without a provider, or before its secret is set', async () => {
  await at.configure({ captcha: { provider: 'turnstile', site_key: 'key' } });
  expect((await at.post('otp', { email })).status).toBe(200);
  await at.configure({});
  expect((await at.post('otp', { email, turnstile_token: 'any' })).status).toBe(200);
  expect(asked).toEqual([]);
});
