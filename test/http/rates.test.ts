import { describe, expect, it } from 'vitest';
import { type Answer, createTenant, platformClient } from '../support/api.ts';
import { fileForm } from '../support/seed-files.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

const types = '/v1/object-types';
const rateHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];
const ratesOf = ({ headers }: Answer) => rateHeaders.map((name) => headers.get(name));
/** A tenant that may send so many requests in a minute. */
async function tenantWith(requests_per_minute: number | null, plan_tier = 'unlimited') {
  const api = await createTenant(server, { plan_tier });
  const path = `/admin/tenants/${api.tenant.id}`;
  await platformClient(server).patch(path, { limits: { requests_per_minute } });
  return api;
}

describe('the rate of a tenant', () => {
  it('comes from its plan', async () => {
    for (const [plan, limit] of [
      ['free', '120'],
      ['starter', '600'],
      ['pro', '3000'],
      ['enterprise', '12000'],
      ['unlimited', null],
    ] as const) {
      const api = await createTenant(server, { plan_tier: plan });
      expect([plan, ratesOf(await api.get(types))[0]]).toEqual([plan, limit]);
    }
  });

  it('does not exist on the unlimited plan: no headers, no refusal', async () => {
    const api = await createTenant(server);
    const answers = await Promise.all(Array.from({ length: 300 }, () => api.get(types)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(ratesOf(answers[299] as Answer)).toEqual([null, null, null, null]);
  });

  it('can be changed by the operator, up or down, at once', async () => {
    const api = await tenantWith(3);
    expect(ratesOf(await api.get(types)).slice(0, 2)).toEqual(['3', '2']);
    await platformClient(server).patch(`/admin/tenants/${api.tenant.id}`, {
      limits: { requests_per_minute: null },
    });
    expect(ratesOf(await api.get(types))[0]).toBeNull();
    expect(ratesOf(await (await tenantWith(500, 'free')).get(types))[0]).toBe('500');
  });

  it('is not used up by its visitors, who have their own', async () => {
    const api = await tenantWith(4);
    const body = fileForm('hello', 'a.txt', { access: 'public' });
    const { url } = (await api.send('POST', '/v1/files/upload', { body })).body.data;
    const visits = [];
    for (let n = 0; n < 6; n++) visits.push((await api.as(undefined).get(url)).status);
    expect(visits).toEqual([200, 200, 200, 200, 429, 429]);
    expect((await api.get(types)).status).toBe(200);
  });

  it('is reported with every response, good or bad', async () => {
    const api = await tenantWith(5);
    const answers = [
      await api.get(types),
      await api.get(`${types}/none`),
      await api.post(types, {}),
      await api.post(types, { name: 'one' }),
      await api.get(types),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 201, 200]);
    expect(answers.map((answer) => ratesOf(answer)[1])).toEqual(['4', '3', '2', '1', '0']);
    for (const answer of answers) {
      const [limit, , reset, retry] = ratesOf(answer);
      expect([limit, retry]).toEqual(['5', null]);
      expect(Number(reset)).toBeGreaterThan(0);
      expect(Number(reset)).toBeLessThanOrEqual(60);
    }
    const refused = await api.post(types, { name: 'two' });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    const [limit, left, reset, retry] = ratesOf(refused);
    expect([limit, left]).toEqual(['5', '0']);
    expect(retry).toBe(reset);
    expect(refused.body.error.retry_after).toBe(Number(retry));
  });

  it('refuses without doing the work', async () => {
    const api = await tenantWith(1);
    await api.get(types);
    for (let i = 0; i < 5; i++) expect((await api.post(types, { name: `n${i}` })).status).toBe(429);
    const sql = 'select name from app.object_types where tenant_id = $1';
    expect((await server.db.query(sql, [api.tenant.id])).rows).toEqual([]);
  });

  it('is exact in a burst', async () => {
    const api = await tenantWith(40);
    const keys = await Promise.all([1, 2, 3].map(() => api.withKey(['read'])));
    const left = 40 - keys.length;
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) => keys[i % 3]?.get(types) as Promise<Answer>),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(left);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(300 - left);
  });

  it('is not shared with other tenants', async () => {
    const [busy, calm] = [await tenantWith(10), await tenantWith(10)];
    const floods = Array.from({ length: 200 }, () => busy.get(types));
    const answers = await Promise.all(Array.from({ length: 10 }, () => calm.get(types)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await Promise.all(floods)).filter(({ status }) => status === 429)).toHaveLength(190);
    expect((await platformClient(server).get('/admin/tenants')).status).toBe(200);
  });
});

describe('the rate of a key', () => {
  it('also applies on the unlimited plan', async () => {
    const api = await createTenant(server);
    const key = await api.withKey(['read'], { rate_limit: 2 });
    const answers = [await key.get(types), await key.get(types), await key.get(types)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(ratesOf(await api.get(types))[0]).toBeNull();
  });

  it('is reported when it is nearer than the tenant’s', async () => {
    const api = await tenantWith(50);
    const narrow = await api.withKey(['read'], { rate_limit: 10 });
    const wide = await api.withKey(['read'], { rate_limit: 1000 });
    expect(ratesOf(await narrow.get(types)).slice(0, 2)).toEqual(['10', '9']);
    expect(ratesOf(await wide.get(types)).slice(0, 2)).toEqual(['50', '46']);
  });
});
