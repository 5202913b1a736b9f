import { beforeAll, expect, it } from 'vitest';
import { functionOf, isPlatform, type Route } from '../../src/operations/route.ts';
import { createTenant } from '../support/api.ts';
import { copyRows } from '../support/copy-rows.ts';
import { type Growth, isPaged, listCases, lists, pagedBy } from '../support/list-cases.ts';
import { rowsRead } from '../support/rows-read.ts';
import { seedAccount } from '../support/seed-identity.ts';
import { seedDeadLetter } from '../support/seed-jobs.ts';
import { type SeededTenant, seedTenant } from '../support/seed-tenant.ts';
import { useOwnDatabase } from '../support/use-server.ts';

/** Lists in another order, which their routes or pages say. */
const otherwise: Record<string, string> = {
  'change.list': 'a feed is read onwards from a place',
  'file.trash': 'what was deleted last',
  'user_role.list': 'the base role',
  'role.list': 'the base roles, then by name',
  'policy.list': 'by priority',
  'file.folders': 'by name',
  'email_domain.list': 'by name',
  'email_suppression.list': 'by address',
  'collection.items': 'by sort_order',
  'billing_plan.list': 'by price',
  'ledger_account.list': 'by code',
  'tax_rate.list': 'by code',
  'period.list': 'by day',
};

const server = useOwnDatabase();
let seeded: Parameters<Growth>[1];
beforeAll(async () => {
  const api = await createTenant(server);
  const tenant = api.tenant.id;
  seeded = { ...(await seedTenant(api, 'seeded')), tenant, api };
  seeded.msg_id = await seedDeadLetter(server.db, tenant, 'seeded');
  seeded.identity_id = await seedAccount(server.db, tenant, seeded.user_id, 'seeded');
  for (const { id } of lists) {
    const { rows = [] } = listCases[id] ?? {};
    if (typeof rows === 'function') await rows(server.db, seeded, 1, 20);
    else for (const copies of rows) await copyRows(server.db, tenant, copies, 1, 20);
  }
}, 200_000);

interface Row {
  id?: string;
  [name: string]: unknown;
}
const times = ['created_at', 'timestamp', 'started_at', 'occurred_at', 'added_at', 'sent_at'];

async function rowsOf(route: Route): Promise<Row[]> {
  const list = listCases[route.id] ?? {};
  const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
    name,
    { ...seeded, tenant_id: seeded.tenant }[name as keyof SeededTenant],
  ]);
  const input = {
    ...Object.fromEntries(named),
    ...(isPaged(route) && { limit: 20 }),
    ...(pagedBy(route) === 'offset' && { offset: 0 }),
    ...list.args?.(seeded),
  };
  const principal = list.isOfUser
    ? { type: 'user', id: seeded.user_id, user_id: seeded.user_id, scopes: ['*'] }
    : { type: 'api_key', id: seeded.key_id, scopes: ['*'] };
  const schema = isPlatform(route) ? 'platform' : 'api';
  const { answer } = await rowsRead(
    server.pool,
    seeded.tenant,
    functionOf(route),
    input,
    principal,
    schema,
  );
  const data = answer.$headers ? answer.data : answer;
  return Array.isArray(data) ? data : ((Object.values(data).find(Array.isArray) ?? []) as Row[]);
}

it.each(lists.filter(({ id }) => !(id in otherwise)).map((route) => [route.id, route] as const))(
  '%s begins with what is newest',
  async (_, route) => {
    const rows = await rowsOf(route);
    const time = times.find((name) => rows.every((row) => typeof row[name] === 'string'));
    if (!time) return;
    const found = rows.map((row) => Date.parse(row[time] as string));
    expect(found).toEqual(found.toSorted((a, b) => b - a));
  },
);
