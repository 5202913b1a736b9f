import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/pulse/log.ts';
import { Wakeups } from '../../src/pulse/wakeups.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let bell: Wakeups;
let other: Wakeups;
let heard: (string[] | 'all')[];
beforeAll(async () => {
  const log = createLog(server.config);
  const url = server.pool.options.connectionString as string;
  bell = new Wakeups(url, 'bell', log);
  other = new Wakeups(url, 'other bell', log);
  bell.listen((tenants) => heard.push(tenants));
  heard = [];
  await until(
    async () => heard,
    (all) => all.includes('all'),
  );
});
afterAll(async () => {
  await bell.close();
  await other.close();
});
beforeEach(() => {
  heard = [];
});

const rungBy = (tenants: string[]) => async () => {
  for (const tenant of tenants) other.ring(tenant);
  return until(
    async () => heard,
    (all) => all.length > 0,
  );
};

describe('the notification of new journal rows', () => {
  it('tells other processes which tenants have written, several at once', async () => {
    expect(await rungBy(['ten_a', 'ten_b', 'ten_a'])()).toEqual([['ten_a', 'ten_b']]);
  });

  it('means "all" for more tenants than a notification can hold', async () => {
    const many = Array.from({ length: 400 }, (_, i) => `ten_${String(i).padStart(32, '0')}`);
    expect(await rungBy(many)()).toEqual(['all']);
  });

  it('means "all" if it has a payload that it does not understand, from any sender', async () => {
    for (const payload of ['', 'x', '{"a":1}', '[1]'])
      await server.db.query(`select pg_notify('journal', $1)`, [payload]);
    const all = await until(
      async () => heard,
      ({ length }) => length === 4,
    );
    expect(all).toEqual(['all', 'all', 'all', 'all']);
  });

  it('means "all" after its connection was lost, and continues', async () => {
    await server.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'bell' and datname = current_database()`,
    );
    await until(
      async () => heard,
      (all) => all.includes('all'),
    );
    heard = [];
    expect(await rungBy(['ten_c'])()).toEqual([['ten_c']]);
  });
});
