import { describe, expect, inject, it } from 'vitest';
import { version } from '../../src/ground/machine/version.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();

const processes = async () =>
  (await server.db.query('select * from app.worker_processes order by started_at')).rows;

async function startWorkerProcess() {
  const run = insula(['start', '--worker-only'], {
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: server.config.databaseUrl as string,
    ENCRYPTION_KEY: inject('server').encryptionKey,
  });
  await run.printed(/the worker is ready/);
  return run;
}

describe('a worker process', () => {
  it('has a row while it lives, and takes it away when it is told to stop', async () => {
    const run = await startWorkerProcess();
    const [row] = await until(processes, (rows) => rows.length === 1);
    expect(row).toMatchObject({ pid: run.child.pid, version, stuck_lanes: [] });
    run.child.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
    expect(await processes()).toEqual([]);
  });

  it('that is killed leaves its row, which another one forgets after a day', async () => {
    const run = await startWorkerProcess();
    await until(processes, (rows) => rows.length === 1);
    run.child.kill('SIGKILL');
    await run.exit();
    expect(await processes()).toHaveLength(1);
    const beat = () =>
      server.db.query(`select worker.process_seen('other', 'machine', 1, '1.0.0', '{}')`);
    await beat();
    expect(await processes()).toHaveLength(2);
    await server.db.query(
      `update app.worker_processes set seen_at = now() - interval '25 hours' where pid = ${run.child.pid}`,
    );
    await beat();
    expect((await processes()).map((row) => row.host)).toEqual(['machine']);
  });
});
