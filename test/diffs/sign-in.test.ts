import { expect, it } from 'vitest';
import { backupOf, remove, restoredInto } from '../backups/scene.ts';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { samlMetadata } from '../support/saml-metadata.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { apply, changesOf, diff, linesOf, sent } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });

const providers = '/v1/auth/saml/providers';
const domains = '/v1/email/domains';
const announcements = '/v1/user-announcements';

const rowOf = async (api: TenantClient, table: string) =>
  (
    await server.db.query(`select to_jsonb(t) as row from app.${table} t where tenant_id = $1`, [
      api.tenant.id,
    ])
  ).rows.map(({ row }) => row);

/** A tenant with an identity provider, a sender domain and an announcement. */
async function setUp(api: TenantClient) {
  const provider = await sent(api, 'post', providers, {
    name: 'Corp & Co',
    metadata_xml: samlMetadata('corp'),
    domains: ['corp.example'],
    attribute_mapping: { keys: { email: { name: 'mail' } } },
  });
  // Also a domain of users, who sign in elsewhere.
  await sent(api, 'post', domains, { domain: 'corp.example' });
  await sent(api, 'post', announcements, { title: 'Closed', starts_at: '2026-01-01T00:00:00Z' });
  return provider;
}

it('identity providers, sender domains and announcements are compared and applied, and no key is copied', async () => {
  const [a, b] = [await createTenant(server), await createTenant(server)];
  await setUp(b);
  const found = await diff(server, a, b);
  expect(await linesOf(server, found.id)).toEqual([
    'config user_announcements create Closed',
    'config saml_providers create Corp & Co',
    'config email_domains create corp.example',
  ]);
  const done = await apply(server, found.id);
  expect(done).toMatchObject({ status: 'completed', error: null, report: { conflicts: [] } });
  expect((await diff(server, a, b)).changes).toBe(0);
  const [ours, theirs] = [await rowOf(a, 'saml_providers'), await rowOf(b, 'saml_providers')];
  expect(ours[0].certificates).toEqual(theirs[0].certificates);
  const [mine, other] = [await rowOf(a, 'email_domains'), await rowOf(b, 'email_domains')];
  expect(mine[0].selector).not.toBe(other[0].selector);
  const changes = JSON.stringify(await changesOf(server, found.id));
  expect(changes).not.toMatch(/enc:v|private_key/);
});

it('in place, a provider that is there keeps the certificates of today, and one that was deleted has the rights of its author', async () => {
  const api = await createTenant(server);
  const operator = platformClient(server);
  const kept = await setUp(api);
  const key = await sent(api, 'post', '/v1/keys', { label: 'auth', scopes: ['read', 'auth'] });
  const weak = api.as(key.token);
  const gone = await sent(weak, 'post', providers, {
    name: 'Weak',
    metadata_xml: samlMetadata('weak'),
  });
  const before = (await rowOf(api, 'saml_providers')).find(({ id }) => id === gone.id);
  const backup = await backupOf(operator, api.tenant.id);
  // Its key was stolen, so it has another one by now.
  await server.db.query(
    `update app.saml_providers set certificates = '{bmV3}' where tenant_id = $1 and id = $2`,
    [api.tenant.id, kept.id],
  );
  await sent(api, 'patch', `${providers}/${kept.id}`, { name: 'Renamed' });
  await remove(api, `${providers}/${gone.id}`);
  await remove(api, `${domains}/corp.example`);
  const done = await restoredInto(operator, backup.id, { mode: 'in_place' });
  expect(done.report).toMatchObject({
    created: { saml_providers: 1, email_domains: 1 },
    ...{ updated: { saml_providers: 1 }, deleted: {}, conflict_count: 0 },
  });
  const rows = await rowOf(api, 'saml_providers');
  expect(rows.find(({ id }) => id === kept.id)).toMatchObject({
    ...{ name: 'Corp & Co', certificates: ['bmV3'] },
  });
  const again = rows.find(({ id }) => id === gone.id);
  expect(again).toMatchObject({ authors: before.authors, entity_id: 'urn:weak' });
  expect((await rowOf(api, 'email_domains'))[0]).toMatchObject({ verified_at: null });
});

it('a private view comes back to its user, and to no other', async () => {
  const api = await createTenant(server);
  const operator = platformClient(server);
  await sent(api, 'post', '/v1/object-types', { name: 'tasks', user_access: 'open' });
  const [ada, bob] = [await createUser(api), await createUser(api)];
  const views = '/v1/object-types/tasks/views';
  const mine = await sent(ada.client, 'post', views, { name: 'Mine', visibility: 'private' });
  await sent(bob.client, 'post', views, { name: 'His', visibility: 'private' });
  const backup = await backupOf(operator, api.tenant.id);
  await remove(ada.client, `${views}/${mine.id}`);
  await remove(api, `/v1/users/${bob.user.id}`);
  const done = await restoredInto(operator, backup.id, {
    ...{ mode: 'merge', only: { resources: ['private-views'] } },
  });
  expect(done.report).toMatchObject({
    ...{ created: { private_views: 1 }, conflict_count: 0 },
    left_out: [{ what: 'private_views', count: 1 }],
  });
  expect((await ada.client.get(`${views}/${mine.id}`)).status).toBe(200);
  expect((await api.get(`${views}/${mine.id}`)).status).toBe(404);
});
