import { afterEach, describe, expect, it } from 'vitest';
import { databaseUrls } from '../../src/db/urls.ts';
import { startTaskLane } from '../../src/doors/worker/task-lane.ts';
import { startWorker } from '../../src/doors/worker/worker.ts';
import { groups } from '../../src/groups/index.ts';
import { createLog } from '../../src/pulse/log.ts';
import { Lookout } from '../../src/pulse/lookout.ts';
import type { Poll } from '../../src/pulse/poll.ts';
import { endlessRoom } from '../../src/storage/disk-room.ts';
import type { Task, TaskRun } from '../../src/tools/lanes/tasks.ts';
import { asWorker } from '../support/as-worker.ts';
import { defineType } from '../support/define-type.ts';
import { dispatchAll } from '../support/dispatch.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const api = useTenant(server);
const log = createLog({ logLevel: 'silent' });

let running: Array<Pick<Poll, 'stop'>> = [];
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  running = [];
  await server.db.query('delete from app.work');
});

const works = async () => {
  const { rows } = await server.db.query(
    `select id, attempts, due_at > now() as is_later from app.work where kind = 'task' order by id`,
  );
  return rows;
};
const start = (tasks: Record<string, Task>) => {
  const lookout = new Lookout(server.db, log);
  const lane = startTaskLane(new Map(Object.entries(tasks)), {
    pool: server.db,
    log,
    room: endlessRoom,
    lookout,
    wakeups: { ring() {} },
  });
  running.push(lane, lookout);
  return lane;
};

const add = (task: string, subject: string) =>
  server.db.query('select app.task_add($1, $2, $3)', [api.tenant.id, task, subject]);

describe('a task', () => {
  it('is queued with the event that asks for it, once for all that ask the same', async () => {
    const type = await defineType(api, { name: 'string' });
    await api.post(`${type.path}/batch/create`, {
      objects: Array.from({ length: 100 }, () => ({ properties: { name: 'x' } })),
    });
    await server.db.query(
      `update app.journal set pending = true where tenant_id = $1 and type = 'property.created'`,
      [api.tenant.id],
    );
    await dispatchAll(server.db);
    const id = `index_build ${type.properties.name}`;
    expect(await works()).toEqual([{ id, attempts: 0, is_later: false }]);
  });

  it('is done for its subject, and its work ends', async () => {
    const runs: TaskRun[] = [];
    await add('greet', 'ada');
    start({ greet: async (run) => void runs.push(run) });
    await until(works, (left) => left.length === 0);
    expect(runs).toMatchObject([{ tenant_id: api.tenant.id, subject: 'ada', attempts: 1 }]);
  });

  it('that fails is tried again later, as is one that no version here knows', async () => {
    await add('fail', 'x');
    await add('unknown', 'x');
    start({ fail: () => Promise.reject(new Error('not today')) });
    expect(await until(works, (all) => all.every((one) => one.is_later))).toEqual([
      { id: 'fail x', attempts: 1, is_later: true },
      { id: 'unknown x', attempts: 1, is_later: true },
    ]);
  });

  it('that is asked for again while it runs is done again', async () => {
    let runs = 0;
    const first = Promise.withResolvers<void>();
    await add('look', 'x');
    start({
      look: async () => {
        runs += 1;
        if (runs === 1) await first.promise;
      },
    });
    await until(works, ([one]) => one.attempts === 1);
    await add('look', 'x');
    first.resolve();
    await until(works, (left) => left.length === 0);
    expect(runs).toBe(2);
  });

  it('is given back at once when its worker ends', async () => {
    await add('wait', 'x');
    const lane = start({
      wait: ({ signal }) =>
        new Promise((_, reject) => {
          if (signal.aborted) reject(signal.reason);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    await until(works, ([one]) => one.attempts === 1);
    await lane.stop();
    // A look that was under way may also have begun it once more, and given it back.
    expect(await works()).toEqual([
      { id: 'wait x', attempts: expect.any(Number), is_later: false },
    ]);
  });

  it('is kept only by the attempt that began last', async () => {
    await add('keep', 'x');
    await server.db.query('update app.work set attempts = 2');
    const next = async (attempts: number, pause: string | null) => {
      const values = [api.tenant.id, 'keep x', attempts, pause];
      const statement = 'select worker.task_next($1, $2, $3, $4) as kept';
      return (await asWorker(server, statement, values)).rows[0].kept;
    };
    expect(await next(1, '30 seconds')).toBe(false);
    expect(await next(1, null)).toBe(false);
    expect(await next(2, '30 seconds')).toBe(true);
    expect(await works()).toEqual([{ id: 'keep x', attempts: 2, is_later: true }]);
    expect(await next(2, null)).toBe(true);
    expect(await works()).toEqual([]);
  });

  it('of a deleted tenant is claimed, as only tasks are', async () => {
    const change = (status: string) =>
      server.db.query('update app.tenants set status = $2, deleted_at = $3 where tenant_id = $1', [
        api.tenant.id,
        status,
        status === 'deleted' ? new Date() : null,
      ]);
    const claim = async () => {
      const statement = `select worker.work_claim('task', '', '{}', 10, 10, '30 s') as answer`;
      return (await asWorker(server, statement, [])).rows[0].answer.items.length;
    };
    await add('tenant_purge', api.tenant.id);
    await change('deleted');
    expect(await claim()).toBe(1);
    await change('active');
  });
});

it('tasks that an earlier version has left in the queue of graphile-worker are done', async () => {
  const type = await defineType(api, { name: 'string' });
  const property = type.properties.name;
  await server.db.query(
    `update app.properties set is_indexed = true, index_status = 'building' where id = $1`,
    [property],
  );
  await server.db.query(
    `select graphile_worker.add_job('index_build', json_build_object('tenant_id', $1::text, 'resource_id', $2::text))`,
    [api.tenant.id, property],
  );
  const { databaseUrl, encryptionKey } = server.config;
  const { worker: workerUrl } = databaseUrls(databaseUrl as string, encryptionKey);
  running.push(await startWorker({ groups, config: server.config, workerUrl, log }));
  await until(
    async () =>
      (await server.db.query('select index_status from app.properties where id = $1', [property]))
        .rows[0].index_status,
    (status) => status === 'ready',
  );
  const { rows } = await server.db.query(
    `select from graphile_worker.jobs where task_identifier = 'index_build'`,
  );
  expect(rows).toEqual([]);
});
