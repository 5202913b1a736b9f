import { beforeEach, describe, expect, it } from 'vitest';
import { forgetLimits, lastMessage } from '../support/mailbox.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { createPlace, expired, outcome, type Place } from './signin-support.ts';

const server = useServer();
let at: Place;
const site = 'https://app.example.com';
beforeEach(async () => {
  at = await createPlace(server);
  await forgetLimits(server);
});

let count = 0;
const newEmail = () => `page${++count}@example.com`;
const weak = 'short';
const good = 'correct horse battery';

const browser = { accept: 'text/html,application/xhtml+xml' };
const pressed = { ...browser, 'sec-fetch-site': 'same-origin' };

interface Shown {
  status: number;
  heading: string | undefined;
  html: string;
  location: string | null;
  headers: Headers;
}

async function visit(path: string, init: RequestInit = {}): Promise<Shown> {
  const answer = await fetch(server.url + path, {
    redirect: 'manual',
    ...init,
    headers: { ...browser, ...(init.headers as Record<string, string>) },
  });
  const html = await answer.text();
  return {
    status: answer.status,
    heading: /<h1>(.*?)<\/h1>/.exec(html)?.[1],
    html,
    location: answer.headers.get('location'),
    headers: answer.headers,
  };
}
/** As the form of the page does: its hidden fields are what the link said. */
const press = (path: string, fields: Record<string, string> = {}, headers: object = pressed) => {
  const [page = '', link] = path.split('?');
  const body = new URLSearchParams(link);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return visit(page, { method: 'POST', body, headers: headers as Record<string, string> });
};

const pagePath = (token: string, type: string, redirectTo?: string) =>
  `/v1/auth/verify/page?${new URLSearchParams({ token, type, ...(redirectTo ? { redirect_to: redirectTo } : {}) })}`;

async function magicLink(body: object = {}) {
  const email = newEmail();
  expect((await at.post('magic-link', { email, ...body })).status).toBe(200);
  return { email, ...(await lastMessage(server, email)) };
}

/** An address that was changed: the token that its old mailbox got, and the user who made the change. */
async function changed() {
  const ada = await signUp(at.api);
  const email = newEmail();
  await ada.client.patch('/v1/auth/user', { email });
  const { otp } = await lastMessage(server, email);
  await at.post('otp/verify', { type: 'email_change', email, token: otp });
  const { token, variables } = await lastMessage(server, ada.email);
  expect(variables.type).toBe('email_change_undo');
  const emailNow = async () => (await at.api.get(`/v1/users/${ada.user.id}`)).body.data.email;
  return { ada, email, token, emailNow };
}

describe('the page that a mailed link opens', () => {
  it('can be opened any number of times, and acts once its button is pressed', async () => {
    await at.configure({ site_url: site });
    const { token } = await magicLink();
    const path = pagePath(token, 'magiclink');
    for (const method of ['GET', 'GET', 'HEAD'])
      expect((await visit(path, { method })).status).toBe(200);
    const { heading, html, headers } = await visit(path);
    expect(heading).toMatch(/^Sign in to .+\?$/);
    expect(html).toContain('<form method="post" action="page">');
    expect(html).toContain(`name="token" value="${token}"`);
    expect(html).not.toContain('@example.com');
    expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${site}`);
    expect(headers.get('referrer-policy')).toBe('same-origin');
    const { status, location } = await press(path);
    expect(status).toBe(303);
    const { origin, hash } = new URL(location as string);
    const { access_token, type } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
    expect([origin, type]).toEqual([site, 'magiclink']);
    expect(await at.whoIs({ access_token })).toMatchObject({ email_verified: true });
    for (const again of [await visit(path), await press(path)])
      expect([again.status, again.heading]).toEqual([410, 'This link no longer works']);
  });

  it('answers a wrong, another type’s, or a foreign token 410', async () => {
    const { token } = await magicLink();
    const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const path of [pagePath(token, 'recovery'), pagePath(wrong, 'magiclink')])
      for (const shown of [await visit(path), await press(path)])
        expect([shown.status, shown.heading]).toEqual([410, 'This link no longer works']);
    expect((await at.post('magic-link/verify', { token })).status).toBe(200);
  });

  it('has a button that no other page presses', async () => {
    const { token } = await magicLink();
    const path = pagePath(token, 'magiclink');
    for (const headers of [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: server.url },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ])
      expect((await press(path, {}, headers)).status).toBe(403);
    expect((await press(path, {}, { origin: server.url })).status).toBe(200);
  });

  it('is a page for programs as well, which press its button as a person does', async () => {
    const { token } = await magicLink();
    const link = { token, type: 'magiclink' };
    const page = await at.get(`verify/page?${new URLSearchParams(link)}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const pressed = await at.post('verify/page', link, { 'sec-fetch-site': 'same-origin' });
    expect(pressed.status).toBe(200);
    const again = await at.get(`verify/page?${new URLSearchParams(link)}`);
    expect(outcome(again)).toEqual([410, 'GONE']);
  });

  it('leads nowhere that the tenant has not allowed', async () => {
    const { token } = await magicLink();
    const path = pagePath(token, 'magiclink', 'https://evil.example/');
    expect((await visit(path)).status).toBe(400);
    expect((await press(path)).status).toBe(400);
    expect((await at.post('magic-link/verify', { token })).status).toBe(200);
  });

  it('takes the new password itself where no application does; a weak one uses nothing up', async () => {
    const ada = await signUp(at.api);
    await at.post('forgot-password', { email: ada.email });
    const { token } = await lastMessage(server, ada.email);
    const path = pagePath(token, 'recovery');
    expect((await visit(path)).html).toContain('name="password"');
    for (const fields of [{}, { password: weak }] as Record<string, string>[]) {
      const again = await press(path, fields);
      expect([again.status, again.heading]).toEqual([422, 'Set a new password']);
      expect(again.html).toContain('role="alert"');
      expect(again.html).not.toContain(weak);
    }
    expect((await press(path, { password: good })).status).toBe(200);
    expect((await at.post('signin', { email: ada.email, password: good })).status).toBe(200);
    expect((await ada.client.get('/v1/auth/user')).status).toBe(401);
    expect((await press(path, { password: good })).status).toBe(410);
  });

  it('leads to the application that asks for the new password', async () => {
    await at.configure({ site_url: site });
    const ada = await signUp(at.api);
    await at.post('forgot-password', { email: ada.email });
    const { token } = await lastMessage(server, ada.email);
    const path = pagePath(token, 'recovery');
    expect((await visit(path)).html).not.toContain('name="password"');
    const { status, location } = await press(path);
    expect([status, new URL(location as string).origin]).toEqual([303, site]);
  });
});

