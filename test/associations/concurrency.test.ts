import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { associate, associationPath, createObject, type End, othersOf } from './support.ts';

const types = '/v1/association-types';

const server = useOwnDatabase({ DB_POOL_SIZE: '16', LOG_LEVEL: 'error' });
let tenant: TenantClient;
let deals: DefinedType;
let people: DefinedType;
beforeEach(async () => {
  tenant = await createTenant(server);
  deals = await defineType(tenant, {}, { name: 'deals' });
  people = await defineType(tenant, {}, { name: 'people' });
});
afterEach(async () => {
  expect(await misplaced()).toEqual([]);
});
afterAll(async () => {
  expect(server.logLines).toEqual([]);
});

const deal = async (): Promise<End> => [deals, await createObject(tenant, deals)];
const person = async (): Promise<End> => [people, await createObject(tenant, people)];
const pathOf = ([type, id]: End) => `${type.path}/${id}`;
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const statusesOf = (answers: Answer[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, list]) => [
      status,
      list?.length,
    ]),
  );

/** Associations that say something else than their ends: hidden is whose end is in the trash, and no end is missing. */
async function misplaced(): Promise<string[]> {
  const { rows } = await server.db.query(
    `select a.id from app.associations a
    left join app.objects f on f.tenant_id = a.tenant_id and f.object_type_id = a.from_type_id and f.id = a.from_id
    left join app.objects t on t.tenant_id = a.tenant_id and t.object_type_id = a.to_type_id and t.id = a.to_id
    where a.tenant_id = $1 and (f.is_deleted or t.is_deleted) is distinct from a.is_hidden`,
    [tenant.tenant.id],
  );
  return rows.map(({ id }) => id);
}

async function deadlocks(): Promise<number> {
  const { rows } = await server.db.query(
    `select deadlocks::int as n from pg_stat_database where datname = current_database()`,
  );
  return rows[0].n;
}

describe('simultaneous associations with a limit', () => {
  it('succeed once with cardinality one', async () => {
    await tenant.post(types, { name: 'owner', cardinality: 'one' });
    const one = await deal();
    const others = await times(12, person);
    const answers = await times(12, (n) =>
      tenant.put(associationPath(one, 'owner', others[n] as End)),
    );
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 11 });
    const winner = answers.find(({ status }) => status === 200)?.body.data.id;
    for (const { status, body } of answers)
      if (status === 409) expect(body.error.details.existing_id).toBe(winner);
    expect(await othersOf(tenant, one)).toHaveLength(1);
  });

  it('succeed up to max, even while others are removed and restored', async () => {
    await tenant.post(types, { name: 'seat', max: 3 });
    const one = await deal();
    const others = await times(9, person);
    const answers = await times(60, (n) => {
      const other = others[n % 9] as End;
      if (n % 4 === 1) return tenant.delete(associationPath(one, 'seat', other));
      if (n % 4 === 2)
        return tenant.post(`${people.path}/batch/delete`, { object_ids: [other[1]] });
      if (n % 4 === 3)
        return tenant.post(`${people.path}/batch/restore`, { object_ids: [other[1]] });
      return tenant.put(associationPath(one, 'seat', other));
    });
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    await tenant.post(`${people.path}/batch/restore`, {
      object_ids: others.map(([, id]) => id),
    });
    expect((await othersOf(tenant, one)).length).toBeLessThanOrEqual(3);
  });

  it('stay within a rule that is created meanwhile', async () => {
    const others = await times(8, person);
    const one = await deal();
    const [rule, ...puts] = await Promise.all([
      tenant.post(types, { name: 'owner', cardinality: 'one' }),
      ...others.map((other) => tenant.put(associationPath(one, 'owner', other))),
    ]);
    const made = puts.filter(({ status }) => status === 200).length;
    if (rule?.status === 201) expect(made).toBe(1);
    else expect([rule?.status, rule?.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(await othersOf(tenant, one)).toHaveLength(made);
  });
});

