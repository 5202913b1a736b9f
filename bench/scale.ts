import type pg from 'pg';
import { cloneTenants } from './data.ts';
import type { Harness, Ours } from './harness.ts';
import { loadsOf, makeType, operations, says } from './workload.ts';

const few = 1_000;

/** The workload on a type of many objects, of the same on one of 1,000. */
export async function measureScale(
  harness: Harness,
  db: pg.Pool,
  tenant: string,
  rows: number,
): Promise<void> {
  const loads = async (type: string, count: number) =>
    loadsOf(harness, type, await makeType(harness, db, tenant, type, count), count);
  const [small, large] = [await loads('thousand-mixed', few), await loads('million-mixed', rows)];
  for (const name of operations) {
    const [a, b] = await harness.inTurns(large[name], small[name]);
    report(harness, `${says[name]}: ${rows} objects, of ${few}`, a, b, 0.85);
  }
}

/** The workload spread over many tenants, of the same in one of them. */
export async function measureTenants(
  harness: Harness,
  db: pg.Pool,
  tenant: string,
  count: number,
): Promise<void> {
  const type = 'cloned';
  await makeType(harness, db, tenant, type, few);
  const many = await cloneTenants(db, tenant, harness.token, count, type);
  const one = { tokens: many.tokens.slice(0, 1), ids: many.ids.slice(0, 1) };
  const first = harness.with(one.tokens[0] as string);
  const loads = await loadsOf(first, type, one.ids, 1);
  const spread = (load: Ours): Ours => ({ ...load, tokens: many.tokens });
  const byId = (load: Ours): Ours => ({ ...load, ...many });
  for (const name of ['get', 'list', 'eighth', 'create', 'patch'] as const) {
    const load = loads[name];
    const ours = name === 'get' || name === 'patch' ? byId(load) : spread(load);
    const [a, b] = await harness.inTurns(ours, load);
    report(harness, `${says[name]}: ${count} tenants, of one`, a, b, 0.9);
  }
}

function report(harness: Harness, what: string, a: number, b: number, goal: number): void {
  harness.report(what, a / b, goal, '>=', `${Math.round(a)}/s of ${Math.round(b)}/s`);
}
