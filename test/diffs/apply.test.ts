import { describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { apply, diff, linesOf, sent, setUp } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });

async function two() {
  const [a, b] = [await createTenant(server), await createTenant(server)];
  await Promise.all([setUp(a), setUp(b)]);
  return [a, b] as const;
}

describe('applying a comparison', () => {
  it('makes the tenant equal to the other one: then there is nothing left to do', async () => {
    const [a, b] = await two();
    await sent(a, 'post', '/v1/object-types', {
      name: 'old',
      properties: [{ name: 'x', data_type: 'string' }],
    });
    await sent(a, 'post', '/v1/objects/old', { properties: { x: 'goes along' } });
    await sent(b, 'patch', '/v1/object-types/tasks', { display_name: 'Tasks' });
    await sent(b, 'post', '/v1/object-types/tasks/properties', { name: 'due', data_type: 'date' });
    await sent(b, 'post', '/v1/webhooks', { url: 'https://example.com/a', events: ['object.*'] });
    const ours = await sent(a, 'post', '/v1/objects/tasks', { properties: { title: 'ours' } });
    const theirs = await sent(b, 'post', '/v1/objects/tasks', {
      properties: { title: 'theirs', due: '2026-01-31', more: 1.5 },
    });
    const found = await diff(server, a, b);
    const done = await apply(server, found.id);
    expect(done).toMatchObject({
      status: 'completed',
      error: null,
      report: {
        created: { properties: 1, webhooks: 1, objects: 1 },
        updated: { object_types: 1 },
        deleted: { object_types: 1, objects: 1 },
        unchanged: {},
        conflicts: [],
        conflict_count: 0,
      },
    });
    const got = (await a.get(`/v1/objects/tasks/${theirs.id}`)).body.data;
    expect(got).toMatchObject({ id: theirs.id, created_at: theirs.created_at, version: 1 });
    expect(got.properties).toEqual(theirs.properties);
    expect((await a.get(`/v1/objects/tasks/${ours.id}`)).status).toBe(404);
    expect((await a.get(`/v1/objects/tasks/${ours.id}?include_deleted=true`)).status).toBe(200);
    expect(await linesOf(server, (await diff(server, a, b)).id)).toEqual([]);
    const again = await apply(server, found.id);
    expect(again.report).toMatchObject({
      created: {},
      updated: {},
      deleted: {},
      unchanged: { objects: 2, object_types: 2, properties: 1, webhooks: 1 },
    });
  });
});
