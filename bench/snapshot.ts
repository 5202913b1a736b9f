/** One tenant as a thing: how quick a snapshot, its restore as a new tenant and a diff are, and who waits meanwhile. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { cloneTenants, fillType, properties } from './data.ts';
import type { Harness } from './harness.ts';

const objects = 100_000;
const writers = 8;
const type = 'kept';

interface Work {
  id: string;
  status: string;
  error: unknown;
  row_counts?: Record<string, number>;
  target_tenant_id?: string;
}

/** @param dataDir where the platform key lies */
export async function measureSnapshots(
  harness: Harness,
  db: pg.Pool,
  tenant: string,
  dataDir: string,
): Promise<void> {
  const key = await readFile(join(dataDir, 'secrets', 'platform-admin-key'), 'utf8');
  const operator = harness.with(key.trim());
  await harness.createType(type);
  await fillType(db, tenant, type, objects);
  const { tokens } = await cloneTenants(db, tenant, harness.token, 1, type);
  const other = harness.with(tokens[0] as string);
  await writeTimes(harness, sleep(1_000));

  const backup = await during(harness, () =>
    finish(operator, '/admin/backups', { tenant_id: tenant }, '/admin/backups'),
  );
  const rows = Object.values(backup.made.row_counts ?? {}).reduce((sum, n) => sum + n, 0);
  reportRate(harness, `snapshot of a tenant with ${objects} objects`, rows, backup.seconds, 20_000);
  reportWait(harness, 'writes of the tenant during its snapshot', backup, 1.5);

  const restore = await during(other, () =>
    finish(
      operator,
      `/admin/backups/${backup.made.id}/restore`,
      { mode: 'new_tenant', name: 'Bench' },
      '/admin/restores',
    ),
  );
  reportRate(harness, 'its restore as a new tenant', rows, restore.seconds, 5_000);
  reportWait(harness, 'writes of another tenant during the restore', restore, 1.3);

  const begun = performance.now();
  const target = restore.made.target_tenant_id as string;
  const asked = { with: { tenant_id: target } };
  await finish(operator, `/admin/tenants/${tenant}/diff`, asked, '/admin/diffs');
  const seconds = (performance.now() - begun) / 1000;
  harness.report(`diff of the two tenants`, seconds, 30, '<=', 'seconds');
}

/** Begins a work of the operator. @returns its record when it is over @throws when it has failed */
async function finish(operator: Harness, path: string, body: object, records: string) {
  let work = await operator.post<Work>(path, body);
  while (work.status === 'pending' || work.status === 'running') {
    await sleep(20);
    work = await operator.get<Work>(`${records}/${work.id}`);
  }
  if (work.status !== 'completed') throw new Error(`${path}: ${JSON.stringify(work)}`);
  return work;
}

interface During<T> {
  made: T;
  seconds: number;
  /** The 95th percentile of writes, in milliseconds: before and meanwhile. */
  before: number;
  meanwhile: number;
}

/** Does a work while eight writers create objects. */
async function during<T>(writer: Harness, work: () => Promise<T>): Promise<During<T>> {
  const before = await writeTimes(writer, sleep(4_000));
  const begun = performance.now();
  const working = work();
  const meanwhile = await writeTimes(writer, working);
  const made = await working;
  return { made, seconds: (performance.now() - begun) / 1000, before, meanwhile };
}

/** @returns the 95th percentile of the times of writes until `end`, in milliseconds */
async function writeTimes(writer: Harness, end: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let isOver = false;
  void end.catch(() => {}).finally(() => (isOver = true));
  const write = async () => {
    while (!isOver) {
      const begun = performance.now();
      await writer.post(`/v1/objects/${type}`, { properties });
      times.push(performance.now() - begun);
      // A writer that never rests measures the machine.
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

function reportRate(harness: Harness, what: string, rows: number, seconds: number, goal: number) {
  const figures = `rows a second: ${rows} in ${seconds.toFixed(1)} s, with ${writers} writers`;
  harness.report(what, rows / seconds, goal, '>=', figures);
}

function reportWait<T>(harness: Harness, what: string, times: During<T>, goal: number): void {
  const { before, meanwhile } = times;
  const figures = `${meanwhile.toFixed(1)} ms of ${before.toFixed(1)} ms`;
  harness.report(`${what}, 95th percentile`, meanwhile / before, goal, '<=', figures);
}
