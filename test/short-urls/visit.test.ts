import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { crowd } from '../support/crowd.ts';
import { uploadText } from '../support/seed-files.ts';
import { useServer } from '../support/use-server.ts';
import { atHost, browser, create, find, url, visit } from './support.ts';

const path = '/v1/short-urls';
const server = useServer();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

/** The client of the API holds answers against their bodies, which HEAD has none of. */
const head = (slug: string, headers = {}) =>
  fetch(`${server.url}/s/${slug}`, { method: 'HEAD', redirect: 'manual', headers });

describe('following a short URL', () => {
  it('redirects, and reveals no more than that', async () => {
    const { slug } = await create(api);
    const { status, headers, body } = await visit(api, slug, browser);
    expect([status, headers.get('location'), body]).toEqual([302, url, '']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('answers HEAD alike, which is no click', async () => {
    const { id, slug } = await create(api, { url, max_clicks: 1 });
    const { status, headers } = await head(slug);
    expect([status, headers.get('location')]).toEqual([302, url]);
    expect((await find(api, id)).clicks).toBe(0);
  });

  it('ignores parameters that others have added, and any token', async () => {
    const { slug } = await create(api);
    const other = await createTenant(server);
    for (const query of ['utm_source=x&fbclid=1', 'ref=a&tenant_id=nobody', 'q=1&q=2'])
      expect((await other.get(`/s/${slug}?${query}`)).headers.get('location')).toBe(url);
    expect((await visit(api, slug, { authorization: 'Bearer junk' })).status).toBe(302);
  });

  it('adds the parameters of its campaign, if the target does not have them already', async () => {
    const { slug } = await create(api, {
      url: 'https://example.com/a?x=%20~&utm_source=own#part',
      utm: { source: 'mail', campaign: 'a b&c' },
    });
    expect((await visit(api, slug)).headers.get('location')).toBe(
      'https://example.com/a?x=%20~&utm_source=own&utm_campaign=a+b%26c#part',
    );
  });

  it('ends when it has expired: at expired_url, or with 410 as people or programs read it', async () => {
    const expires_at = new Date(Date.now() - 1000).toISOString();
    const over = await create(api, { url, expires_at });
    expect(over.is_active).toBe(false);
    const json = await visit(api, over.slug);
    expect([json.status, json.body.error.code]).toEqual([410, 'GONE']);
    const page = await visit(api, over.slug, browser);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      410,
      'text/html; charset=utf-8',
    ]);
    expect(page.body).toContain('<h1>This link no longer works</h1>');
    const elsewhere = await create(api, {
      url,
      expires_at,
      expired_url: 'https://example.com/over',
    });
    expect((await visit(api, elsewhere.slug)).headers.get('location')).toBe(
      'https://example.com/over',
    );
  });

  it('is 404 for an unknown slug, and the same for a former one', async () => {
    const { id, slug } = await create(api);
    await visit(api, slug);
    const { confirm_token } = (await api.delete(`${path}/${id}`)).body.error;
    await api.delete(`${path}/${id}?confirm_token=${confirm_token}`);
    for (const gone of [slug, 'nobodys', 'a%2Fb']) {
      const { status, body } = await visit(api, gone);
      expect([gone, status, body.error.code]).toEqual([gone, 404, 'NOT_FOUND']);
      expect((await visit(api, gone, browser)).body).toContain('There is nothing here');
    }
  });

  it('finds a slug as soon as it is there, though it was looked for before', async () => {
    expect((await visit(api, 'soon')).status).toBe(404);
    await create(api, { url, slug: 'soon' });
    expect((await visit(api, 'soon')).status).toBe(302);
  });

  it('stops while its tenant is suspended', async () => {
    const { slug } = await create(api);
    const operator = platformClient(server);
    await operator.post(`/admin/tenants/${api.tenant.id}/suspend`, {});
    expect((await visit(api, slug)).status).toBe(403);
    await operator.post(`/admin/tenants/${api.tenant.id}/activate`);
    expect((await visit(api, slug)).status).toBe(302);
  });

  it('is refused to an address that does nothing else', async () => {
    const { slug } = await create(api);
    const answers = await crowd(620, () => head(slug, { 'x-forwarded-for': '192.0.2.77' }));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect((await visit(api, slug, { 'x-forwarded-for': '192.0.2.78' })).status).not.toBe(404);
  });
});

describe('a short URL with a password', () => {
  const form = (slug: string, password: string, headers: object = browser) =>
    api.as(undefined).send('POST', `/s/${slug}`, {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ password }).toString(),
    });

  it('asks for it on a page that runs no script and does not reveal the target', async () => {
    const { id, slug } = await create(api, { url, title: 'Secret', password: 'open sesame' });
    for (const accept of [browser, {}]) {
      const { status, headers, body } = await visit(api, slug, accept);
      expect([status, headers.get('location')]).toEqual([200, null]);
      expect(body).toContain('<form method="post">');
      expect(body).not.toMatch(/example\.com|Secret|<script/);
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script|example/);
    }
    const json = await visit(api, slug, { accept: 'application/json' });
    expect([json.status, json.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await find(api, id)).clicks).toBe(0);
  });

  it('leads on with the right one, from a form or as JSON', async () => {
    const { id, slug } = await create(api, { url, password: 'öpen sesame' });
    const sent = await form(slug, 'öpen sesame');
    expect([sent.status, sent.headers.get('location')]).toEqual([303, url]);
    const { status } = await api.as(undefined).post(`/s/${slug}`, { password: 'öpen sesame' });
    expect(status).toBe(303);
    expect((await find(api, id)).clicks).toBe(2);
  });

  it('shows the page again with 401 for a wrong one, which is no click', async () => {
    const { id, slug } = await create(api, { url, password: 'open sesame' });
    const { status, headers, body } = await form(slug, 'sesame');
    expect([status, headers.get('location')]).toEqual([401, null]);
    expect(body).toContain('This is not the password');
    expect(body).not.toContain('example.com');
    const json = await api.as(undefined).post(`/s/${slug}`, { password: 'sesame' });
    expect([json.status, json.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await find(api, id)).clicks).toBe(0);
  });

  it('refuses an address that tries many, and no other', async () => {
    const { slug } = await create(api, { url, password: 'open sesame' });
    const from = (last: number) => ({ ...browser, 'x-forwarded-for': `192.0.2.${last}` });
    for (let tries = 0; tries < 10; tries += 1)
      expect((await form(slug, `wrong ${tries}`, from(1))).status).toBe(401);
    const { status, headers, body } = await form(slug, 'open sesame', from(1));
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(body).toContain('Too many');
    expect((await form(slug, 'open sesame', from(2))).status).toBe(303);
    const second = await create(api, { url, password: 'open sesame' });
    expect((await form(second.slug, 'open sesame', from(1))).status).toBe(303);
  });

  it('asks for a new one that was set meanwhile', async () => {
    const { id, slug } = await create(api, { url, password: 'one' });
    await api.patch(`${path}/${id}`, { password: 'two' });
    expect((await form(slug, 'one')).status).toBe(401);
    expect((await form(slug, 'two')).status).toBe(303);
    await api.patch(`${path}/${id}`, { password: null });
    expect((await form(slug, 'whatever')).status).toBe(303);
  });
});

