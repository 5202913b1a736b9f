import { beforeEach, describe, expect, it } from 'vitest';
import { define } from '../functions/support.ts';
import { createObject, createPolicy, defineNotes } from '../policies/support.ts';
import type { Client, TenantClient } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { type Json, managerOf, must, tenantOf } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', TRUSTED_PROXIES: 'loopback' });
let api: TenantClient;
beforeEach(async () => {
  api = await tenantOf(server);
  await defineNotes(api);
});

const may = ['functions:manage', 'functions:execute', 'object_types:read', 'views:manage'];
/** The answer of a body, for a user who executes another's code; refusals as their code. */
async function output(author: Client, executor: Client, body: string, input: object = {}) {
  const path = await define(
    author,
    `export default async (input, ctx) => { try { ${body} } catch (error) { return error.code ?? String(error) } }`,
  );
  const answer = await executor.post(`${path}/execute`, { input });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.output;
}
const titles = `const { results } = await ctx.api.get('/v1/objects/notes/list');
  return results.map(({ properties }) => properties.title).sort()`;

describe('row policies of a run', () => {
  const userIs = (property: string) => ({
    property,
    operator: 'eq',
    value: '$auth.user_id',
  });

  it('let it see what both its author and its caller see', async () => {
    const [ada, bob] = [await managerOf(api, may), await managerOf(api, may)];
    await createPolicy(api, {
      action: 'all',
      condition_json: {
        or: [userIs('owner'), { property: 'tags', operator: 'has_any', value: ['$auth.user_id'] }],
      },
    });
    const [a, b] = [ada.user.id, bob.user.id];
    await createObject(api, { title: 'only ada', owner: a });
    await createObject(api, { title: 'only bob', owner: b });
    await createObject(api, { title: 'both', owner: a, tags: [b] });
    const shared = await createObject(api, { title: 'shared', owner: b, tags: [a] });
    await createObject(api, { title: 'nobody' });
    expect(await output(ada.client, ada.client, titles)).toEqual(['both', 'only ada', 'shared']);
    expect(await output(ada.client, bob.client, titles)).toEqual(['both', 'shared']);
    expect(await output(bob.client, ada.client, titles)).toEqual(['both', 'shared']);
    // Owners see everything, and so do their functions when they execute them themselves.
    expect(await output(api, api, titles)).toHaveLength(5);
    expect(await output(ada.client, api, titles)).toEqual(['both', 'only ada', 'shared']);
    expect(await output(api, bob.client, titles)).toEqual(['both', 'only bob', 'shared']);
    const search = `const { results, total } = await ctx.api.post('/v1/objects/notes/search', {
        filters: [{ property: 'size', operator: 'is_null', value: true }], sort: 'title' });
      return [total, results.map(({ properties }) => properties.title)]`;
    expect(await output(ada.client, bob.client, search)).toEqual([2, ['both', 'shared']]);
    const count = `return (await ctx.api.post('/v1/objects/notes/aggregate', {
      metrics: [{ fn: 'count' }] })).rows[0].count`;
    expect(await output(ada.client, bob.client, count)).toBe(2);
    const one = `return (await ctx.api.get('/v1/objects/notes/' + input.id)).properties.title`;
    expect(await output(ada.client, bob.client, one, { id: shared })).toBe('shared');
    await settle(server.db);
    const feed = `const { results } = await ctx.api.get('/v1/changes?types=object.created');
      return results.map(({ data }) => data.properties.title).sort()`;
    expect(await output(ada.client, bob.client, feed)).toEqual(['both', 'shared']);
  });

  it('let it change what both may change, by current conditions, roles and associations', async () => {
    const [ada, bob] = [await managerOf(api, may), await managerOf(api, may)];
    await must(api.post('/v1/roles', { name: 'closer', permissions: [] }));
    await must(
      api.post('/v1/object-types/teams/properties', { name: 'title', data_type: 'string' }),
    );
    const team = await createObject(api, { title: 'team' }, 'teams');
    const note = await createObject(api, { title: 'note', due: '2000-01-01' });
    await must(api.put(`/v1/objects/notes/${note}/associations/of/teams/${team}`, {}));
    const patch = `return (await ctx.api.patch('/v1/objects/notes/' + input.id,
      { properties: { size: 1 } })).properties.size`;
    const change = () => output(ada.client, bob.client, patch, { id: note });
    expect(await change()).toBe(1);
    const closed = await createPolicy(api, { action: 'update', role: 'closer' });
    expect(await change()).toBe('POLICY_DENIED');
    const give = async ({ user }: Json) => {
      const { data } = (await api.get('/v1/roles')).body;
      const role = data.find(({ name }: Json) => name === 'closer');
      await must(api.post('/v1/roles/assign', { user_id: user.id, role_id: role.id }));
    };
    await give(bob);
    expect(await change()).toBe('POLICY_DENIED');
    await give(ada);
    expect(await change()).toBe(1);
    await must(api.delete(`/v1/object-types/notes/policies/${closed}`));
    const dated = {
      action: 'update',
      condition_json: [{ property: 'due', operator: 'lt', value: '$today' }],
    };
    await createPolicy(api, dated);
    expect(await change()).toBe(1);
    await createPolicy(api, {
      action: 'update',
      effect: 'deny',
      role: 'closer',
      condition_json: [
        {
          association: {
            type: 'of',
            direction: 'out',
            to_type: 'teams',
            filters: [{ property: 'title', operator: 'eq', value: 'team' }],
          },
        },
      ],
    });
    expect(await change()).toBe('POLICY_DENIED');
  });

  it('apply to an event’s function and an automation as to a call', async () => {
    const ada = await managerOf(api, [...may, 'automations:manage', 'events:write']);
    await createPolicy(api, { action: 'select', condition_json: [userIs('owner')] });
    await createObject(api, { title: 'hers', owner: ada.user.id });
    await createObject(api, { title: 'theirs' });
    const path = await define(ada.client, `export default async (_, ctx) => { ${titles} }`, {
      trigger_type: 'event',
      trigger_event: 'custom.go',
    });
    await must(api.patch(path, { trigger_event: 'custom.went' }));
    await must(api.post('/v1/events', { event_type: 'went' }));
    const { ended } = await import('./support.ts');
    expect((await ended(api, path)).output).toEqual(['hers']);
  });
});

