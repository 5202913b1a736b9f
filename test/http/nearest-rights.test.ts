import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
const type = 'canary-invoices';
const property = 'canary_amount';
const canaryRole = 'canary_editor';
beforeAll(async () => {
  await defineType(api, { [property]: 'number' }, { name: type });
  await api.post('/v1/roles', { name: canaryRole });
});

const given = (name: string) => `${name.slice(0, -1)}x`;
const states = [
  { name: 'a', type: 'task' },
  { name: 'b', type: 'end' },
];
const transition = { name: 'go', from: 'a', to: 'b' };
const workflow = { name: 'w', initial_state: 'a' };

type Case = [what: string, permission: string, path: string, body: object, name: string];
const cases: Case[] = [
  [
    'types, to a webhook',
    'webhooks',
    '/v1/webhooks',
    { url: 'https://a.example', events: ['*'], object_types: [given(type)] },
    type,
  ],
  [
    'types, to a form',
    'forms',
    '/v1/forms',
    { name: 'f', object_type_id: given(type), fields: [] },
    type,
  ],
  [
    'properties, to a form',
    'forms',
    '/v1/forms',
    {
      name: 'f',
      object_type_id: type,
      fields: [{ name: 'a', type: 'text', property: given(property) }],
    },
    property,
  ],
  [
    'roles, to a workflow',
    'workflows',
    '/v1/workflows',
    { ...workflow, states, transitions: [{ ...transition, required_role: given(canaryRole) }] },
    canaryRole,
  ],
  [
    'properties, to a workflow',
    'workflows',
    '/v1/workflows',
    {
      ...{ ...workflow, object_type_id: type, states },
      transitions: [{ ...transition, required_fields: [given(property)] }],
    },
    property,
  ],
];

/** The answer to creating something; of a workflow, to publishing it. */
async function tell(client: Client, path: string, body: object) {
  const made = await client.post(path, body);
  const isDraft = path === '/v1/workflows' && made.status === 201;
  return isDraft ? client.post(`${path}/${made.body.data.id}/publish`) : made;
}

describe('a name that is not known is not answered with those of', () => {
  it.each(cases)(
    '%s, where the caller may not list them',
    async (_, permission, path, body, name) => {
      const told = await tell(api, path, body);
      expect([told.status, JSON.stringify(told.body)]).toEqual([
        expect.any(Number),
        expect.stringContaining(`did you mean \`${name}\``),
      ]);
      const role = `only_${permission}`;
      await api.post('/v1/roles', { name: role, permissions: [`${permission}:manage`] });
      const { client } = await createUser(api, { role });
      const key = await api.post('/v1/keys', { label: 'k', scopes: ['write'] });
      const narrow: Client[] = [client, api.as(key.body.data.token)];
      const list = name === canaryRole ? '/v1/roles' : '/v1/object-types';
      for (const caller of narrow) {
        const { status, body: answer } = await tell(caller, path, body);
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).not.toBe(401);
        // A key that may write may also read.
        const mayList = (await caller.get(list)).status === 200;
        expect(JSON.stringify(answer).includes(`\`${name}\``)).toBe(mayList);
      }
    },
  );

  it('another tenant', async () => {
    const other = await createTenant(server);
    for (const [, , path, body, name] of cases)
      expect(JSON.stringify((await tell(other, path, body)).body)).not.toContain(`\`${name}\``);
  });
});

describe('thousands of unknown names', () => {
  it('in a workflow are refused within the time of a statement', async () => {
    const long = 'n'.repeat(50);
    const many = Array.from({ length: 900 }, (_, n) => ({
      name: `${long}${String(n).padStart(5, 'x')}`,
      type: 'task',
    }));
    const transitions = Array.from({ length: 3_000 }, (_, n) => ({
      ...{ name: `t${n}`, from: `${long}${String(n).padStart(8, 'y')}`, to: `${long}yyyyyy${n}` },
    }));
    const answer = await tell(api, '/v1/workflows', {
      ...{ ...workflow, states: many, initial_state: many[0]?.name, transitions },
    });
    expect(answer.status).toBe(400);
  });

  it('in an object are refused within the time of a statement', async () => {
    const long = 'n'.repeat(50);
    const made = await api.post('/v1/object-types', {
      name: 'many',
      strict: true,
      properties: Array.from({ length: 200 }, (_, n) => ({
        name: `${long}${String(n).padStart(5, 'x')}`,
        data_type: 'string',
      })),
    });
    expect(made.status).toBe(201);
    for (let k = 0; k < 4; k++)
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          api.post('/v1/object-types/many/properties', {
            name: `${long}k${k}n${n}`,
            data_type: 'string',
          }),
        ),
      );
    const answer = await api.post('/v1/objects/many', {
      properties: Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [`${long}${String(n).padStart(6, 'y')}`, 1]),
      ),
    });
    expect(answer.status).toBe(400);
  });
});
