import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { addAuthenticator, findChromium, startBrowser } from '../support/chromium.ts';
import { setPasskeys } from '../support/passkeys.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type SignedUp, signUp } from '../support/users.ts';

const library = new URL(
  '../../node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js',
  import.meta.url,
);
/** The code of a page of an application; `tenant` and `token` come from elsewhere. */
const script = `
const { startRegistration, startAuthentication } = SimpleWebAuthnBrowser;
const api = async (path, body, headers) => {
  const answer = await fetch(apiUrl + '/v1/auth/passkeys/' + path, {
    method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body),
  });
  return answer.json();
};
const register = async (token) => {
  const headers = { authorization: 'Bearer ' + token };
  const { data } = await api('register/options', { friendly_name: 'Laptop' }, headers);
  try {
    const credential = await startRegistration({ optionsJSON: data.options });
    return await api('register/verify', { challenge_id: data.challenge_id, credential }, headers);
  } catch (error) {
    return error.name;
  }
};
const signIn = async (tenant, email) => {
  const { data } = await api('authenticate/options', { email }, { 'x-tenant-id': tenant });
  const credential = await startAuthentication({ optionsJSON: data.options });
  return api('authenticate/verify', { challenge_id: data.challenge_id, credential });
};`;

let site: Server;
let server: TestServer;
let tenant: TenantClient;
let browser: Browser;
let page: Page;
let ada: SignedUp;
beforeAll(async () => {
  const bundle = await readFile(library, 'utf8');
  site = createServer((_, res) => {
    res.setHeader('content-type', 'text/html');
    const apiUrl = `const apiUrl = ${JSON.stringify(server.url)};`;
    res.end(`<!doctype html><script>${bundle}</script><script>${apiUrl}${script}</script>`);
  }).listen(0, 'localhost');
  await once(site, 'listening');
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  server = await startTestServer({ CORS_ORIGINS: origin });
  tenant = await createTenant(server);
  await setPasskeys(server, tenant, { origins: [origin] });
  browser = await startBrowser();
  page = await browser.newPage();
  await page.goto(origin);
});
beforeEach(async () => {
  ada = await signUp(tenant);
});
afterAll(async () => {
  await browser?.close();
  site.close();
  await server?.close();
});

// biome-ignore lint/suspicious/noExplicitAny: the page hands on answers of the API
type Told = any;
/** The outcome of a call in the page. Its errors come without a stack: those of pages lead nowhere here. */
async function inPage(code: string): Promise<Told> {
  return page.evaluate(`${code}.catch((error) => ({ thrown: String(error) }))`);
}
const register = () => inPage(`register(${JSON.stringify(ada.session.access_token)})`);
const signIn = (email?: string) =>
  inPage(`signIn(${JSON.stringify(tenant.tenant.id)}, ${JSON.stringify(email)})`);
const aalOf = async (session: { access_token: string }) =>
  (await tenant.as(session.access_token).get('/v1/auth/sessions/current')).body.data.aal;

describe('a page in Chromium', () => {
  it('registers a passkey and signs in with it, at aal2', async () => {
    const authenticator = await addAuthenticator(page);
    const registered = await register();
    expect(registered).toMatchObject({ success: true, data: { friendly_name: 'Laptop' } });
    expect(await authenticator.count()).toBe(1);
    for (const email of [undefined, ada.email]) {
      const { success, data } = await signIn(email);
      expect([success, data.user.id, await aalOf(data)]).toEqual([true, ada.user.id, 'aal2']);
    }
    const [passkey] = (await ada.client.get('/v1/auth/passkeys')).body.data;
    expect(passkey).toEqual({ ...registered.data, last_used_at: expect.any(String) });
    // The browser is told which passkeys there are, and makes no second one.
    expect(await register()).toBe('InvalidStateError');
    await authenticator.remove();
  });

  it('reaches aal1 with an authenticator that does not verify the user', async () => {
    const authenticator = await addAuthenticator(page, { isVerifying: false });
    expect((await register()).success).toBe(true);
    const { thrown, data } = await signIn(ada.email);
    expect(thrown).toBeUndefined();
    expect([data.user.id, await aalOf(data)]).toEqual([ada.user.id, 'aal1']);
    await authenticator.remove();
  });
});

it('without a browser, the test run names what to install', () => {
  expect(() => findChromium('/nowhere', [])).toThrow(/apt-get install .* chromium/);
});
