import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { callAtHost } from '../support/at-host.ts';
import { useServer } from '../support/use-server.ts';
import { anybodyAt, signUp } from '../support/users.ts';

const config = '/v1/tenant-config';
const lookup = '/v1/tenants/lookup';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
let api: TenantClient;
let count = 0;
beforeEach(async () => {
  count++;
  api = await createTenant(server, { name: `Tenant ${count}`, slug: `tenant-${count}` });
});

/** Of an address of its own. */
const find = (email: unknown, address = `203.0.113.${count}`) =>
  anybodyAt(server).post(lookup, { email }, { 'x-forwarded-for': address });

describe('the public configuration for a sign-in page', () => {
  it('is available however the tenant is named', async () => {
    const { host } = new URL(server.url);
    const slug = api.tenant.slug;
    const anybody = anybodyAt(server);
    const answers = [
      await anybody.get(config, undefined, { 'x-tenant-id': api.tenant.id }),
      await anybody.get(config, undefined, { 'x-tenant-id': slug }),
      await anybody.get(`${config}?tenant_id=${slug}`),
      await callAtHost(server, `${slug}.${host}`, config),
      await api.get(config),
      await (await signUp(api)).client.get(config),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.data).toEqual(answers[0]?.body.data);
    }
    expect(answers[0]?.body.data).toEqual({
      tenant_id: api.tenant.id,
      brand_name: `Tenant ${count}`,
      branding: expect.objectContaining({ brand_name: `Tenant ${count}`, logo_url: null }),
      auth: {
        providers: [],
        email: true,
        phone: true,
        anonymous: true,
        magic_link: true,
        passkeys: true,
        saml: false,
        mfa: true,
        disable_signup: false,
        password_min_length: 8,
        captcha: { provider: null, site_key: null },
      },
      locale: 'en',
      maintenance: null,
      flags: {},
      realtime_url: `${server.url.replace('http', 'ws')}/v1/realtime`,
    });
  });

  it('follows changed settings at once', async () => {
    await api.post('/v1/auth-config', {
      disable_signup: true,
      anonymous: { enabled: false },
      password: { min_length: 10 },
      oauth: { google: { enabled: true, client_id: 'g' }, github: { enabled: false } },
      captcha: { provider: 'turnstile', site_key: 'site' },
    });
    await api.patch('/v1/governance', { password_min_length: 12 });
    const { body } = await api.get(config);
    expect(body.data.auth).toMatchObject({
      providers: [{ provider: 'google', name: 'Google', type: 'oidc' }],
      anonymous: false,
      disable_signup: true,
      password_min_length: 12,
      captcha: { provider: 'turnstile', site_key: 'site' },
    });
    const headers = { 'x-tenant-id': api.tenant.id };
    const mail = { SMTP_URL: 'smtp://mail.example.com' };
    for (const [env, phone] of [
      [mail, false],
      [{ ...mail, SMS_WEBHOOK_URL: 'https://sms.example.com/send' }, true],
    ] as const) {
      const sibling = await server.sibling(env);
      const answer = await anybodyAt(sibling).get(config, undefined, headers);
      expect(answer.body.data.auth.phone).toBe(phone);
      await sibling.close();
    }
  });

  it('contains no secret, and nothing that strangers should not see (T16)', async () => {
    await api.post('/v1/auth-config', {
      oauth: { google: { enabled: true, client_id: 'id-hush', client_secret: 'secret-hush' } },
      captcha: { provider: 'turnstile', site_key: 's', secret: 'captcha-hush' },
      redirect_allow_list: ['https://list-hush.example.com/**'],
    });
    await api.patch('/v1/governance', { data_region: 'local', require_mfa_roles: ['role-hush'] });
    await api.patch('/v1/branding', { custom_domain: 'pending.example.com' });
    const text = JSON.stringify((await api.get(config)).body.data);
    expect(text).not.toMatch(/hush|enc:v1|•|insula-verification|scope|secret/);
  });

  it('requires an existing tenant', async () => {
    const anybody = anybodyAt(server);
    const none = await anybody.get(config);
    expect([none.status, none.body.error.code]).toEqual([400, 'TENANT_REQUIRED']);
    for (const name of ['nobody', 'ten_0', "' or 1=1 --", api.tenant.id.slice(0, -1)]) {
      const { status, body } = await anybody.get(`${config}?tenant_id=${encodeURIComponent(name)}`);
      expect([status, body.error.code]).toEqual([404, 'TENANT_NOT_FOUND']);
    }
    await platformClient(server).post(`/admin/tenants/${api.tenant.id}/suspend`, {});
    const off = await anybody.get(`${config}?tenant_id=${api.tenant.slug}`);
    expect([off.status, off.body.error.code]).toEqual([403, 'TENANT_SUSPENDED']);
  });
});

