import type pg from 'pg';
import { cloneTenants } from './data.ts';
import type { Harness, Ours } from './harness.ts';
import { loadsOf, makeType, operations, says } from './workload.ts';

const few = 1_000;
const warmSeconds = 8;

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

/**
 * The workload spread over many tenants, of the same in one. Each tenant has one object of the type; one object is read and
 * changed by many at once only where there are many, so that is compared with the tenant that has 1,000.
 */
export async function measureTenants(
  harness: Harness,
  db: pg.Pool,
  tenant: string,
  count: number,
): Promise<void> {
  const type = 'cloned';
  const ids = await makeType(harness, db, tenant, type, few);
  const many = await cloneTenants(db, tenant, harness.token, count, type);
  const ofThousand = await loadsOf(harness, type, ids, few);
  const first = { tokens: many.tokens.slice(0, 1), ids: many.ids.slice(0, 1) };
  const ofOne = await loadsOf(harness.with(first.tokens[0] as string), type, first.ids, 1);
  for (const name of ['get', 'list', 'eighth', 'create', 'patch'] as const) {
    const needsObjects = name === 'get' || name === 'patch';
    const one = needsObjects ? ofThousand[name] : ofOne[name];
    const all: Ours = { ...one, tokens: many.tokens, ...(needsObjects ? { ids: many.ids } : {}) };
    // A first search shares no statement, so let each tenant search once.
    await harness.turn({ ...all, seconds: warmSeconds });
    const [a, b] = await harness.inTurns(all, one);
    report(harness, `${says[name]}: ${count} tenants, of one`, a, b, 0.9);
  }
}

function report(harness: Harness, what: string, a: number, b: number, goal: number): void {
  harness.report(what, a / b, goal, '>=', `${Math.round(a)}/s of ${Math.round(b)}/s`);
}
