import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeAll, describe, expect, it } from 'vitest';
import { childMeans, readInChild } from '../../src/snapshot/process.ts';
import { spooled } from '../../src/snapshot/spooled.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { seedSecrets } from '../support/seed-secrets.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

/** The whole of a tenant as a download: for the operator, and for the tenant itself. */

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });
let api: TenantClient;

const own = '/v1/tenants/current/export';
const path = () => `/admin/tenants/${api.tenant.id}/export`;
const means = () => childMeans(server.config, server.config.databaseUrl as string);

beforeAll(async () => {
  api = await createTenant(server, { slug: 'leaver' });
  await seedSecrets(api, 'https://hooks.example/exports');
  await api.post('/v1/object-types', { name: 'things' });
  await api.post('/v1/objects/things', { properties: { n: 1 } });
});

const download = (where: string, token: string, headers: Record<string, string> = {}) =>
  fetch(server.url + where, { headers: { authorization: `Bearer ${token}`, ...headers } });

/** The manifest of a snapshot and more, after all of it was checked. */
const checked = async (answer: Response, identity?: string) =>
  readInChild(means(), {
    from: Readable.from([Buffer.from(await answer.arrayBuffer())]),
    ...(identity && { unlock: { identities: [identity] } }),
  }) as Promise<Record<string, unknown>>;