describe('permissions for single object types', () => {
  it('limit what runs on behalf of someone else', async () => {
    const role = { name: 'reader', permissions: ['objects:read:teams', 'functions:manage'] };
    await must(api.post('/v1/roles', role));
    const limited = await managerOf(api, []);
    await must(api.patch(`/v1/users/${limited.user.id}`, { role: 'reader' }));
    await createObject(api, { title: 'team' }, 'teams');
    await createObject(api, { title: 'note' });
    const read = (type: string) => `return (await ctx.api.get('/v1/objects/${type}/list')).total`;
    expect(await output(limited.client, api, read('teams'))).toBe(1);
    expect(await output(limited.client, api, read('notes'))).toBe('FORBIDDEN');
    const other = await managerOf(api, may);
    expect(await output(limited.client, other.client, read('teams'))).toBe(1);
    expect(await output(limited.client, other.client, read('notes'))).toBe('FORBIDDEN');
    const write = `return (await ctx.api.post('/v1/objects/teams', {})).id`;
    expect(await output(limited.client, api, write)).toBe('FORBIDDEN');
  });

  it('do not cover all types: no one can grant more', async () => {
    const role = {
      name: 'giver',
      permissions: ['roles:manage', 'users:manage', 'objects:write:teams'],
    };
    await must(api.post('/v1/roles', role));
    const giver = await managerOf(api, []);
    await must(api.patch(`/v1/users/${giver.user.id}`, { role: 'giver' }));
    const give = async (...permissions: string[]) =>
      (
        await giver.client.post('/v1/roles', {
          name: `r${Math.random()}`.replace('.', '_'),
          permissions,
        })
      ).status;
    expect(await give('objects:write:teams')).toBe(201);
    expect(await give('objects:read:teams')).toBe(201);
    for (const wide of ['objects:write', 'objects:read', 'objects:write:notes', 'objects:*', '*'])
      expect([wide, await give(wide)]).toEqual([wide, 403]);
  });
});

describe('records that belong to only one user', () => {
  it('hides private files from code that another user wrote', async () => {
    const allowed = [...may, 'files:read', 'files:write'];
    const [ada, bob] = [await managerOf(api, allowed), await managerOf(api, allowed)];
    const form = new FormData();
    form.set('access', 'private');
    form.set('file', new Blob(['secret'], { type: 'text/plain' }), 'mine.txt');
    const file = await must(ada.client.send('POST', '/v1/files/upload', { body: form }));
    const one = `return (await ctx.api.get('/v1/files/' + input.id)).filename`;
    const rename = `return (await ctx.api.patch('/v1/files/' + input.id, { filename: 'x.txt' })).filename`;
    const { id } = file;
    expect(await output(ada.client, ada.client, one, { id })).toBe('mine.txt');
    expect(await output(bob.client, ada.client, one, { id })).toBe('NOT_FOUND');
    expect(await output(ada.client, bob.client, one, { id })).toBe('NOT_FOUND');
    expect(await output(bob.client, ada.client, rename, { id })).toBe('NOT_FOUND');
    expect(await output(api, ada.client, rename, { id })).toBe('x.txt');
  });

  it('hides private views from code that someone else wrote, unless that is an owner', async () => {
    const [ada, bob] = [await managerOf(api, may), await managerOf(api, may)];
    await must(
      ada.client.post('/v1/object-types/notes/views', { name: 'mine', visibility: 'private' }),
    );
    const views = `return (await ctx.api.get('/v1/object-types/notes/views')).map(({ name }) => name)`;
    expect(await output(ada.client, ada.client, views)).toEqual(['mine']);
    expect(await output(api, ada.client, views)).toEqual(['mine']);
    expect(await output(bob.client, ada.client, views)).toEqual([]);
    expect(await output(ada.client, bob.client, views)).toEqual([]);
  });
});
