import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedTenants } from '../support/become.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

interface Claim {
  items: { tenant_id: string; id: string; attempts: number }[];
  next: string;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedTenants(database.db);
});
afterAll(() => database.drop());
beforeEach(() =>
  database.db.query(`delete from app.work; update app.tenants set status = 'active'`),
);

const add = (tenant: string, ids: string[], { due = 'now()', serial = 'null' } = {}) =>
  database.db.query(
    `select app.work_add($1, 'job', i, ${due}, ${serial}) from unnest($2::text[]) i`,
    [tenant, ids],
  );
const claim = async ({ after = '', busy = [] as string[], limit = 100, perTenant = 100 } = {}) => {
  const { rows } = await database.db.query<{ answer: Claim }>(
    `select worker.work_claim('job', $1, $2, $3, $4, '30 seconds') as answer`,
    [after, busy, limit, perTenant],
  );
  return (rows[0] as { answer: Claim }).answer;
};
const idsOf = ({ items }: Claim) => items.map(({ id }) => id);
const end = async (id: string, attempts: number, due: string | null = null) => {
  const { rows } = await database.db.query(
    `select app.work_end('ten_a', 'job', $1, $2, $3) as is_over`,
    [id, attempts, due],
  );
  return rows[0].is_over;
};

describe('claiming work', () => {
  it('takes what is due once, and again only after its lease has expired', async () => {
    await add('ten_a', ['a', 'b']);
    await add('ten_a', ['later'], { due: `now() + interval '1 hour'` });
    expect(await claim()).toEqual({
      items: [
        { tenant_id: 'ten_a', id: 'a', attempts: 1 },
        { tenant_id: 'ten_a', id: 'b', attempts: 1 },
      ],
      next: '',
    });
    expect(idsOf(await claim())).toEqual([]);
    await database.db.query(`update app.work set due_at = now() where id = 'a'`);
    expect((await claim()).items).toEqual([{ tenant_id: 'ten_a', id: 'a', attempts: 2 }]);
  });

  it('ends only with the attempt that holds the lease, not with one that was too slow', async () => {
    await add('ten_a', ['a']);
    await claim();
    await database.db.query(`update app.work set due_at = now()`);
    await claim();
    expect(await end('a', 1)).toBe(false);
    expect(await end('a', 2, 'now')).toBe(true);
    expect((await claim()).items[0]?.attempts).toBe(3);
    expect(await end('a', 3)).toBe(true);
    expect(await end('a', 3)).toBe(false);
  });

  it('keeps what its worker renews, unless it is due later or has another attempt', async () => {
    await add('ten_a', ['kept', 'put-off', 'lost']);
    await claim();
    await database.db.query(`update app.work set due_at = now() where id <> 'put-off'`);
    await end('put-off', 1, '2100-01-01T00:00:00Z');
    await database.db.query(`update app.work set attempts = 2 where id = 'lost'`);
    await database.db.query(
      `select worker.work_renew('ten_a', 'job', '{kept,put-off,lost}', '{1,1,1}', '20 seconds')`,
    );
    expect((await claim()).items).toEqual([{ tenant_id: 'ten_a', id: 'lost', attempts: 3 }]);
    const { rows } = await database.db.query(
      `select extract(year from due_at)::int as year from app.work where id = 'put-off'`,
    );
    expect(rows).toEqual([{ year: 2100 }]);
  });

  it('counts attempts from zero when work is queued again, and ignores the attempt under way', async () => {
    await add('ten_a', ['a']);
    await claim();
    await add('ten_a', ['a']);
    expect(await end('a', 1)).toBe(false);
    expect((await claim()).items[0]?.attempts).toBe(1);
  });

  it('gives each tenant its turn, whatever others have queued', async () => {
    await add(
      'ten_a',
      Array.from({ length: 50 }, (_, i) => `a${i}`),
    );
    await add('ten_b', ['b']);
    const both = await claim({ perTenant: 5 });
    expect(both.items.filter(({ tenant_id }) => tenant_id === 'ten_a')).toHaveLength(5);
    expect(idsOf(both)).toContain('b');
  });

  it('continues after the tenant where it stopped', async () => {
    await add('ten_a', ['a1', 'a2']);
    await add('ten_b', ['b1']);
    const first = await claim({ limit: 1 });
    expect([idsOf(first), first.next]).toEqual([['a1'], 'ten_a']);
    expect(idsOf(await claim({ after: first.next, limit: 1 }))).toEqual(['b1']);
  });

  it('skips tenants that are busy', async () => {
    await add('ten_a', ['a']);
    await add('ten_b', ['b']);
    expect(idsOf(await claim({ busy: ['ten_a'] }))).toEqual(['b']);
  });

  it('takes only the first item of a serial key until it has ended', async () => {
    await add('ten_a', ['1', '2', '3'], { serial: `'object'` });
    await add('ten_a', ['4']);
    expect(idsOf(await claim())).toEqual(['1', '4']);
    await end('1', 1, '2100-01-01');
    expect(idsOf(await claim())).toEqual([]);
    await database.db.query(`delete from app.work where id = '1'`);
    expect(idsOf(await claim())).toEqual(['2']);
  });

  it('waits while a tenant is suspended', async () => {
    await add('ten_a', ['a']);
    await database.db.query(
      `update app.tenants set status = 'suspended' where tenant_id = 'ten_a'`,
    );
    expect(idsOf(await claim())).toEqual([]);
    await database.db.query(
      `update app.tenants set status = 'active'; update app.work set due_at = now()`,
    );
    expect(idsOf(await claim())).toEqual(['a']);
  });

  it('by several workers at once takes each item once', async () => {
    await add(
      'ten_a',
      Array.from({ length: 200 }, (_, i) => `a${String(i).padStart(3, '0')}`),
    );
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim({ perTenant: 20 })));
    const ids = claims.flatMap(idsOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(20);
  });
});

describe('the jobs of a killed worker', () => {
  const lockedBy = async () => {
    const { rows } = await database.db.query(
      `select locked_by from graphile_worker.jobs where key = 'killed'`,
    );
    return rows[0].locked_by;
  };

  it('are released when it has not reported for 30 seconds', async () => {
    await database.db.query(`
      select graphile_worker.add_job('housekeeping', '{}', job_key => 'killed');
      update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '1 minute'`);
    await database.db.query(`select worker.workers_seen('{dead}')`);
    expect(await lockedBy()).toBe('dead');
    await database.db.query(`update app.workers set seen_at = now() - interval '31 seconds'`);
    const { rows } = await database.db.query(`select worker.workers_seen('{alive}') as dead`);
    expect([rows[0].dead, await lockedBy()]).toEqual([1, null]);
  });
});