async function connections(): Promise<number> {
  const { rows } = await server.db.query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'insula snapshot%'`,
  );
  return rows[0].count;
}

describe('GET /admin/tenants/:tenant_id/export', () => {
  it('sends a whole snapshot, named after the tenant and the moment', async () => {
    const answer = await download(path(), server.platformKey);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/vnd.insula.snapshot');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="?leaver-\d{8}T\d{6}Z\.insula"?$/,
    );
    expect(await checked(answer)).toMatchObject({
      manifest: { tenant: { id: api.tenant.id, slug: 'leaver' }, options: { secrets: 'left_out' } },
      end: { row_counts: { objects: 1, tenants: 1 } },
    });
  });

  it('leaves out what it is told to, and encrypts for a recipient, then with secrets', async () => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const query = `type=schema&files=false&journal_from=none&secrets=true&recipient=${recipient}`;
    const answer = await download(`${path()}?${query}`, server.platformKey);
    expect(await checked(answer, identity)).toMatchObject({
      isEncrypted: true,
      manifest: {
        options: { data: 'none', files: false, journal_from: 'none', secrets: 'included' },
      },
      end: { row_counts: { journal: 0, webhooks: 1 } },
    });
  });

  it('refuses what cannot be, before anything is sent', async () => {
    const platform = platformClient(server);
    const short = { 'x-snapshot-passphrase': 'short' };
    for (const [query, headers, field] of [
      ['secrets=true', {}, 'secrets'],
      ['recipient=age1no', {}, 'recipient'],
      ['', short, 'X-Snapshot-Passphrase'],
      ['journal_from=2026-11-24T09:00:00', {}, 'query.journal_from'],
    ] as const) {
      const { status, body } = await platform.get(`${path()}?${query}`, undefined, headers);
      expect([query, status]).toEqual([query, 400]);
      expect(JSON.stringify(body.error)).toContain(field.split('.').at(-1));
    }
    const nothing = await platform.get('/admin/tenants/ten_0000000000000000/export');
    expect(nothing.body.error.code).toBe('NOT_FOUND');
    expect((await api.get(path())).status).toBe(403);
    expect((await api.as(undefined).get(path())).status).toBe(401);
  });

  it('ends its transaction, however slow its reader is', async () => {
    const slow = await createTenant(server);
    // More than what sockets hold; it does not compress.
    const form = new FormData();
    form.append('file', new Blob([randomBytes(24 * 1024 * 1024)]), 'noise.bin');
    const uploaded = await slow.send('POST', '/v1/files/upload', { body: form });
    expect(uploaded.status).toBe(201);
    const request = httpGet(`${server.url}/admin/tenants/${slow.tenant.id}/export`, {
      headers: { authorization: `Bearer ${server.platformKey}` },
    });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    await until(connections, (count) => count === 0);
    answer.destroy();
  });
});

it('an export ends when its disk fills up, though no one reads it', async () => {
  let looks = 0;
  const room = {
    signal: new AbortController().signal,
    get reserveBytes() {
      return looks++ === 0 ? 0 : Number.MAX_SAFE_INTEGER;
    },
  };
  const options = { data: 'all', files: true, journal_from: 'all', secrets: 'left_out' } as const;
  const made = spooled(means(), { tenant: api.tenant.id, options }, room);
  await expect(made).rejects.toMatchObject({ fault: 'full' });
  await until(connections, (count) => count === 0);
});

describe('GET /v1/tenants/current/export', () => {
  it('is once an hour for a key with the scope *, without secrets, and is in the audit log', async () => {
    const leaver = await createTenant(server);
    await seedSecrets(leaver, 'https://hooks.example/leaver');
    const answer = await download(own, leaver.token);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const read = await readInChild(means(), { from: Readable.from([bytes]) });
    expect(read).toMatchObject({
      manifest: { tenant: { id: leaver.tenant.id }, options: { secrets: 'left_out' } },
    });
    const again = await leaver.get(own);
    expect([again.status, again.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(3500);
    const logs = await leaver.get('/v1/audit-logs?action=tenant.exported');
    expect(JSON.stringify(logs.body.data)).toContain('tenant.exported');
  });

  it('is one at a time: what a slow reader has not taken yet lies on the disk', async () => {
    const leaver = await createTenant(server);
    const form = new FormData();
    form.append('file', new Blob([randomBytes(24 * 1024 * 1024)]), 'noise.bin');
    await leaver.send('POST', '/v1/files/upload', { body: form });
    const request = httpGet(server.url + own, {
      headers: { authorization: `Bearer ${leaver.token}` },
    });
    const [slow] = (await once(request, 'response')) as [IncomingMessage];
    expect(slow.statusCode).toBe(200);
    const anHourOn = () =>
      server.db.query('delete from app.auth_counters where tenant_id = $1', [leaver.tenant.id]);
    await anHourOn();
    const refused = await download(own, leaver.token);
    const said = await refused.text();
    slow.destroy();
    expect([refused.status, JSON.parse(said).error.code]).toEqual([429, 'CONCURRENCY_LIMITED']);
    await until(
      async () => {
        await anHourOn();
        const answer = await download(own, leaver.token);
        await answer.body?.cancel();
        return answer.status;
      },
      (status) => status === 200,
    );
  });

  it('is refused to keys without the scope *, and to users but owners', async () => {
    const mine = await createTenant(server);
    const reader = await mine.withKey(['read', 'write', 'schema', 'files', 'auth']);
    expect((await reader.get(own)).body.error.code).toBe('INSUFFICIENT_SCOPE');
    const admin = await signUp(mine);
    await mine.patch(`/v1/users/${admin.user.id}`, { role: 'admin' });
    const refused = await (await signedIn(mine, admin)).get(own);
    expect(refused.body.error.code).toBe('FORBIDDEN');
  });

  it('needs of an owner whose session is old that they prove who they are', async () => {
    const mine = await createTenant(server);
    const owner = await signUp(mine);
    await mine.patch(`/v1/users/${owner.user.id}`, { role: 'owner' });
    const session = await signedIn(mine, owner);
    await server.db.query(
      `update app.sessions set created_at = created_at - interval '2 days' where tenant_id = $1`,
      [mine.tenant.id],
    );
    const refused = await session.get(own);
    expect([refused.status, refused.body.error.param]).toEqual([400, 'nonce']);
    await server.db.query('update app.sessions set created_at = now() where tenant_id = $1', [
      mine.tenant.id,
    ]);
    const answer = await download(own, session.token as string);
    expect(answer.status).toBe(200);
    expect(await checked(answer)).toMatchObject({ manifest: { tenant: { id: mine.tenant.id } } });
  });
});

/** A new session of a user: it knows their role as it is now. */
async function signedIn(
  { as, tenant }: TenantClient,
  { email, password }: { email: string; password: string },
): Promise<Client> {
  const { body } = await as(undefined).post(
    '/v1/auth/signin',
    { email, password },
    { 'x-tenant-id': tenant.id },
  );
  return as(body.data.access_token);
}
