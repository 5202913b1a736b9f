import { beforeAll, expect, it } from 'vitest';
import { listCases } from '../audit-logs/list-cases.ts';
import { type CopiesOf, copyRows } from '../support/copy-rows.ts';
import { rowsRead } from '../support/rows-read.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const sizes = [1_000, 8_000];
const slack = 60;

const server = useOwnDatabase();
const api = useTenant(server);

/** The first of what is copied was made then, and one each second after it. */
let start: number;
const second = (n: number) => new Date(start + n * 1000).toISOString();
let since: string;

interface Shape {
  operation: string;
  args: () => object;
}
const log = (args: () => object): Shape => ({
  operation: 'audit_log_list',
  args: () => ({ limit: 20, offset: 0, ...args() }),
});
const shapes: Record<string, Shape> = {
  'a rare event': log(() => ({ action: 'user.banned' })),
  'a rare event of a minute': log(() => ({
    action: 'user.banned',
    from: second(-10),
    to: second(60),
  })),
  'a frequent event of a minute': log(() => ({
    action: 'object.updated',
    from: second(400),
    to: second(460),
  })),
  'the log of a minute': log(() => ({ from: second(400), to: second(460) })),
  'what one has done in a minute': log(() => ({
    actor_id: 'usr_common',
    from: second(400),
    to: second(460),
  })),
  'the feed from the middle': { operation: 'change_list', args: () => ({ limit: 20, since }) },
};
const readings = new Map<string, number[]>();

beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'things' });
  await api.post('/v1/objects/things', { properties: {} });
  start = Date.now() - 24 * 3600 * 1000;
  let before = 0;
  for (const size of sizes) {
    for (const copies of (listCases['audit_log.list']?.rows ?? []) as CopiesOf[])
      await copyRows(server.db, api.tenant.id, copies, before + 1, size);
    before = size;
    await server.db.query('analyze');
    const { answer } = await read({
      operation: 'change_list',
      args: () => ({ limit: 500 }),
    });
    since = answer.next_since;
    for (const [name, shape] of Object.entries(shapes)) {
      const reading = await read(shape);
      const { answer } = reading;
      expect((answer.logs ?? answer.data?.logs ?? answer.results).length, name).toBeGreaterThan(0);
      readings.set(name, [...(readings.get(name) ?? []), reading.read]);
    }
  }
}, 300_000);

const read = ({ operation, args }: Shape) =>
  rowsRead(server.pool, api.tenant.id, operation, args());

it.each(Object.keys(shapes))('%s: no more is read of a long journal', (name) => {
  const [short = 0, long = 0] = readings.get(name) ?? [];
  expect(long, `${short} rows, then ${long}`).toBeLessThanOrEqual(short + slack);
});
