import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();

async function startWorkerProcess() {
  const run = insula(['start', '--worker-only'], {
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: server.config.databaseUrl as string,
    ENCRYPTION_KEY: inject('server').encryptionKey,
    METRICS_PORT: '0',
  });
  const [, port] = await run.printed(/"port":(\d+)/);
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`);
    const { data } = (await answer.json()) as { data: { checks: Record<string, string> } };
    return { status: answer.status, ...data.checks } as { status: number; lanes: string };
  };
  return { run, ready };
}

const ok = { status: 200, database: 'ok', lanes: 'ok' };
const seen = async () =>
  (await server.db.query('select stuck_lanes from app.worker_processes')).rows[0]?.stuck_lanes;

const confirmed = async () =>
  (await server.db.query('select seen_at from app.worker_processes')).rows[0]?.seen_at as Date;

describe('/ready of a worker', () => {
  it('names the lanes that do not turn, and is well again when they do', {
    timeout: 200_000,
  }, async () => {
    const { run, ready } = await startWorkerProcess();
    expect(await ready()).toMatchObject(ok);

    // At first each lane looks for itself, by few connections: they are through when the worker confirms for the second time
    // that it lives.
    const first = await until(confirmed, Boolean);
    await until(confirmed, (at) => at > first);
    // The look at the queue waits for it, because it is held; the lanes rest until that has found something.
    const holder = await server.db.connect();
    onTestFinished(() => holder.release(true));
    await holder.query('begin; lock table app.work in access exclusive mode');
    const held = await until(ready, ({ lanes }) => lanes.includes('lookout'));
    expect(held).toMatchObject({ status: 503, database: 'ok' });
    expect(held.lanes).toMatch(/^stuck: /);
    expect(held.lanes).not.toMatch(/sealer|email/);
    // Without access to the port, it can be read in the database.
    await until(seen, (lanes) => lanes.includes('lookout'));
    await holder.query('rollback');
    await until(ready, ({ status }) => status === 200);

    // One that fails each time.
    await server.db.query('alter function worker.journal_unsealed rename to journal_unsealed_away');
    await server.db.query(`select pg_notify('journal', '')`);
    const failing = await until(ready, ({ status }) => status === 503);
    expect(failing).toMatchObject({ database: 'ok', lanes: 'stuck: sealer' });
    await server.db.query('alter function worker.journal_unsealed_away rename to journal_unsealed');
    await until(ready, ({ status }) => status === 200);

    run.child.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
  });
});