describe('an association with an object that is being deleted', () => {
  it.each([
    ['into the trash', ''],
    ['for good', '?force=true&confirm_token='],
  ])('%s waits, and is then not created', async (_, query) => {
    const [one, ada] = [await deal(), await person()];
    const { confirm_token } = (await tenant.delete(`${pathOf(ada)}?force=true`)).body.error;
    const holder = await server.db.connect();
    await holder.query('begin');
    // A delete waits for this while it holds the object.
    await holder.query(
      `select from app.object_counts where tenant_id = $1 and object_type_id = $2 for update`,
      [tenant.tenant.id, people.id],
    );
    const gone = tenant.delete(pathOf(ada) + (query && query + confirm_token));
    await untilBlocked(server.db, holder);
    const put = tenant.put(associationPath(one, 'buyer', ada));
    await holder.query('commit');
    holder.release();
    expect([(await gone).status, (await put).status]).toEqual([200, 404]);
    expect(await othersOf(tenant, one)).toEqual([]);
  });
});

describe('many simultaneous operations', () => {
  it('leave each association visible or hidden as its ends are, without a deadlock', async () => {
    const before = await deadlocks();
    const ends = await times(6, (n) => (n % 2 ? deal() : person()));
    const pick = (n: number) => ends[n % 6] as End;
    for (let round = 0; round < 4; round++) {
      const answers = await times(60, (n) => {
        const [a, b] = [pick(n * 7 + round), pick(n * 5 + 1)];
        const path = associationPath(a, 'linked', b);
        if (n % 5 === 0) return tenant.post(`${a[0].path}/batch/delete`, { object_ids: [a[1]] });
        if (n % 5 === 1) return tenant.post(`${b[0].path}/batch/restore`, { object_ids: [b[1]] });
        if (n % 5 === 2) return tenant.delete(path);
        return tenant.put(path);
      });
      for (const { status } of answers) expect([200, 400, 404]).toContain(status);
      expect(await misplaced()).toEqual([]);
    }
    expect((await deadlocks()) - before).toBe(0);
  });

  it('move whole trees to the trash and back, or nothing', async () => {
    const before = await deadlocks();
    await tenant.post(types, { name: 'in', on_delete: 'cascade' });
    const root = await deal();
    const middle = await times(3, deal);
    const leaves = await times(6, person);
    for (const one of middle) await associate(tenant, one, 'in', root);
    for (const [n, leaf] of leaves.entries())
      await associate(tenant, leaf, 'in', middle[n % 3] as End);
    const loose = await times(6, person);
    for (let round = 0; round < 4; round++) {
      const answers = await times(40, (n) => {
        if (n % 4 === 0)
          return tenant.post(`${deals.path}/batch/delete`, {
            object_ids: [n % 8 ? root[1] : (middle[n % 3] as End)[1]],
          });
        if (n % 4 === 1)
          return tenant.post(`${deals.path}/batch/restore`, { object_ids: [root[1]] });
        if (n % 4 === 2)
          return tenant.post(`${people.path}/batch/delete`, {
            object_ids: [(leaves[n % 6] as End)[1]],
          });
        return tenant.put(associationPath(loose[n % 6] as End, 'in', middle[n % 3] as End));
      });
      for (const { status } of answers) expect([200, 404, 409]).toContain(status);
      expect(await misplaced()).toEqual([]);
      // Whatever points to an object in the trash is in the trash, or was put there by itself.
      const { rows } = await server.db.query(
        `select a.id from app.associations a
         join app.objects f on f.tenant_id = a.tenant_id and f.id = a.from_id
         join app.objects t on t.tenant_id = a.tenant_id and t.id = a.to_id
         where a.tenant_id = $1 and not f.is_deleted and t.is_deleted and a.association_type = 'in'
           and f.operation <> 'restore'`,
        [tenant.tenant.id],
      );
      expect(rows).toEqual([]);
      await tenant.post(`${deals.path}/batch/restore`, {
        object_ids: [root, ...middle].map(([, id]) => id),
      });
      await tenant.post(`${people.path}/batch/restore`, {
        object_ids: [...leaves, ...loose].map(([, id]) => id),
      });
    }
    expect((await deadlocks()) - before).toBe(0);
  });
});