describe('a link that a mail program has cut', () => {
  it('shows that it is not complete', async () => {
    const { token } = await magicLink();
    const { status, html } = await visit(pagePath(token.slice(0, -5), 'magiclink'));
    expect(status).toBe(400);
    expect(html).toContain('This link is not complete.');
  });
});

describe('an undo of a change of address', () => {
  it('needs the button of the page, however the link is opened', async () => {
    const { ada, email, token, emailNow } = await changed();
    const link = `/v1/auth/verify?token=${token}&type=email_change_undo`;
    for (const accept of ['text/html', 'application/json', '*/*']) {
      const { status, location } = await visit(link, { headers: { accept } });
      expect([status, location]).toEqual([303, server.url + pagePath(token, 'email_change_undo')]);
    }
    const page = pagePath(token, 'email_change_undo');
    const { heading, html } = await visit(page);
    expect(heading).toBe('Undo this change?');
    expect(html).toContain('every session ends');
    expect(await emailNow()).toBe(email);
    expect((await ada.client.get('/v1/auth/user')).status).toBe(200);
    expect((await press(page)).status).toBe(200);
    expect(await emailNow()).toBe(ada.email);
    expect((await ada.client.get('/v1/auth/user')).status).toBe(401);
  });

  it('is done for programs by POST, and signs in', async () => {
    const { ada, token, emailNow } = await changed();
    const body = { type: 'email_change_undo', token };
    const { status, body: answer } = await at.post('otp/verify', body);
    expect([status, answer.data.user.email]).toEqual([200, ada.email]);
    expect(await emailNow()).toBe(ada.email);
    expect(outcome(await at.post('otp/verify', body))).toEqual(expired);
  });
});

describe('a prefetch', () => {
  const kinds = [
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'prefetch' },
  ];

  it('of a link uses nothing up', async () => {
    const { token } = await magicLink();
    for (const path of [
      `/v1/auth/verify?token=${token}&type=magiclink`,
      pagePath(token, 'magiclink'),
    ])
      for (const kind of kinds) {
        const { status, headers } = await visit(path, { headers: { ...kind, accept: '*/*' } });
        expect([status, headers.get('retry-after')]).toEqual([503, '1']);
      }
    expect((await at.get(`verify?token=${token}&type=magiclink`)).status).toBe(200);
  });

  it('of a short URL counts no click and learns no target', async () => {
    const made = await at.api.post('/v1/short-urls', { url: `${site}/x`, max_clicks: 1 });
    expect(made.body.error).toBeUndefined();
    const { pathname } = new URL(made.body.data.short_url);
    for (const kind of kinds) {
      const { status, location } = await visit(pathname, { headers: kind });
      expect([status, location]).toEqual([503, null]);
    }
    expect((await visit(pathname)).location).toBe(`${site}/x`);
  });
});
