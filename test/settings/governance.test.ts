import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { earlier } from '../support/earlier.ts';
import { settle } from '../support/settle.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const path = '/v1/governance';

const server = useServer({ TRUSTED_PROXIES: 'loopback', REGION: 'eu-test' });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

const unset = {
  audit_retention_days: null,
  session_duration_secs: null,
  password_min_length: 8,
  ip_allowlist: [],
  require_mfa_roles: [],
  trash_retention_days: null,
  version_retention: null,
  event_retention_days: null,
  data_region: null,
  timezone: null,
  default_country: null,
  impersonation: 'allowed',
  updated_at: null,
  updated_by: null,
};

describe('the governance of a tenant', () => {
  it('is open at first, stored as set, and null resets a rule', async () => {
    expect((await api.get(path)).body.data).toEqual(unset);
    const rules = {
      audit_retention_days: 30,
      session_duration_secs: 3600,
      password_min_length: 12,
      ip_allowlist: ['127.0.0.0/8', '2001:db8::1'],
      require_mfa_roles: ['admin'],
      trash_retention_days: 7,
      version_retention: 5,
      event_retention_days: 3650,
      data_region: 'eu-test',
      timezone: 'Europe/Berlin',
      default_country: 'DE',
      impersonation: 'refused',
    };
    const { status, body } = await api.patch(path, rules);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...rules,
      ip_allowlist: ['127.0.0.0/8', '2001:db8::1/128'],
      updated_at: expect.any(String),
      updated_by: expect.stringMatching(/^api_key:key_/),
    });
    expect((await api.get(path)).body.data).toEqual(body.data);
    const back = await api.patch(path, { version_retention: null, ip_allowlist: null });
    expect(back.body.data).toMatchObject({
      version_retention: null,
      ip_allowlist: [],
      trash_retention_days: 7,
    });
    expect((await (await createTenant(server)).get(path)).body.data).toEqual(unset);
  });

  it('leaves a row in the audit log with what changed', async () => {
    await api.patch(path, { password_min_length: 12 });
    await api.patch(path, { password_min_length: 14 });
    const { body } = await api.get('/v1/audit-logs?action=governance.updated&limit=1');
    expect(body.data.logs[0]).toMatchObject({
      resource_type: 'governance',
      resource_id: api.tenant.id,
      changes: { before: { password_min_length: 12 }, after: { password_min_length: 14 } },
    });
    const manager = await api.withKey(['read', 'auth']);
    await settle(server.db);
    const seen = async (caller: Client) =>
      (await caller.get('/v1/changes?types=governance.updated')).body.data.results.length;
    expect([await seen(api), await seen(manager)]).toEqual([2, 0]);
  });

  it.each([
    [{ password_min_length: 7 }, 'password_min_length'],
    [{ password_min_length: 1025 }, 'password_min_length'],
    [{ session_duration_secs: 59 }, 'session_duration_secs'],
    [{ session_duration_secs: 31_536_001 }, 'session_duration_secs'],
    [{ audit_retention_days: 0 }, 'audit_retention_days'],
    [{ audit_retention_days: -1 }, 'audit_retention_days'],
    [{ audit_retention_days: 3651 }, 'audit_retention_days'],
    [{ audit_retention_days: '30' }, 'audit_retention_days'],
    [{ trash_retention_days: 0 }, 'trash_retention_days'],
    [{ version_retention: 0.5 }, 'version_retention'],
    [{ ip_allowlist: ['300.1.1.1'] }, 'ip_allowlist[0]'],
    [{ ip_allowlist: ['127.0.0.1', '10.0.0.0/33'] }, 'ip_allowlist[1]'],
    [{ ip_allowlist: 'everywhere' }, 'ip_allowlist'],
    [{ ip_allowlist: [null] }, 'ip_allowlist[0]'],
    [{ require_mfa_roles: ['A B'] }, 'require_mfa_roles[0]'],
    [{ data_region: 'us-east' }, 'data_region'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ default_country: 'XX' }, 'default_country'],
    [{ timezone: '+02:00' }, 'timezone'],
  ])('is refused with %j', async (change, param) => {
    const { status, body } = await api.patch(path, change);
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'VALIDATION_ERROR', param]);
    expect((await api.get(path)).body.data).toEqual(unset);
  });

  it('requires every permission to change', async () => {
    const key = await api.withKey(['read', 'write', 'schema', 'files', 'auth', 'ai']);
    const { client } = await signUp(api);
    for (const [caller, code] of [
      [key, 'INSUFFICIENT_SCOPE'],
      [client, 'FORBIDDEN'],
    ] as const)
      for (const answer of [await caller.get(path), await caller.patch(path, {})])
        expect(codeOf(answer)).toEqual([403, code]);
  });
});

