import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createClient, platformClient } from '../support/api.ts';
import { crowd } from '../support/crowd.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { exchange, head } from '../support/wire.ts';

const server = useServer({});
const api = useTenant(server);

const types = '/v1/object-types';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Texts that only look like a key. */
const junk = () =>
  `ins_${randomBytes(16).toString('hex')}_${[...randomBytes(61)].map((byte) => base62[byte % 62]).join('')}`.replace(
    /^(ins_\w{32}_\w{12})/,
    '$1_',
  );

describe('the header Authorization', () => {
  const say = async (path: string, ...values: string[]) => {
    const lines = values.map((value) => `Authorization: ${value}\r\n`).join('');
    const request = `${head('GET', path, { Connection: 'close' })}${lines}\r\n`;
    const [answer] = await exchange(server, Buffer.from(request, 'latin1'));
    return [answer?.status, JSON.parse(answer?.body ?? '').error?.code];
  };

  it('is accepted as Bearer and the token', async () => {
    expect(await say(types, `Bearer ${api.token}`)).toEqual([200, undefined]);
    expect(await say('/admin/tenants', `Bearer ${server.platformKey}`)).toEqual([200, undefined]);
  });

  it.each<[string, (token: string) => string[], string]>([
    ['is missing', () => [], 'UNAUTHORIZED'],
    ['is empty', () => [''], 'UNAUTHORIZED'],
    ['is the token alone', (token) => [token], 'UNAUTHORIZED'],
    ['is Basic', (token) => [`Basic ${btoa(`${token}:`)}`], 'UNAUTHORIZED'],
    ['is Basic with the token', (token) => [`Basic ${token}`], 'UNAUTHORIZED'],
    ['is in lower case', (token) => [`bearer ${token}`], 'UNAUTHORIZED'],
    ['is in upper case', (token) => [`BEARER ${token}`], 'UNAUTHORIZED'],
    ['is Bearer alone', () => ['Bearer'], 'UNAUTHORIZED'],
    ['has no space', (token) => [`Bearer${token}`], 'UNAUTHORIZED'],
    ['has two spaces', (token) => [`Bearer  ${token}`], 'UNAUTHORIZED'],
    ['has a tab', (token) => [`Bearer\t${token}`], 'UNAUTHORIZED'],
    ['has more behind the token', (token) => [`Bearer ${token} x`], 'UNAUTHORIZED'],
    ['holds two', (token) => [`Bearer ${token}, Bearer ${token}`], 'UNAUTHORIZED'],
    ['is given twice', (token) => [`Bearer ${token}`, `Bearer ${token}`], 'UNAUTHORIZED'],
    ['is given twice, bad one last', (token) => [`Bearer ${token}`, 'Bearer x'], 'UNAUTHORIZED'],
    ['is given twice, bad one first', (token) => ['Bearer x', `Bearer ${token}`], 'UNAUTHORIZED'],
    ['is junk', () => ['Bearer junk'], 'INVALID_TOKEN'],
    ['is 8 kB of junk', () => [`Bearer ${'x'.repeat(8192)}`], 'INVALID_TOKEN'],
    ['is 10 kB of junk', () => [`Bearer ${'x'.repeat(10_000)}`], 'UNAUTHORIZED'],
    ['is cut', (token) => [`Bearer ${token.slice(0, -1)}`], 'INVALID_TOKEN'],
    ['is longer', (token) => [`Bearer ${token}0`], 'INVALID_TOKEN'],
    [
      'is mistyped',
      (token) => [
        `Bearer ${token.slice(0, -9)}${token.at(-9) === '0' ? '1' : '0'}${token.slice(-8)}`,
      ],
      'INVALID_TOKEN',
    ],
    ['is quoted', (token) => [`Bearer "${token}"`], 'INVALID_TOKEN'],
    ['is not ASCII', () => ['Bearer \xe9\xff'], 'INVALID_TOKEN'],
    ['is a JWT that signs nothing', () => ['Bearer eyJhbGciOiJub25lIn0.e30.'], 'INVALID_TOKEN'],
  ])('%s: 401', async (_, values, code) => {
    expect(await say(types, ...values(api.token))).toEqual([401, code]);
    const forPlatform = values(server.platformKey);
    expect((await say('/admin/tenants', ...forPlatform))[0]).toBe(401);
    expect((await say('/metrics', ...forPlatform))[0]).toBe(401);
  });

  it('with a key of the other side is recognised, and refused', async () => {
    expect(await say('/admin/tenants', `Bearer ${api.token}`)).toEqual([403, 'FORBIDDEN']);
    expect(await say('/metrics', `Bearer ${api.token}`)).toEqual([403, 'FORBIDDEN']);
    expect(await say(types, `Bearer ${server.platformKey}`)).toEqual([403, 'FORBIDDEN']);
  });

  it('cannot be replaced by a query or a cookie', async () => {
    for (const path of [`${types}?token=${api.token}`, `${types}?access_token=${api.token}`])
      expect(await say(path)).toEqual([401, 'UNAUTHORIZED']);
    const cookie = { cookie: `token=${api.token}; Authorization=Bearer ${api.token}` };
    expect((await api.as(undefined).get(types, undefined, cookie)).status).toBe(401);
  });
});

describe('a flood of invalid tokens', () => {
  /** Another process: whatever it knows, it has counted itself. */
  const flooded = (env: NodeJS.ProcessEnv = {}) => server.sibling(env);
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('never reaches the database', async () => {
    const sibling = await flooded();
    const statuses = new Set<number>();
    for (const { status } of await crowd(1000, () => createClient(sibling, junk()).get(types)))
      statuses.add(status);
    expect([...statuses]).toEqual([401, 429]);
    for (const { pool } of Object.values(sibling.app.connections.lines))
      expect(pool.totalCount).toBe(0);
    await sibling.close();
  });

  it('locks out its own IP address, but no other address and no key known to be valid', async () => {
    const sibling = await flooded({ TRUSTED_PROXIES: '127.0.0.1' });
    const flood = (address: string) =>
      crowd(600, () => createClient(sibling, 'junk').get(types, undefined, from(address)));
    const good = createClient(sibling, api.token);
    const get = (client: typeof good, address: string) =>
      client.get(types, undefined, from(address));

    expect((await flood('192.0.2.1')).every((answer) => answer.status === 401)).toBe(true);
    const refused = await get(good, '192.0.2.1');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await get(good, '192.0.2.2')).status).toBe(200);
    expect((await get(good, '::ffff:192.0.2.1')).status).toBe(200);
    expect((await get(createClient(sibling, 'junk'), '::ffff:192.0.2.1')).status).toBe(429);
    const operator = platformClient({ ...server, ...sibling });
    for (const path of ['/admin/tenants', '/metrics'])
      expect((await operator.get(path, undefined, from('192.0.2.1'))).status).toBe(200);

    // One subscriber has a whole /64.
    await flood('2001:db8:1:2::1');
    const stranger = createClient(sibling, 'junk');
    expect((await get(stranger, '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await get(stranger, '2001:db8:1:3::1')).status).toBe(401);
    await sibling.close();
  });

  it('counts as one address without TRUSTED_PROXIES, whatever its headers', async () => {
    const sibling = await flooded();
    const answers = await crowd(700, (n) =>
      createClient(sibling).get(types, undefined, from(`198.51.100.${n % 250}`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(600);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100);
    await sibling.close();
  });
});