describe('a short URL to a file', () => {
  it('leads to the content of a private one by a URL that is signed now', async () => {
    const file = await uploadText(api, 'plan.txt');
    const made = await create(api, { file_id: file.id });
    expect([made.url, made.file_id]).toEqual([null, file.id]);
    const { headers } = await visit(api, made.slug);
    const content = await fetch(headers.get('location') as string);
    expect([content.status, await content.text()]).toEqual([200, expect.any(String)]);
    expect(headers.get('location')).toMatch(/[?&]token=/);
    expect((await fetch(`${server.url}/v1/files/${file.id}/content`)).status).toBe(401);
  });

  it('leads to a public one plainly', async () => {
    const file = await uploadText(api, 'plan.txt');
    await api.patch(`/v1/files/${file.id}`, { access: 'public' });
    const { slug } = await create(api, { file_id: file.id });
    const location = (await visit(api, slug)).headers.get('location') as string;
    expect([location.includes('token='), (await fetch(location)).status]).toEqual([false, 200]);
  });

  it('ends with the file, and leads to nothing of another tenant', async () => {
    const file = await uploadText(api, 'plan.txt');
    const { slug } = await create(api, { file_id: file.id });
    await api.delete(`/v1/files/${file.id}`);
    expect((await visit(api, slug)).status).toBe(410);
    const other = await createTenant(server);
    expect((await other.post(path, { file_id: file.id })).status).toBe(404);
    const both = await api.post(path, { url, file_id: (await uploadText(api, 'b.txt')).id });
    expect([both.status, both.body.error.param]).toEqual([400, 'file_id']);
  });
});

describe('a domain of the tenant’s own', () => {
  const own = async (host: string) =>
    server.db.query('insert into app.tenant_hosts (host, tenant_id) values ($1, $2)', [
      host,
      api.tenant.id,
    ]);

  it('has only slugs of its own', async () => {
    await own('go.example.com');
    const here = await create(api, { url, slug: 'promo', domain: 'Go.Example.com' });
    expect(here).toMatchObject({
      domain: 'go.example.com',
      short_url: 'http://go.example.com/s/promo',
    });
    const other = await createTenant(server);
    const there = 'https://example.com/there';
    await create(other, { url: there, slug: 'promo', domain: new URL(server.url).host });
    expect(await atHost(server, 'go.example.com', '/s/promo')).toEqual([302, url]);
    expect(await atHost(server, new URL(server.url).host, '/s/promo')).toEqual([302, there]);
    await create(other, { url: there, slug: 'theirs' });
    expect((await atHost(server, 'go.example.com', '/s/theirs'))[0]).toBe(404);
    // How a proxy may call Insula: an unknown host.
    expect(await atHost(server, 'insula.internal', '/s/theirs')).toEqual([302, there]);
    expect((await other.post(path, { url, domain: 'go.example.com' })).status).toBe(400);
  });

  it('is no target of a short URL', async () => {
    await own('loop.example.com');
    const { status, body } = await api.post(path, { url: 'https://loop.example.com/s/x' });
    expect([status, body.error.details[0].code]).toEqual([400, 'loop']);
    expect((await api.post(path, { url: 'https://loop.example.com/x' })).status).toBe(201);
  });
});
