import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** A token with a valid checksum, made without knowing a secret. */
function forge(body: string): string {
  let checksum = '';
  for (let rest = crc32(body); checksum.length < 6; rest = Math.floor(rest / 62))
    checksum = digits[rest % 62] + checksum;
  return body + checksum;
}

describe('rate_limit', () => {
  it('answers 429 with the time to wait for calls beyond it, while other keys continue', async () => {
    const api = await createTenant(server);
    const key = await api.withKey(['read'], { rate_limit: 1 });
    const first = await key.get('/v1/object-types');
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit-limit')).toBe('1');
    expect(first.headers.get('ratelimit-remaining')).toBe('0');
    const second = await key.get('/v1/object-types');
    expect([second.status, second.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    const seconds = Number(second.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(second.body.error.retry_after).toBe(seconds);
    expect((await (await api.withKey(['read'])).get('/v1/object-types')).status).toBe(200);
  });

  it('holds for any number of simultaneous calls', async () => {
    const api = await createTenant(server);
    const key = await api.withKey(['read'], { rate_limit: 10 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => key.get('/v1/object-types')),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10);
  });

  it('takes effect at once when it is changed', async () => {
    const api = await createTenant(server);
    const key = await api.withKey(['read'], { rate_limit: 1 });
    await key.get('/v1/object-types');
    expect((await key.get('/v1/object-types')).status).toBe(429);
    await api.patch(`/v1/keys/${key.keyId}`, { rate_limit: 100 });
    expect((await key.get('/v1/object-types')).status).toBe(200);
    await api.patch(`/v1/keys/${key.keyId}`, { rate_limit: null });
    expect((await key.get('/v1/object-types')).headers.get('ratelimit-limit')).toBeNull();
  });

  it('lowers the plan’s rate and never raises it', async () => {
    const api = await createTenant(server, { plan_tier: 'free' });
    const plain = await api.withKey(['read']);
    expect((await plain.get('/v1/object-types')).headers.get('ratelimit-limit')).toBe('120');
    const eager = await api.withKey(['read'], { rate_limit: 1_000_000 });
    const answers = await Promise.all(
      Array.from({ length: 121 }, () => eager.get('/v1/object-types')),
    );
    expect(answers.some((answer) => answer.status === 429)).toBe(true);
    expect((await plain.get('/v1/object-types')).status).toBe(429);
  });

  it('is not used up by callers without the secret', async () => {
    const api = await createTenant(server, { plan_tier: 'free' });
    const key = await api.withKey(['read'], { rate_limit: 3 });
    const [, tenant, handle] = key.token.split('_');
    const forged = [
      forge(`ins_${tenant}_${handle}_${'x'.repeat(43)}`),
      // The same handle under another tenant must not make its limit forgotten either.
      forge(`ins_${'0'.repeat(32)}_${handle}_${'x'.repeat(43)}`),
    ];
    for (let i = 0; i < 5; i++)
      for (const token of forged)
        expect((await api.as(token).get('/v1/object-types')).status).toBe(401);
    const first = await key.get('/v1/object-types');
    expect(first.headers.get('ratelimit-remaining')).toBe('2');
    for (let i = 0; i < 2; i++) expect((await key.get('/v1/object-types')).status).toBe(200);
    expect((await api.as(forged[1]).get('/v1/object-types')).status).toBe(401);
    expect((await key.get('/v1/object-types')).status).toBe(429);
  });
});
