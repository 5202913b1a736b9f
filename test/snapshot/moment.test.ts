import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { childMeans } from '../../src/snapshot/process.ts';
import { createTenant } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { openLiving, readAll } from './living.ts';

/** A snapshot is of one moment, and holds up nothing. */

const server = useOwnDatabase();

it('is of one moment while 16 writers write, and the feed continues it without a gap', async () => {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  let isOver = false;
  const made: string[] = [];
  const writer = async () => {
    while (!isOver) {
      const { body } = await api.post('/v1/objects/things', { properties: { n: 1 } });
      made.push(body.data.id);
      await api.patch(`/v1/objects/things/${body.data.id}`, { properties: { n: 2 } });
    }
  };
  const writers = Array.from({ length: 16 }, writer);
  await until(
    async () => made.length,
    (count) => count > 30,
  );
  const source = await openLiving(server, api.tenant.id);
  const before = made.length;
  await until(
    async () => made.length,
    (count) => count > before + 30,
  );
  const { manifest, rows } = await readAll(source);
  isOver = true;
  await Promise.all(writers);
  const column = (table: string, name: string) =>
    manifest.tables.find((one) => one.name === table)?.columns.indexOf(name) as number;
  const of = (table: string) => (rows[table] ?? []).map((line) => JSON.parse(line));
  const objects = new Map(of('objects').map((row) => [row[column('objects', 'id')], row]));
  expect(objects.size).toBeGreaterThan(30);
  expect(objects.size).toBeLessThan(made.length);
  // Each object that is there has its journal, and what the journal says was made is there.
  const journaled = of('journal')
    .filter((row) => row[column('journal', 'type')] === 'object.created')
    .map((row) => row[column('journal', 'resource_id')]);
  expect(journaled.toSorted()).toEqual([...objects.keys()].toSorted());
  const versions = of('object_versions').map((row) => row[column('object_versions', 'object_id')]);
  for (const [id, row] of objects)
    expect(versions.filter((one) => one === id).length).toBe(row[column('objects', 'version')] - 1);
  // Together with what the feed says afterwards it is all that there is.
  const seen = new Set(objects.keys());
  let since: string | null = manifest.feed_place;
  const missing = async () => {
    const { body } = await api.get(`/v1/changes?limit=100&since=${since}`);
    for (const { data } of body.data.results) seen.add(data.id);
    since = body.data.next_since;
    return made.filter((id) => !seen.has(id));
  };
  // A transaction of any database of this server holds back the end of a feed.
  await until(missing, (ids) => ids.length === 0);
});

it('holds up no feed, and has no number of its own', async () => {
  const [api, other] = [await createTenant(server), await createTenant(server)];
  const source = await openLiving(server, api.tenant.id);
  try {
    const [first] = source.manifest.tables;
    for await (const _ of source.rows(first as NonNullable<typeof first>)) break;
    for (const one of [api, other]) {
      const { body } = await one.get('/v1/changes?since=now');
      await one.post('/v1/object-types', { name: 'later' });
      const since = body.data.next_since;
      const types = async () =>
        (await one.get(`/v1/changes?since=${since}`)).body.data.results.map(
          ({ type }: { type: string }) => type,
        );
      // As long as transactions of other tests hold it back, but not as long as this snapshot is open.
      expect(await until(types, (list) => list.length > 0)).toEqual(['object_type.created']);
    }
    // As its own role: others are not shown it.
    const { rows } = await asWorker(
      server,
      `select backend_xid, state, xact_start is not null as is_open from pg_stat_activity
       where application_name = $1`,
      [`insula snapshot ${api.tenant.id}`],
    );
    expect(rows).toMatchObject([{ backend_xid: null, is_open: true }]);
  } finally {
    await source.close();
  }
});

it('ends with the process that wanted it, when that is killed', async () => {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  const open = async () => {
    const { rows } = await server.db.query(
      'select count(*)::int as count from pg_stat_activity where application_name = $1',
      [`insula snapshot ${api.tenant.id}`],
    );
    return rows[0].count;
  };
  const parent = fork(fileURLToPath(new URL('./parent-of-child.ts', import.meta.url)), {
    serialization: 'advanced',
  });
  const means = childMeans(server.config, server.config.databaseUrl as string);
  parent.send({ means, tenant: api.tenant.id });
  await until(open, (count) => count === 1);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await until(open, (count) => count === 0);
});
