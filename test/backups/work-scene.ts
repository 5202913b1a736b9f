import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { databaseUrls } from '../../src/db/urls.ts';
import { backups } from '../../src/groups/backups/index.ts';
import type { TaskDeps, TaskRun } from '../../src/tools/lanes/tasks.ts';
import type { TestServer } from '../support/server.ts';
import { taskDeps } from '../support/task-deps.ts';

type Name = 'backup' | 'backup_verify' | 'restore_new' | 'tenant_clone';

/** The work of a worker, done step by step by the test of a file. */
export function useWork(server: TestServer) {
  const hands = {} as { pool: pg.Pool; deps: TaskDeps };
  beforeAll(() => {
    const { databaseUrl, encryptionKey } = server.config;
    const { worker } = databaseUrls(databaseUrl as string, encryptionKey);
    hands.pool = new pg.Pool({ connectionString: worker, max: 4 });
    hands.deps = taskDeps(server.config, worker);
  });
  afterAll(() => hands.pool.end());
  const run = (subject: string, signal = new AbortController().signal): TaskRun => ({
    ...{ tenant_id: 'platform', subject, attempts: 1, pool: hands.pool, signal },
    query: (text, values) => hands.pool.query(text, values),
  });
  return {
    hands,
    run,
    work: async (name: Name, subject: string, signal?: AbortSignal) =>
      (await backups.tasks?.[name]?.(hands.deps))?.(run(subject, signal)),
    tenants: async () =>
      (await server.db.query('select count(*)::int as n from app.tenants')).rows[0].n as number,
  };
}
