import { beforeAll, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { appTables } from '../support/catalog.ts';
import { groupSeeds } from '../support/group-seeds.ts';
import { seedAutomationRuns } from '../support/seed-automations.ts';
import { seedFunctions } from '../support/seed-functions.ts';
import { seedIdentity } from '../support/seed-identity.ts';
import { seedDeadLetter } from '../support/seed-jobs.ts';
import { seedTenant } from '../support/seed-tenant.ts';
import { seedWebhooks } from '../support/seed-webhooks.ts';
import { useOwnDatabase } from '../support/use-server.ts';

/** That the registry knows each column in which ids stand, whatever it is called: by the rows of a tenant that has one of everything. */

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });

beforeAll(async () => {
  const api = await createTenant(server);
  const { id } = api.tenant;
  await seedTenant(api, 'seeded');
  await seedIdentity(server.db, id, 'seeded');
  await seedWebhooks(server.db, id, 'seeded');
  await seedDeadLetter(server.db, id, 'seeded');
  await seedAutomationRuns(server.db, id, 'seeded');
  await seedFunctions(server.db, id, 'seeded');
  for (const { seedRows } of groupSeeds) await seedRows?.(server.db, id, 'seeded');
}, 120_000);

it('every column that holds the id of a user, key, object, file, type or property is in the registry', async () => {
  const { rows: known } = await server.db.query(
    `select table_name || '.' || column_name as name from app.registry_columns() where rule ? 'names'
     union all select table_name || '.id' from app.registry_tables() where rule ? 'ids'`,
  );
  const names = new Set(known.map(({ name }) => name));
  const found: string[] = [];
  for (const { name, columns } of (await appTables(server.db)).filter((t) => !t.isPartition)) {
    const holding = columns.map(
      (column) =>
        `bool_or(${column}::text ~ '(usr|key|obj|file|ot|prop)_[0-9a-f]{32}') as ${column}`,
    );
    const { rows } = await server.db.query(`select ${holding} from app.${name}`);
    for (const [column, holds] of Object.entries(rows[0]))
      if (holds) found.push(`${name}.${column}`);
  }
  expect(found.length).toBeGreaterThan(60);
  expect(found.filter((name) => !names.has(name))).toEqual([]);
});

it('every kind of record that the journal tells of is declared with what hides its events', async () => {
  const { rows } = await server.db.query(`
    select distinct resource_type as type from app.journal
    except select jsonb_object_keys(rule->'events') from app.registry_tables()`);
  expect(rows).toEqual([]);
});
