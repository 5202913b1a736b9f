import { beforeAll, expect, it } from 'vitest';
import { comparedTables } from '../../src/groups/diffs/tables.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { seedTenant } from '../support/seed-tenant.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { backupOf, over, path } from './scene.ts';

/** The kinds of records in backups are those of the lists of the API. */
const server = useOwnDatabase({ WORKER: 'on', TRUSTED_PROXIES: 'loopback' });
let operator: Client;
let api: TenantClient;
beforeAll(async () => {
  operator = platformClient(server);
  api = await createTenant(server);
  await seedTenant(api, 'marked');
}, 120_000);

/** How many records a list has. */
async function total(at: string): Promise<number> {
  const { status, body } = await api.get(at);
  expect([at, status, body.error]).toEqual([at, 200, undefined]);
  return countOf(body.data);
}
function countOf(data: unknown[] | Record<string, unknown>): number {
  if (Array.isArray(data)) return data.length;
  if (typeof data.total === 'number') return data.total;
  return (Object.values(data).find(Array.isArray) as unknown[]).length;
}
const sum = async <T>(list: T[], count: (one: T) => Promise<number>) =>
  (await Promise.all(list.map(count))).reduce((all, one) => all + one, 0);

/** Lists that are asked for each object type. */
async function ofTypes(count: (type: string) => Promise<number>): Promise<number> {
  const types: Array<{ id: string }> = (await api.get('/v1/object-types')).body.data;
  return sum(types, ({ id }) => count(id));
}

const lists: Record<string, (at: string) => Promise<number>> = {
  objects: () =>
    ofTypes(async (type) => {
      const at = `/v1/objects/${type}`;
      return (await total(`${at}/list`)) + (await total(`${at}/trash`));
    }),
  object_types: () => total('/v1/object-types'),
  properties: () => ofTypes((type) => total(`/v1/object-types/${type}/properties`)),
  policies: () => ofTypes((type) => total(`/v1/object-types/${type}/policies`)),
  views: () => ofTypes((type) => total(`/v1/object-types/${type}/views`)),
  association_types: () => total('/v1/association-types'),
  users: () => total('/v1/users'),
  keys: () => total('/v1/keys'),
  // But for the built-in ones.
  roles: async () =>
    (await api.get('/v1/roles')).body.data.filter(
      ({ is_system }: { is_system: boolean }) => !is_system,
    ).length,
  webhooks: () => total('/v1/webhooks'),
  automations: () => total('/v1/automations'),
  functions: () => total('/v1/functions'),
  jobs: () => total('/v1/scheduled-jobs'),
  workflows: () => total('/v1/workflows'),
  forms: () => total('/v1/forms'),
  dashboards: () => total('/v1/dashboards'),
  reports: () => total('/v1/saved-reports'),
  integrations: () => total('/v1/integrations'),
  ai_providers: () => total('/v1/ai-providers'),
  email_templates: () => total('/v1/email/templates'),
  email_domains: () => total('/v1/email/domains'),
  email_suppressions: () => total('/v1/email/suppressions'),
  errors: () => total('/v1/errors'),
  file_collections: () => total('/v1/files/collections'),
  file_tags: () => total('/v1/files/tags'),
  files: async () =>
    countOf((await api.post('/v1/files/search', {})).body.data) + (await total('/v1/files/trash')),
  comments: () => total('/v1/comments'),
  plugins: () => total('/v1/plugins'),
  saml_providers: () => total('/v1/auth/saml/providers'),
  journal_entries: () => total('/v1/accounting/journal-entries'),
  ledger_accounts: () => total('/v1/accounting/accounts'),
  periods: () => total('/v1/accounting/periods'),
  tax_rates: () => total('/v1/accounting/tax-rates'),
  invariants: () => total('/v1/invariants'),
  short_urls: () => total('/v1/short-urls'),
  tickets: () => total('/v1/tickets'),
  user_announcements: () => total('/v1/user-announcements'),
  journal: (at) => total(`/v1/audit-logs?to=${encodeURIComponent(at)}`),
};

it('a backup counts each kind as its list does, the trash as well, and the built-in roles not', async () => {
  const backup = await backupOf(operator, api.tenant.id);
  const counts = backup.row_counts as Record<string, number>;
  const listed = Object.entries(lists).map(async ([kind, count]) => [
    kind,
    await count(backup.snapshot_at),
  ]);
  const found = Object.fromEntries(await Promise.all(listed));
  expect({ ...counts, ...found }).toEqual(counts);
  // Those that are listed within another record.
  expect(
    Object.keys(counts)
      .filter((kind) => !(kind in lists))
      .toSorted(),
  ).toEqual(['associations', 'form_submissions', 'widgets']);
  expect(found.objects).toBeGreaterThan(1);
  const tried = await operator.post(`${path}/${backup.id}/restore?dry_run=true`, {
    mode: 'new_tenant',
    name: 'Copy',
  });
  expect(tried.body.data.report.created).toEqual(counts);
});

it('a verification names the kind of a record that is not there, and `other` for rows without a list', async () => {
  const backup = await backupOf(operator, api.tenant.id, { journal_from: 'none' });
  await server.db.query(
    `update app.backups b set row_counts = row_counts || '{"api_keys": 77, "form_counts": 99}' where id = $1`,
    [backup.id],
  );
  await operator.post(`${path}/${backup.id}/verify`);
  const { verify } = await over(operator, `${path}/${backup.id}`);
  const expected = Object.fromEntries(
    verify.mismatches.map((one: { kind: string; expected: number }) => [one.kind, one.expected]),
  );
  expect(expected).toEqual({ keys: 77, other: 99 });
});

it('a comparison has the same kinds', async () => {
  const { rows } = await server.db.query('select app.table_kinds() as kinds');
  const compared = Object.entries(comparedTables).flatMap(([table, one]) =>
    'kind' in one ? [[table, one.kind]] : [],
  );
  const known = compared.filter(([table = '']) => table in rows[0].kinds);
  expect(known.length).toBeGreaterThan(20);
  expect(known).toEqual(known.map(([table = '']) => [table, rows[0].kinds[table]]));
});