describe('each governance rule applies at once, even to signed-in users,', () => {
  it('as session_duration_secs ends older sessions at their next call and refresh', async () => {
    const { client, session, user } = await signUp(api);
    expect((await client.get('/v1/auth/user')).status).toBe(200);
    await server.db.query(
      `update app.sessions set created_at = ${earlier('created_at', "interval '2 hours'")}
       where tenant_id = $1 and user_id = $2`,
      [api.tenant.id, user.id],
    );
    expect((await client.get('/v1/auth/user')).status).toBe(200);
    await api.patch(path, { session_duration_secs: 3600 });
    expect(codeOf(await client.get('/v1/auth/user'))).toEqual([401, 'SESSION_REVOKED']);
    const { refresh_token } = session;
    expect(codeOf(await api.post('/v1/auth/refresh', { refresh_token }))).toEqual([
      401,
      'SESSION_REVOKED',
    ]);
    const fresh = await signUp(api);
    const listed = await fresh.client.get('/v1/auth/sessions');
    expect(listed.body.data[0].expires_at).not.toBeNull();
  });

  it('as password_min_length', async () => {
    await api.patch(path, { password_min_length: 16 });
    const { status, body } = await api.post('/v1/auth/signup', {
      email: 'ada@example.com',
      password: 'only fifteen ..',
    });
    expect([status, body.error.code, body.error.details]).toMatchObject([
      400,
      'WEAK_PASSWORD',
      { reasons: ['length'], min_length: 16 },
    ]);
    await signUp(api, { password: 'sixteen letters.' });
  });

  it('as require_mfa_roles, in addition to those of auth-config', async () => {
    const { client } = await signUp(api);
    await api.patch(path, { require_mfa_roles: ['user'] });
    expect(codeOf(await client.get('/v1/object-types'))).toEqual([403, 'INSUFFICIENT_AAL']);
    await api.post('/v1/auth-config', { mfa: { required_roles: ['user'] } });
    await api.patch(path, { require_mfa_roles: [] });
    expect(codeOf(await client.get('/v1/object-types'))).toEqual([403, 'INSUFFICIENT_AAL']);
    await api.post('/v1/auth-config', { mfa: { required_roles: null } });
    expect((await client.get('/v1/object-types')).status).toBe(200);
  });

  it('as ip_allowlist, for keys, users and public calls alike', async () => {
    const { client } = await signUp(api);
    const rules = { ip_allowlist: ['203.0.113.0/24'] };
    await api.patch(path, rules, from('203.0.113.9'));
    const publicly = (address: string) =>
      api.as(undefined).get('/v1/tenant-config', undefined, {
        'x-tenant-id': api.tenant.id,
        ...from(address),
      });
    for (const [address, status] of [
      ['203.0.113.7', 200],
      ['::ffff:203.0.113.7', 200],
      ['198.51.100.7', 403],
      ['2001:db8::1', 403],
    ] as const) {
      expect((await api.get('/v1/object-types', undefined, from(address))).status).toBe(status);
      expect((await client.get('/v1/auth/user', undefined, from(address))).status).toBe(status);
      expect((await publicly(address)).status).toBe(status);
    }
    expect(codeOf(await client.get('/v1/auth/user'))).toEqual([403, 'IP_NOT_ALLOWED']);
    await api.patch(path, { ip_allowlist: [] }, from('203.0.113.7'));
    expect((await client.get('/v1/auth/user')).status).toBe(200);
  });
});

describe('an ip_allowlist', () => {
  it('without the caller’s own address is refused unless forced', async () => {
    const rules = { ip_allowlist: ['203.0.113.0/24'] };
    const { status, body } = await api.patch(path, rules);
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      'INVALID_STATE',
      { ip: '127.0.0.1' },
    ]);
    expect((await api.get(path)).body.data.ip_allowlist).toEqual([]);
    expect((await api.patch(path, { ...rules, force: true })).status).toBe(200);
    expect(codeOf(await api.get(path))).toEqual([403, 'IP_NOT_ALLOWED']);
    const inside = await api.get(path, undefined, from('203.0.113.7'));
    expect(inside.body.data.ip_allowlist).toEqual(rules.ip_allowlist);
    expect(inside.body.data.force).toBeUndefined();
  });

  it('ignores X-Forwarded-For of strangers, and uses only a proxy’s last address', async () => {
    const strict = await server.sibling({ TRUSTED_PROXIES: '' });
    const rules = { ip_allowlist: ['203.0.113.0/24'] };
    await api.patch(path, rules, from('203.0.113.9'));
    for (const address of ['203.0.113.7', '127.0.0.1, 203.0.113.7', '203.0.113.7, 127.0.0.1']) {
      const response = await fetch(`${strict.url}/v1/object-types`, {
        headers: { authorization: `Bearer ${api.token}`, ...from(address) },
      });
      expect(response.status).toBe(403);
    }
    await strict.close();
    // Anything before the address that the proxy saw was written by the caller.
    expect(codeOf(await api.get(path, undefined, from('203.0.113.7, 198.51.100.1')))).toEqual([
      403,
      'IP_NOT_ALLOWED',
    ]);
    expect((await api.get(path, undefined, from('198.51.100.1, 203.0.113.7'))).status).toBe(200);
  });
});

describe('simultaneous governance changes', () => {
  it('wait for each other, and none is lost', async () => {
    const changes = Array.from({ length: 4 }, (_, n) => [
      api.patch(path, { version_retention: n + 1 }),
      api.patch('/v1/branding', { footer_text: `Footer ${n}` }),
      api.patch('/v1/tenants/current', { name: `Name ${n}`, brand_name: `Brand ${n}` }),
      api.post('/v1/auth-config', { oauth: { [`p${n}`]: { enabled: true } } }),
    ]);
    const answers = await Promise.all(changes.flat());
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect((await api.get(path)).body.data.version_retention).toBeGreaterThan(0);
    const { data } = (await api.get('/v1/branding')).body;
    expect([data.footer_text, data.brand_name]).toEqual([
      expect.stringMatching(/^Footer \d$/),
      expect.stringMatching(/^Brand \d$/),
    ]);
    expect(Object.keys((await api.get('/v1/auth-config')).body.data.oauth)).toHaveLength(4);
  });
});
