import { beforeAll, expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { ask, dataOf } from './ask.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
beforeAll(async () => {
  for (const one of [api, other]) await defineType(one, { name: 'string' }, { name: 'contacts' });
  await api.post('/v1/association-types', { name: 'friend', on_delete: 'cascade' });
});

const create = async (name: string) =>
  (
    await dataOf(api, `mutation ($p: JSON) { createContact(properties: $p) { id version } }`, {
      p: { name },
    })
  ).createContact;
const nameOf = async (id: string) => {
  const { data } = await ask(api, `query ($id: ID!) { contact(id: $id) { name } }`, { id });
  return data.contact?.name;
};

it('changes make, change, remove and restore objects, as their routes do', async () => {
  const { id, version } = await create('Ada');
  expect(version).toBe(1);
  const changed = await dataOf(
    api,
    `mutation ($id: ID!) { updateContact(id: $id, properties: {name: "Bea"}, version: 1) { version name } }`,
    { id },
  );
  expect(changed.updateContact).toEqual({ version: 2, name: 'Bea' });
  await dataOf(api, `mutation ($id: ID!) { deleteContact(id: $id) { id deleted } }`, { id });
  expect(await nameOf(id)).toBeUndefined();
  await dataOf(api, `mutation ($id: ID!) { restoreContact(id: $id) { id } }`, { id });
  expect(await nameOf(id)).toBe('Bea');
  const { body } = await api.get(`/v1/audit-logs?resource_id=${id}`);
  expect(body.data.logs).toHaveLength(4);
});

it('a change can be tried, and is refused for an old version', async () => {
  const { id } = await create('Cy');
  const update = `mutation ($id: ID!, $dry: Boolean, $version: Int) {
    updateContact(id: $id, properties: {name: "Di"}, version: $version, dryRun: $dry) { name } }`;
  const tried = await dataOf(api, update, { id, dry: true });
  expect([tried.updateContact.name, await nameOf(id)]).toEqual(['Di', 'Cy']);
  const { errors } = await ask(api, update, { id, version: 7 });
  expect(errors?.[0].extensions.code).toBe('VERSION_CONFLICT');
  expect(await nameOf(id)).toBe('Cy');
});

it('a delete with dependents needs the token of its error', async () => {
  const [a, b] = [await create('a'), await create('b')];
  await api.put(`/v1/objects/contacts/${a.id}/associations/friend/contacts/${b.id}`, {});
  const remove = `mutation ($id: ID!, $token: String, $force: Boolean) {
    deleteContact(id: $id, confirmToken: $token, force: $force) { deleted } }`;
  const { errors } = await ask(api, remove, { id: b.id });
  const { code, confirm_token: token } = errors?.[0].extensions ?? {};
  expect([code, typeof token]).toEqual(['DEPENDENCY_EXISTS', 'string']);
  const { deleteContact } = await dataOf(api, remove, { id: b.id, force: true, token });
  expect(deleteContact.deleted).toBe(true);
});

it('a batch is all or none', async () => {
  const made = await dataOf(
    api,
    `mutation { batchCreateContacts(objects: [{properties: {name: "x"}}, {properties: {name: "y"}}]) { created ids } }`,
  );
  const { created, ids } = made.batchCreateContacts;
  expect([created, ids.length]).toEqual([2, 2]);
  const { errors } = await ask(
    api,
    `mutation ($updates: [JSON!]!) { batchUpdateContacts(updates: $updates) { updated } }`,
    {
      updates: [
        { object_id: ids[0], properties: { name: 'z' } },
        { object_id: 'obj_00000000000000000000000000000000', properties: {} },
      ],
    },
  );
  expect(errors?.[0].extensions.code).toBe('NOT_FOUND');
  expect(await nameOf(ids[0])).toBe('x');
});

it('a key may change only what its scopes allow, and nothing of another tenant', async () => {
  const { id } = await create('Eve');
  const reader = await api.withKey(['read']);
  const rename = `mutation ($id: ID!) { updateContact(id: $id, properties: {name: "Mallory"}) { id } }`;
  expect((await ask(reader, rename, { id })).errors?.[0].extensions.code).toBe(
    'INSUFFICIENT_SCOPE',
  );
  expect((await ask(other, rename, { id })).errors?.[0].extensions.code).toBe('NOT_FOUND');
  expect(await nameOf(id)).toBe('Eve');
  const outsider = await api.withKey(['files']);
  expect((await ask(outsider, '{ contacts { nodes { name } } }')).status).toBe(403);
});
