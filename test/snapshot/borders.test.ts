import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { callAtHost } from '../support/at-host.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { openLiving, readAll } from './living.ts';
import { pour, stagingsOf } from './pour.ts';

/** A snapshot leads neither to accounts of the living tenant nor to domains of other tenants. */

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });
let api: TenantClient;
let victim: TenantClient;
let stagings: ReturnType<typeof stagingsOf>;

beforeAll(async () => {
  stagings = stagingsOf(server);
  api = await createTenant(server);
  victim = await createTenant(server);
});
afterAll(() => stagings.end());

it('has no token or code that was sent, or waits to be: one who reads it would become a user', async () => {
  const { email } = await signUp(api);
  await api.post('/v1/auth/forgot-password', { email });
  const { rows } = await server.db.query(
    `select variables from app.messages where tenant_id = $1 and variables ? 'token'`,
    [api.tenant.id],
  );
  expect(rows.length).toBeGreaterThan(0);
  const words: string[] = rows.flatMap(({ variables: { token, otp } }) => [token, otp ?? token]);
  // As it is where no mail server is named: the whole mail is kept.
  await server.db.query(
    `update app.messages set status = 'stored', subject = variables->>'token', text = variables->>'token',
       html = variables->>'token' where tenant_id = $1 and variables ? 'token'`,
    [api.tenant.id],
  );
  const { rows: tables } = await readAll(await openLiving(server, api.tenant.id));
  const text = Object.values(tables).flat().join('\n');
  expect(tables.messages?.length).toBeGreaterThan(0);
  for (const word of words) expect(text).not.toContain(word);
});

it('claims no address under a domain of another tenant, and those of its own when that is proved', async () => {
  const own = 'links.leaver.example';
  const foreign = 'links.victim.example';
  const make = async (slug: string, domain = '') => {
    const { body } = await api.post('/v1/short-urls', { url: 'https://evil.example/', slug });
    await server.db.query('update app.short_urls set domain = $2 where id = $1', [
      body.data.id,
      domain,
    ]);
  };
  await make('sale', foreign);
  await make('login', foreign);
  await make('login2');
  await server.db.query(`update app.short_urls set slug = 'login' where slug = 'login2'`);
  await make('deal', own);
  await server.db.query('insert into app.tenant_hosts (host, tenant_id) values ($1, $2)', [
    foreign,
    victim.tenant.id,
  ]);
  const staging = await stagings.open();
  await pour(await openLiving(server, api.tenant.id), staging);
  await staging.activate({ name: 'A copy' });
  const addresses = async () =>
    (
      await server.db.query(
        `select address from app.tenant_addresses where tenant_id = $1 and address like '%/s/%' order by 1`,
        [staging.tenant],
      )
    ).rows.map(({ address }) => address as string);
  expect((await addresses()).filter((address) => !address.startsWith('/'))).toEqual([]);
  for (const slug of ['sale', 'login'])
    expect((await callAtHost(server, foreign, `/s/${slug}`)).status).toBe(404);
  expect(staging.report.remapped).toContainEqual(
    expect.objectContaining({ kind: 'short_url', from: `${foreign}/s/sale` }),
  );
  await server.db.query(
    `select set_config('app.tenant_id', $1, false), app.short_urls_take($1, $2)`,
    [staging.tenant, own],
  );
  expect(await addresses()).toContain(`${own}/s/deal`);
});

it('takes no address by a new slug where its domain is another tenant’s', async () => {
  const { body } = await api.post('/v1/short-urls', { url: 'https://evil.example/', slug: 'old' });
  await server.db.query('update app.short_urls set domain = $2 where id = $1', [
    body.data.id,
    'links.victim.example',
  ]);
  const answer = await api.patch(`/v1/short-urls/${body.data.id}`, { slug: 'new' });
  expect([answer.status, answer.body.error?.param]).toEqual([400, 'domain']);
});