describe('the tenants of an email', () => {
  it('are those where a user has it, under their display names', async () => {
    const other = await createTenant(server, { name: 'Other' });
    const email = `ada${count}@example.com`;
    expect((await find(email)).body.data).toEqual([]);
    await signUp(api, { email });
    await signUp(other, { email });
    await other.patch('/v1/branding', { brand_name: 'Other brand' });
    const { status, body } = await find(email.toUpperCase());
    expect(status).toBe(200);
    expect(body.data).toEqual([
      { tenant_id: api.tenant.id, brand_name: `Tenant ${count}` },
      { tenant_id: other.tenant.id, brand_name: 'Other brand' },
    ]);
  });

  it('are empty for an unknown email, and leave out suspended and deleted tenants', async () => {
    const email = `eve${count}@example.com`;
    await signUp(api, { email });
    expect((await find(email)).body.data).toHaveLength(1);
    const operator = platformClient(server);
    const tenant = `/admin/tenants/${api.tenant.id}`;
    await operator.post(`${tenant}/suspend`, {});
    expect((await find(email)).body.data).toEqual([]);
    await operator.post(`${tenant}/activate`, {});
    expect((await find(email)).body.data).toHaveLength(1);
    const { confirm_token } = (await operator.delete(tenant)).body.error;
    await operator.delete(`${tenant}?force=true&confirm_token=${confirm_token}`);
    expect((await find(email)).body.data).toEqual([]);
  });

  it.each(['', 'x', 'a@b@c', null, 7, ['a@example.com'], `${'a'.repeat(255)}@example.com`])(
    'of %j are refused',
    async (email) => {
      const { status, body } = await find(email);
      expect([status, body.error.param]).toEqual([400, 'email']);
    },
  );

  it('leave out copies that send nothing: sandboxes, and clones until their outbound is on', async () => {
    const email = `copied-${count}@example.com`;
    await signUp(api, { email });
    const set = (fields: string) =>
      server.db.query(`update app.tenants set ${fields} where tenant_id = $1`, [api.tenant.id]);
    await set(`cloned_from = 'ten_origin', outbound = 'off', outbound_at = now()`);
    expect((await find(email)).body.data).toEqual([]);
    await set(`outbound = 'on'`);
    expect((await find(email)).body.data).toHaveLength(1);
    await set('is_sandbox = true');
    expect((await find(email)).body.data).toEqual([]);
  });

  it('are limited to 30 requests per five minutes and IP address (T16)', async () => {
    const asks = Array.from({ length: 200 }, (_, n) => find(`a${n}@example.com`, '192.0.2.1'));
    const answers = await Promise.all(asks);
    const of = (status: number) => answers.filter((answer) => answer.status === status);
    expect([of(200).length, of(429).length]).toEqual([30, 170]);
    for (const { body } of of(200)) expect(body.data).toEqual([]);
    const refused = of(429)[0];
    expect(refused?.body.error).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    // Written in front of what the proxy saw, another address does not help.
    expect((await find('a@example.com', '198.51.100.200, 192.0.2.1')).status).toBe(429);
    expect((await find('a@example.com', '192.0.2.2')).status).toBe(200);
  });
});
