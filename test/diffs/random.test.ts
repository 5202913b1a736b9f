import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseUrls } from '../../src/db/urls.ts';
import { applyTask } from '../../src/groups/backups/apply-task.ts';
import { compareTask } from '../../src/groups/diffs/compare/task.ts';
import type { Task, TaskDeps } from '../../src/tools/lanes/tasks.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { taskDeps } from '../support/task-deps.ts';
import { useServer } from '../support/use-server.ts';
import { linesOf, sent } from './scene.ts';

/** Whatever two tenants hold: one of them becomes like the other one, and then there is nothing left to do. */

const server = useServer();
let operator: Client;
let pool: pg.Pool;
let deps: TaskDeps;
beforeAll(() => {
  operator = platformClient(server);
  const { worker } = databaseUrls(server.config.databaseUrl as string, server.config.encryptionKey);
  pool = new pg.Pool({ connectionString: worker, max: 2 });
  deps = taskDeps(server.config, worker);
});
afterAll(() => pool.end());

/** Does the work of a worker at once. */
const work = (task: (deps: TaskDeps) => Task, tenant: string, subject: string) =>
  task(deps)({
    ...{ tenant_id: tenant, subject, attempts: 1, pool },
    query: (text, values) => pool.query(text, values),
    signal: new AbortController().signal,
  });

async function compared(a: TenantClient, b: TenantClient): Promise<string> {
  const { id } = await sent(operator, 'post', `/admin/tenants/${a.tenant.id}/diff`, {
    with: { tenant_id: b.tenant.id },
  });
  await work(compareTask, a.tenant.id, id);
  const { status, error } = (await operator.get(`/admin/diffs/${id}`)).body.data;
  expect([status, error]).toEqual(['completed', null]);
  return id;
}

async function applied(a: TenantClient, id: string) {
  const path = `/admin/diffs/${id}/apply`;
  const asked = { changes: 'all' };
  const first = await operator.post(path, asked);
  const { confirm_token } = first.body.error ?? {};
  const begun =
    first.status === 409 ? await operator.post(path, { ...asked, confirm_token }) : first;
  expect(begun.status).toBe(201);
  const restore = begun.body.data.id;
  await work(applyTask, a.tenant.id, restore);
  return (await operator.get(`/admin/restores/${restore}`)).body.data;
}

/** Makes one tenant like the other, looks that it is, and does it once more. */
async function becomes(a: TenantClient, b: TenantClient): Promise<void> {
  const id = await compared(a, b);
  const done = await applied(a, id);
  expect(done).toMatchObject({ status: 'completed', error: null, report: { conflicts: [] } });
  const rest = await compared(a, b);
  expect(await linesOf(server, rest)).toEqual([]);
  const again = await applied(a, id);
  expect(again).toMatchObject({
    ...{ status: 'completed', error: null },
    report: { created: {}, updated: {}, deleted: {}, conflicts: [] },
  });
}

interface Shape {
  types: Record<string, { properties: Record<string, Property>; open: boolean }>;
  roles: Record<string, string[]>;
  links: string[];
  objects: Array<{ type: number; values: Record<string, string | number | null> }>;
  associations: Array<[from: number, name: number, to: number]>;
}
/** Its name tells its data type: that of a property cannot be changed, which is a conflict. */
const dataTypes: Record<string, string> = {
  alpha: 'string',
  beta: 'number',
  gamma: 'boolean',
  delta: 'text',
};
interface Property {
  is_indexed: boolean;
  is_sortable: boolean;
  description: string;
}

const names = ['alpha', 'beta', 'gamma', 'delta'];
const some = <T>(value: fc.Arbitrary<T>) =>
  fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3, noNullPrototype: true });
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((one) => !one.includes('\0'));
const property = fc.record<Property>({
  is_indexed: fc.boolean(),
  is_sortable: fc.constant(false),
  description: text,
});
// Whole numbers beyond 2^53 are refused as numbers.
const value = fc.oneof(text, fc.integer(), fc.double({ min: -1e15, max: 1e15, noNaN: true }));
const shape = fc.record<Shape>({
  types: some(fc.record({ properties: some(property), open: fc.boolean() })),
  roles: some(fc.uniqueArray(fc.constantFrom('objects:read', 'files:read', 'files:write'))),
  links: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
  // Names of no property: a type that is not strict keeps them as they are.
  objects: fc.array(
    fc.record({ type: fc.nat(9), values: fc.dictionary(fc.constantFrom('x', 'y', "it's"), value) }),
    { maxLength: 6 },
  ),
  associations: fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)), { maxLength: 4 }),
});

