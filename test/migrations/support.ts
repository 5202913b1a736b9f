import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../src/ground/config/config.ts';
import { type Insula, type Parts, startInsula } from '../../src/process/main.ts';
import { readServerUrl } from '../../src/process/server-address.ts';
import { createClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startFreshPostgres } from '../support/fresh-postgres.ts';
import { until } from '../support/until.ts';
import { opened } from '../webhooks/support.ts';

export const keyOf = (n: number): string => Buffer.alloc(32, n).toString('base64');

const platformKey = 'insp_of_the_rotation';

/** A PostgreSQL of its own, because the passwords of its roles change, with what starts Insula on it. */
export async function openInstallation() {
  const { host, port, user, password } = await startFreshPostgres();
  const admin = `postgres://${user}:${password}@${host}:${port}/insula`;
  const atFirst = new pg.Client({ host, port, user, password, database: 'postgres' });
  await atFirst.connect();
  await atFirst.query(`create role migrator login createrole password 'm'`);
  await atFirst.query('create database insula owner migrator');
  await atFirst.end();
  const db = new pg.Pool({ connectionString: admin });
  const env = {
    ...opened,
    DATABASE_URL: `postgres://migrator:m@${host}:${port}/insula`,
    DATA_DIR: join(await temporaryFolder(), 'data'),
    BASE_URL: 'http://insula.test',
    PLATFORM_ADMIN_KEY: platformKey,
    HOST: '127.0.0.1',
    PORT: '0',
    SHUTDOWN_DELAY: '0',
  };
  const running = new Set<Insula>();
  onTestFinished(async () => {
    for (const insula of running) await insula.stop(true);
    await db.end();
  });
  const envWith = ([key = '', ...also]: string[]) => ({
    ...env,
    ENCRYPTION_KEY: key,
    ENCRYPTION_KEY_ALSO: also.join(),
  });

  /** @param keys the one that seals first */
  async function start(parts: Parts, keys: string[]) {
    const config = loadConfig(envWith(keys));
    const umask = process.umask();
    const insula = await startInsula(config, pino({ level: 'silent' }), parts);
    running.add(insula);
    // It closes the files of its process, which runs other tests later.
    process.umask(umask);
    const stop = async () => {
      running.delete(insula);
      await insula.stop();
    };
    return { url: parts.api ? (readServerUrl(env.DATA_DIR) as string) : '', stop };
  }

  /** The operator, at a process. */
  const operatorAt = (url: string) => createClient({ url }, platformKey);

  /** Prepares a reseal, and runs it. @returns its path */
  async function reseal(url: string): Promise<string> {
    const operator = operatorAt(url);
    const made = await operator.post('/admin/migrations', { type: 'reseal' });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    const path = `/admin/migrations/${made.body.data.id}`;
    await operator.post(`${path}/run`);
    return path;
  }

  const ended = async (url: string, path: string) =>
    (
      await until(
        () => operatorAt(url).get(path),
        ({ body }) => !['pending', 'running'].includes(body.data.status),
        // Longer than a process that was killed counts as one that lives, on a busy machine.
        240,
      )
    ).body.data;

  return { db, env, envWith, platformKey, start, operatorAt, reseal, ended };
}
