import { createTenant, type TenantClient } from '../support/api.ts';
import { groupSeeds } from '../support/group-seeds.ts';
import { seedAutomationRuns } from '../support/seed-automations.ts';
import { seedFunctions } from '../support/seed-functions.ts';
import { seedIdentity } from '../support/seed-identity.ts';
import { seedDeadLetter } from '../support/seed-jobs.ts';
import { type SeededTenant, seedTenant } from '../support/seed-tenant.ts';
import { seedWebhooks } from '../support/seed-webhooks.ts';
import type { TestServer } from '../support/server.ts';

/** A tenant with a row in nearly every table, and a text in them. */
export async function oneOfEverything(
  server: TestServer,
  marker: string,
): Promise<TenantClient & { seeded: SeededTenant }> {
  const api = await createTenant(server);
  const { id } = api.tenant;
  const seeded = await seedTenant(api, marker);
  await seedIdentity(server.db, id, marker);
  await seedWebhooks(server.db, id, marker);
  await seedDeadLetter(server.db, id, marker);
  await seedAutomationRuns(server.db, id, marker);
  await seedFunctions(server.db, id, marker);
  for (const { seedRows } of groupSeeds) await seedRows?.(server.db, id, marker);
  return Object.assign(api, { seeded });
}
