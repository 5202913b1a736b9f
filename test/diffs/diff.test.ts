import { describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { changesOf, diff, linesOf, sent, setUp } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });

async function two() {
  const [a, b] = [await createTenant(server), await createTenant(server)];
  await Promise.all([setUp(a), setUp(b)]);
  return [a, b] as const;
}

describe('comparing two tenants', () => {
  it('finds nothing between two that were set up alike', async () => {
    const [a, b] = await two();
    const done = await diff(server, a, b);
    expect(await changesOf(server, done.id)).toEqual([]);
    expect(done).toMatchObject({ status: 'completed', changes: 0, truncated: false, error: null });
  });

  it('tells what has to happen to the one so that it equals the other, in an order in which that can be done', async () => {
    const [a, b] = await two();
    await sent(a, 'post', '/v1/object-types', {
      name: 'old',
      properties: [{ name: 'x', data_type: 'string' }],
    });
    await sent(b, 'patch', '/v1/object-types/tasks', {
      display_name: 'Tasks',
      user_access: 'open',
    });
    await sent(b, 'post', '/v1/object-types/tasks/properties', { name: 'due', data_type: 'date' });
    await sent(b, 'post', '/v1/webhooks', { url: 'https://example.com/a', events: ['object.*'] });
    const ours = await sent(a, 'post', '/v1/objects/tasks', { properties: { title: 'ours' } });
    const theirs = await sent(b, 'post', '/v1/objects/tasks', { properties: { title: 'theirs' } });
    const done = await diff(server, a, b);
    expect(done.error).toBe(null);
    expect(await linesOf(server, done.id)).toEqual([
      'schema object_types update tasks',
      'schema properties create tasks.due',
      'config webhooks create https://example.com/a',
      `rows objects delete ${ours.id}`,
      `rows objects create ${theirs.id}`,
      'schema object_types delete old',
    ]);
    const [first] = await changesOf(server, done.id, '&section=schema');
    expect(first.fields).toEqual([
      { path: 'display_name', from: null, to: 'Tasks' },
      { path: 'user_access', from: 'private', to: 'open' },
    ]);
    expect(done.summary).toEqual({
      schema: { create: 1, update: 1, delete: 1 },
      config: { create: 1, update: 0, delete: 0 },
      rows: { create: 1, update: 0, delete: 1 },
    });
  });

  it('matches objects by a property, and leaves out what is ignored', async () => {
    const [a, b] = await two();
    for (const [api, n, title] of [
      [a, 1, 'x'],
      [b, 2, 'y'],
    ] as const)
      await sent(api, 'post', '/v1/objects/tasks', { properties: { code: 'c1', n, title } });
    const done = await diff(server, a, b, { match: { tasks: 'code' }, ignore: ['title'] });
    expect(await linesOf(server, done.id)).toEqual(['rows objects update c1']);
    const [change] = await changesOf(server, done.id);
    expect(change.fields).toEqual([{ path: 'n', from: 1, to: 2 }]);
  });

  it.each([
    [{ types: ['tasks', 'task'] }, 'types: neither tenant has an object type task'],
    [{ match: { task: 'code' } }, 'match: neither tenant has an object type task'],
  ])(
    'fails with %o, where a name with a typing error would find no differences',
    async (fields, error) => {
      const [a, b] = await two();
      expect(await diff(server, a, b, fields)).toMatchObject({ status: 'failed', error });
    },
  );
});
