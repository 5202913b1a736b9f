import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress } from '../support/users.ts';
import { createForm, getPage, publicPath } from './support.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
const tenant = useTenant(server);
let captcha: Server;
beforeAll(async () => {
  captcha = createServer(async (req, res) => {
    const form = new URLSearchParams(await text(req));
    res.end(JSON.stringify({ success: form.get('response') === 'solved' }));
  }).listen(0, '127.0.0.1');
  await once(captcha, 'listening');
  const { port } = captcha.address() as AddressInfo;
  await tenant.post('/v1/auth-config', {
    captcha: {
      provider: 'turnstile',
      site_key: 'the-site-key',
      secret: 'the secret',
      verify_url: `http://127.0.0.1:${port}/siteverify`,
    },
  });
});
afterAll(() => captcha?.close());

it('a form with captcha takes only what comes with a solved one', async () => {
  const form = await createForm(tenant, { fields: [{ name: 'x' }], settings: { captcha: true } });
  const submit = async (more: object) => {
    const body = { data: { x: '1' }, ...more };
    const path = `${publicPath(form.id)}/submit`;
    return (await tenant.as(undefined).post(path, body, anotherAddress())).status;
  };
  expect(await submit({})).toBe(403);
  expect(await submit({ turnstile_token: 'guessed' })).toBe(403);
  expect(await submit({ is_human: true })).toBe(400);
  expect(await submit({ turnstile_token: 'solved' })).toBe(201);
  const { body } = await tenant.get(`/v1/forms/${form.id}/submissions`);
  expect(body.data.total).toBe(1);
});

it('its page shows the captcha, and posts its answer', async () => {
  const form = await createForm(tenant, { fields: [{ name: 'x' }], settings: { captcha: true } });
  const { body: page, headers } = await getPage(tenant, form.id);
  expect(page).toContain('data-sitekey="the-site-key"');
  expect(headers.get('content-security-policy')).toContain('https://challenges.cloudflare.com');
  const post = async (answer: string) => {
    const body = new URLSearchParams({ x: '1', 'cf-turnstile-response': answer });
    const init = { method: 'POST', body, redirect: 'manual', headers: anotherAddress() } as const;
    return (await fetch(`${server.url}/f/${form.id}`, init)).status;
  };
  expect([await post('guessed'), await post('solved')]).toEqual([403, 303]);
});
