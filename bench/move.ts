/** Aggregates, imports and exports, each against the bare statement on a bare table. */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { fillType, properties } from './data.ts';
import { type Harness, median } from './harness.ts';

const rowsOfImport = 10_000;
const rowsOfExport = 100_000;
const repetitions = 5;

/** @param harness for a server with a worker: large exports are its work */
export async function measureMove(harness: Harness, db: pg.Pool, tenant: string): Promise<void> {
  await harness.createType('imported');
  await harness.createType('moved');
  await fillType(db, tenant, 'moved', rowsOfExport);
  await db.query(`create table bench.moved as
    select properties from app.objects where tenant_id = '${tenant}' and object_type_id = (
      select id from app.object_types where tenant_id = '${tenant}' and name = 'moved')`);
  await db.query('create table bench.copied (properties jsonb not null)');
  await measureAggregate(harness, db);
  const sizes = [await residentMegabytes(harness.api.pid)];
  const note = async () => sizes.push(await residentMegabytes(harness.api.pid));
  await measureImport(harness, db, note);
  await measureExport(harness, db, note);
  harness.report(
    'memory of the process, after the last export against after the first',
    (sizes.at(-1) as number) / (sizes[repetitions + 2] as number),
    1.1,
    '<=',
    sizes.map((size) => `${size} MB`).join(', '),
  );
}

async function measureAggregate(harness: Harness, db: pg.Pool): Promise<void> {
  const body = { group_by: ['city'], metrics: [{ fn: 'count' }] };
  const ours = await timesOf(() => harness.post('/v1/objects/moved/aggregate', body));
  // In one process, as a request has one: with its two parallel workers it takes half as long.
  const client = await db.connect();
  await client.query('set max_parallel_workers_per_gather = 0');
  const theirs = await timesOf(() =>
    client.query(`select properties->>'city', count(*) from bench.moved group by 1`),
  );
  client.release(true);
  harness.report(
    `count by an indexed property of ${rowsOfExport} objects, time against the bare SQL`,
    ours / theirs,
    3,
    '<=',
    `${ours.toFixed(0)} ms, ${theirs.toFixed(0)} ms`,
  );
}

async function measureImport(
  harness: Harness,
  db: pg.Pool,
  note: () => Promise<unknown>,
): Promise<void> {
  const rows = Array.from({ length: rowsOfImport }, (_, number) => ({ ...properties, number }));
  const ours = await timesOf(async () => {
    await harness.post('/v1/data/import', { object_type_id: 'imported', format: 'json', rows });
    await note();
  });
  const theirs = await timesOf(async () => {
    const client = await db.connect();
    const copy = client.query(
      copyFrom(`copy bench.copied from stdin (format csv, quote e'\\x01', delimiter e'\\x02')`),
    );
    await pipeline(Readable.from(rows.map((row) => `${JSON.stringify(row)}\n`)), copy);
    client.release();
  });
  harness.report(
    `import of ${rowsOfImport} rows with 3 indexed properties, time against a bare COPY`,
    ours / theirs,
    8,
    '<=',
    `${ours.toFixed(0)} ms, ${theirs.toFixed(0)} ms`,
  );
}

async function measureExport(
  harness: Harness,
  db: pg.Pool,
  note: () => Promise<unknown>,
): Promise<void> {
  const ours = await timesOf(async () => {
    const { id } = await harness.post<{ id: string }>('/v1/data/export', {
      object_type_id: 'moved',
      format: 'ndjson',
    });
    await download(harness, id);
    await note();
  }, 3);
  const theirs = await timesOf(async () => {
    const client = await db.connect();
    const copy = client.query(copyTo('copy bench.moved to stdout'));
    for await (const _ of copy);
    client.release();
  });
  harness.report(
    `export of ${rowsOfExport} rows as ndjson, rate against a bare COPY`,
    theirs / ours,
    0.2,
    '>=',
    `${ours.toFixed(0)} ms, ${theirs.toFixed(0)} ms`,
  );
}

/** Waits until an export is ready, and reads it to the end. */
async function download(harness: Harness, id: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${harness.api.url}/v1/data/export/${id}`, {
      headers: { authorization: `Bearer ${harness.token}` },
    });
    for await (const _ of response.body as ReadableStream<Uint8Array>);
    if (response.status === 200) return;
    if (response.status !== 202) throw new Error(`export: ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The median time of some repetitions, in milliseconds, after one that does not count. */
async function timesOf(work: () => Promise<unknown>, times = repetitions): Promise<number> {
  const measured: number[] = [];
  await work();
  for (let i = 0; i < times; i++) {
    const started = performance.now();
    await work();
    measured.push(performance.now() - started);
  }
  return median(measured);
}

export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
