/** A worker that has nothing but the task of a reseal. */
import pg from 'pg';
import { Box } from '../../src/credentials/box.ts';
import { resealTask } from '../../src/groups/migrations/reseal-task.ts';
import type { TaskDeps, TaskRun } from '../../src/tools/lanes/tasks.ts';

const { url, keys, subject } = JSON.parse(process.argv[2] as string);
const [key, ...others] = (keys as string[]).map((text) => Buffer.from(text, 'base64'));
const pool = new pg.Pool({ connectionString: url });
const task = resealTask({
  config: { encryptionKey: key },
  services: { box: new Box([key as Buffer, ...others]) },
} as unknown as TaskDeps);
const { signal } = new AbortController();
await task({ pool, subject, attempts: 1, signal } as unknown as TaskRun);
await pool.end();
