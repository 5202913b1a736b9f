import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseUrls } from '../../src/db/urls.ts';
import { applyTask } from '../../src/groups/backups/apply-task.ts';
import { compareTask } from '../../src/groups/diffs/compare/task.ts';
import type { Task, TaskDeps } from '../../src/tools/lanes/tasks.ts';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { taskDeps } from '../support/task-deps.ts';
import { useServer } from '../support/use-server.ts';
import { linesOf, sent, setUp } from './scene.ts';

const server = useServer();
let pool: pg.Pool;
let deps: TaskDeps;
beforeAll(() => {
  const { config } = server;
  const { worker } = databaseUrls(config.databaseUrl as string, config.encryptionKey);
  pool = new pg.Pool({ connectionString: worker, max: 2 });
  deps = taskDeps(config, worker);
});
afterAll(() => pool.end());

class Killed extends Error {}

/** Runs a task that is killed before its n-th statement. @returns whether it came to its end before */
async function runUntil(
  n: number,
  task: (deps: TaskDeps) => Task,
  tenant: string,
  subject: string,
) {
  let left = n;
  // biome-ignore lint/suspicious/noExplicitAny: as pg takes it
  const query = (...given: any[]) => {
    if (left-- <= 0) throw new Killed();
    return (pool.query as (...all: unknown[]) => unknown)(...given);
  };
  const killed = { query } as unknown as pg.Pool;
  const run = {
    tenant_id: tenant,
    subject,
    attempts: 1,
    pool: killed,
    query: query as never,
    signal: new AbortController().signal,
  };
  try {
    await task(deps)(run);
    return true;
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
}

async function untilDone(task: (deps: TaskDeps) => Task, tenant: string, subject: string) {
  for (let n = 1; ; n++) if (await runUntil(n, task, tenant, subject)) return n;
}

async function compared(a: TenantClient, b: TenantClient, isKilled: boolean) {
  const operator = platformClient(server);
  const { id } = await sent(operator, 'post', `/admin/tenants/${a.tenant.id}/diff`, {
    with: { tenant_id: b.tenant.id },
  });
  if (isKilled) await untilDone(compareTask, a.tenant.id, id);
  else expect(await runUntil(10_000, compareTask, a.tenant.id, id)).toBe(true);
  return (await operator.get(`/admin/diffs/${id}`)).body.data;
}

it('a worker that dies before any of its statements leaves nothing half done, and another one goes on', {
  timeout: 120_000,
}, async () => {
  const [a, b] = [await createTenant(server), await createTenant(server)];
  await setUp(b);
  const steps = {
    initial_state: 'open',
    states: [
      { name: 'open', type: 'task' },
      { name: 'shut', type: 'end' },
    ],
  };
  const flow = { ...steps, transitions: [{ name: 'shut', from: 'open', to: 'shut' }] };
  const { id } = await sent(b, 'post', '/v1/workflows', { name: 'Round', ...flow });
  await sent(b, 'post', `/v1/workflows/${id}/publish`);
  for (let n = 0; n < 3; n++)
    await sent(b, 'post', '/v1/objects/tasks', { properties: { code: `c${n}` } });

  const found = await compared(a, b, true);
  expect(found).toMatchObject({ status: 'completed', error: null, changes: 11 });
  const operator = platformClient(server);
  const { id: restore } = await sent(operator, 'post', `/admin/diffs/${found.id}/apply`, {
    changes: 'all',
  });
  expect(await untilDone(applyTask, a.tenant.id, restore)).toBeGreaterThan(10);
  expect((await operator.get(`/admin/restores/${restore}`)).body.data).toMatchObject({
    status: 'completed',
    report: {
      created: {
        object_types: 1,
        properties: 3,
        roles: 1,
        policies: 1,
        webhooks: 1,
        workflows: 1,
        objects: 3,
      },
      updated: {},
      unchanged: {},
      conflicts: [],
    },
  });
  const rest = await compared(a, b, false);
  expect(await linesOf(server, rest.id)).toEqual([]);
});
