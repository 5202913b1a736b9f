import { expect, it } from 'vitest';
import { setUpEverything } from '../plugins/everything.ts';
import { createTenant } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { apply, changesOf, diff, sent } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });

const kept = [
  ...[
    'roles',
    'object_types',
    'properties',
    'association_types',
    'policies',
    'views',
    'email_templates',
  ],
  ...[
    'functions',
    'workflows',
    'automations',
    'webhooks',
    'dashboards',
    'widgets',
    'saved_reports',
  ],
  ...['ai_providers', 'file_tags'],
];
const anew = ['forms'];

it('an empty tenant becomes like one with one of everything, but for its secrets', {
  timeout: 180_000,
}, async () => {
  const [a, b] = [await createTenant(server), await createTenant(server)];
  await setUpEverything(b);
  await sent(b, 'patch', '/v1/governance', { password_min_length: 12 });
  // It looks like the sign for a secret.
  await sent(b, 'patch', '/v1/branding', { brand_name: '•' });
  await sent(b, 'post', '/v1/auth-config', { jwt_expiry: 1800, password: { min_length: 10 } });
  await sent(b, 'post', '/v1/files/tags', { name: 'invoices' });
  const provider = { name: 'Ours', provider_type: 'local', config_json: {} };
  await sent(b, 'post', '/v1/ai-providers', provider);
  const found = await diff(server, a, b);
  expect(found.error).toBe(null);
  const done = await apply(server, found.id);
  expect(done).toMatchObject({
    status: 'completed',
    report: {
      updated: { governance: 1, branding: 1, auth_config: 1 },
      conflicts: [],
      left_out: [{ what: 'secrets', why: 'not copied' }],
    },
  });
  // Each has the id that it has there, but for those whose address leads to the other one.
  const idsOf = async (table: string) => {
    const found = [];
    for (const api of [a, b])
      found.push(
        (
          await server.db.query(`select id from app.${table} where tenant_id = $1 order by 1`, [
            api.tenant.id,
          ])
        ).rows,
      );
    return found;
  };
  for (const table of [...kept, ...anew]) {
    const [ours, theirs] = await idsOf(table);
    expect([table, ours?.length]).not.toEqual([table, 0]);
    if (kept.includes(table)) expect([table, ours]).toEqual([table, theirs]);
    else expect([table, ours]).not.toEqual([table, theirs]);
  }
  // A second time it is not said to be stale, and changes nothing.
  const again = await apply(server, found.id);
  expect(again.report).toMatchObject({ created: {}, updated: {}, deleted: {} });
  const rest = await changesOf(server, (await diff(server, a, b)).id);
  const secrets = rest.filter(({ fields }: { fields: object[] }) =>
    JSON.stringify(fields).includes('•'),
  );
  expect(rest).toEqual(secrets);
  expect(rest.map(({ key }: { key: string }) => key)).toEqual([
    'Add',
    'Call',
    'https://example.com/hook',
    'Ring',
  ]);
  // None of them stands in the database of the operator either.
  const { rows } = await server.db.query(
    `select from app.diff_changes c where c::text ~ 'hush|enc:v1:'`,
  );
  expect(rows).toEqual([]);
});
