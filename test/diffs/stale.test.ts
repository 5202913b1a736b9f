import { expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { apply, changesOf, diff, linesOf, sent, setUp } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });

async function two() {
  const [a, b] = [await createTenant(server), await createTenant(server)];
  await Promise.all([setUp(a), setUp(b)]);
  return [a, b] as const;
}

const task = (api: TenantClient, properties: object) =>
  sent(api, 'post', '/v1/objects/tasks', { properties });

it('a record that has changed since is a conflict: nothing is changed, or all but it, or it as well', async () => {
  const [a, b] = await two();
  const gone = await task(a, { title: 'gone' });
  const other = await task(a, { title: 'other' });
  await sent(b, 'patch', '/v1/object-types/tasks', { display_name: 'Theirs' });
  const found = await diff(server, a, b);
  await sent(a, 'patch', `/v1/objects/tasks/${gone.id}`, { properties: { n: 1 } });
  await sent(a, 'patch', '/v1/object-types/tasks', { display_name: 'Ours' });
  const stale = [
    { kind: 'object_types', reason: 'stale' },
    { kind: 'objects', reason: 'stale' },
  ];

  const failed = await apply(server, found.id);
  expect(failed).toMatchObject({ status: 'failed', report: { conflicts: stale, created: {} } });
  expect(failed.error).toContain('nothing was changed');
  expect((await a.get(`/v1/objects/tasks/${other.id}`)).status).toBe(200);

  const tried = await apply(server, found.id, { on_conflict: 'overwrite', dry_run: true });
  expect(tried.report).toMatchObject({ updated: { object_types: 1 }, deleted: { objects: 2 } });
  expect((await a.get(`/v1/objects/tasks/${other.id}`)).status).toBe(200);

  const kept = await apply(server, found.id, { on_conflict: 'keep' });
  expect(kept).toMatchObject({
    status: 'completed',
    report: { conflicts: stale, conflict_count: 2, deleted: { objects: 1 } },
  });
  expect((await a.get(`/v1/objects/tasks/${other.id}`)).status).toBe(404);
  const outcomes = (await changesOf(server, found.id)).map(
    (one: { outcome: object }) => one.outcome,
  );
  expect(outcomes).toEqual([{ reason: 'stale' }, { reason: 'stale' }, { did: 'delete' }]);

  const over = await apply(server, found.id, { on_conflict: 'overwrite' });
  expect(over.report).toMatchObject({ conflicts: [], unchanged: { objects: 1 } });
  expect(await linesOf(server, (await diff(server, a, b)).id)).toEqual([]);
});

it('a value that another record holds is a conflict of that change, and of no other', async () => {
  const [a, b] = await two();
  await sent(b, 'post', '/v1/object-types/tasks/properties', { name: 'x', data_type: 'integer' });
  const theirs = [];
  for (let n = 0; n < 5; n++) theirs.push(await task(b, { code: `c${n}`, x: n }));
  const found = await diff(server, a, b);
  await task(a, { code: 'c3' });
  const done = await apply(server, found.id, { on_conflict: 'keep' });
  expect(done.report).toMatchObject({
    created: { objects: 4, properties: 1 },
    conflict_count: 1,
    conflicts: [{ kind: 'objects', reason: 'unique' }],
  });
  expect((await a.get(`/v1/objects/tasks/${theirs[4].id}`)).status).toBe(200);
});

it('comes back from the trash with the values of the other tenant', async () => {
  const [a, b] = await two();
  const theirs = await task(b, { title: 'new' });
  await apply(server, (await diff(server, a, b)).id);
  await sent(a, 'delete', `/v1/objects/tasks/${theirs.id}`);
  await sent(b, 'patch', `/v1/objects/tasks/${theirs.id}`, { properties: { title: 'newer' } });
  const done = await apply(server, (await diff(server, a, b)).id);
  expect(done.report).toMatchObject({ created: { objects: 1 }, conflicts: [] });
  const got = (await a.get(`/v1/objects/tasks/${theirs.id}`)).body.data;
  expect(got).toMatchObject({ version: 3, properties: { title: 'newer' } });
});

it('takes part of the changes, and asks again for what another part deletes', async () => {
  const [a, b] = await two();
  const operator = platformClient(server);
  const [one, two_] = [await task(a, { title: '1' }), await task(a, { title: '2' })];
  const found = await diff(server, a, b);
  const path = `/admin/diffs/${found.id}/apply`;
  const first = await operator.post(path, { changes: ['1'] });
  expect(first.status).toBe(409);
  expect(first.body.error).toMatchObject({
    code: 'DEPENDENCY_EXISTS',
    dependencies: [{ type: 'objects', count: 1 }],
  });
  const { confirm_token } = first.body.error;
  const other = await operator.post(path, { changes: 'all', confirm_token });
  expect(other.status).toBe(409);
  // One record as well, but another one.
  const second = await operator.post(path, { changes: ['2'], confirm_token });
  expect(second.status).toBe(409);
  const hard = await operator.post(path, {
    ...{ changes: ['1'], on_conflict: 'overwrite', confirm_token },
  });
  expect(hard.status).toBe(409);
  const unknown = await operator.post(path, { changes: ['1', '77'] });
  expect([unknown.status, unknown.body.error.param]).toEqual([400, 'changes']);
  await apply(server, found.id, { changes: ['1'] });
  const states = await Promise.all(
    [one, two_].map(async ({ id }) => (await a.get(`/v1/objects/tasks/${id}`)).status),
  );
  expect(states.toSorted()).toEqual([200, 404]);
});