const at = <T>(list: T[], n: number): T => list[n % list.length] as T;

/** Makes what a shape says and is not there, through the API. @returns the objects: [type, id] */
async function build(api: TenantClient, wanted: Shape): Promise<Array<[string, string]>> {
  for (const [name, { properties, open }] of Object.entries(wanted.types))
    await sent(api, 'post', '/v1/object-types', {
      ...{ name, user_access: open ? 'open' : 'private' },
      properties: Object.entries(properties).map(([one, settings]) => ({
        ...{ name: one, data_type: dataTypes[one] },
        ...settings,
      })),
    });
  for (const [name, permissions] of Object.entries(wanted.roles))
    await sent(api, 'post', '/v1/roles', { name: `r-${name}`, permissions });
  for (const name of wanted.links) await sent(api, 'post', '/v1/association-types', { name });
  const types = Object.keys(wanted.types);
  const objects: Array<[string, string]> = [];
  if (types.length > 0)
    for (const { type, values } of wanted.objects) {
      const name = at(types, type);
      const { id } = await sent(api, 'post', `/v1/objects/${name}`, { properties: values });
      objects.push([name, id]);
    }
  if (objects.length > 0 && wanted.links.length > 0)
    // No object is associated with itself.
    for (const [from, name, to] of wanted.associations)
      if (at(objects, from) !== at(objects, to))
        await sent(
          api,
          'put',
          `/v1/objects/${at(objects, from).join('/')}/associations/${at(wanted.links, name)}/${at(objects, to).join('/')}`,
          { meta: { n: name } },
        );
  return objects;
}

interface Change {
  what: 'object' | 'trash' | 'role' | 'type' | 'property' | 'new';
  of: number;
  text: string;
}
const changes = fc.array(
  fc.record<Change>({
    what: fc.constantFrom('object', 'trash', 'role', 'type', 'property', 'new'),
    of: fc.nat(9),
    text,
  }),
  { maxLength: 5 },
);

/** Changes something that is there; what is gone by then stays gone. */
async function change(api: TenantClient, all: Change[], objects: Array<[string, string]>) {
  const { data: types } = (await api.get('/v1/object-types')).body;
  const { data: roles } = (await api.get('/v1/roles')).body;
  const own = roles.filter((role: { name: string }) => role.name.startsWith('r-'));
  for (const { what, of, text: said } of all) {
    const object = objects.length > 0 ? `/v1/objects/${at(objects, of).join('/')}` : undefined;
    const type =
      types.length > 0 ? `/v1/object-types/${at<{ id: string }>(types, of).id}` : undefined;
    if (what === 'object' && object) await api.patch(object, { properties: { x: said } });
    if (what === 'trash' && object) await api.delete(object);
    if (what === 'role' && own.length > 0)
      await api.patch(`/v1/roles/${at<{ id: string }>(own, of).id}`, { description: said });
    if (what === 'type' && type) await api.patch(type, { display_name: said });
    if (what === 'property' && type)
      await api.post(`${type}/properties`, { name: `p${of}`, data_type: 'string' });
    if (what === 'new' && type)
      await api.post(type.replace('object-types', 'objects'), { properties: { y: said } });
  }
}

it('random tenants become equal, and stay so when it is done once more', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(shape, shape, changes, changes, async (one, other, ours, theirs) => {
      const [a, b] = [await createTenant(server), await createTenant(server)];
      await build(a, one);
      const objects = await build(b, other);
      await becomes(a, b);
      // Now they share ids.
      await change(a, ours, objects);
      await change(b, theirs, objects);
      await becomes(a, b);
    }),
    // Smaller ones that fail as well would take minutes to find.
    { numRuns: 5, endOnFailure: true },
  );
});
