import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { opened } from '../webhooks/support.ts';
import { draft, expense, set } from './support.ts';

const server = useServer(opened);

const states = (value: string) => [
  { name: 'review', type: 'task', on_enter: [set('path', value)] },
  ...expense.states.slice(1),
];
/** A call with a secret, whose body an earlier state decides. */
const call = {
  key: 'call',
  type: 'webhook',
  config: {
    url: 'http://127.0.0.1:9/transfer',
    headers: { Authorization: 'Bearer abcdefgh' },
    body: { to: '{{variables.path}}' },
  },
};
const transitions = (actions: object[]) =>
  expense.transitions.map((way) => (way.name === 'approve' ? { ...way, actions } : way));

it('a secret stays with the states that were there, also when several changes come together', async () => {
  const tenant = await createTenant(server);
  const role = {
    name: 'flows',
    permissions: ['workflows:manage', 'objects:read', 'objects:write'],
  };
  expect((await tenant.post('/v1/roles', role)).status).toBe(201);
  const { client } = await createUser(tenant, { role: 'flows' });
  const { id } = await draft(tenant, { states: states('ours'), transitions: transitions([call]) });
  const path = `/v1/workflows/${id}`;
  const { transitions: shown } = (await client.get(path)).body.data;
  expect(JSON.stringify(shown)).toContain('"Authorization":"••••"');

  const alone = await client.patch(path, { states: states('mine') });
  expect([alone.status, alone.body.error.details[0].code]).toEqual([400, 'required']);

  // Braces of a transaction's own are escaped.
  const again = JSON.parse(JSON.stringify(shown).replaceAll('{{', '\\\\{{'));
  const together = await client.post('/v1/transaction', {
    requests: [
      { method: 'PATCH', path, body: { states: states('mine'), transitions: transitions([]) } },
      { method: 'PATCH', path, body: { transitions: again } },
    ],
  });
  expect([together.status, together.body.error?.code]).toEqual([409, 'CONFLICT']);
  expect(together.body.error.details[0]).toMatchObject({ index: 1 });
  expect((await client.get(path)).body.data.states[0].on_enter).toMatchObject([
    { config: { value: 'ours' } },
  ]);

  // By itself, what comes masked stays.
  const kept = await client.patch(path, { transitions: shown });
  expect([kept.status, kept.body.data?.transitions]).toEqual([200, shown]);
});

it('states that were written beside a secret that came in between do not reach it', async () => {
  const tenant = await createTenant(server);
  const { id } = await draft(tenant, { states: states('ours'), transitions: transitions([]) });
  const path = `/v1/workflows/${id}`;
  const patch = (body: object) => ({ method: 'PATCH', path, body });
  const [ours, theirs] = [
    { transitions: JSON.parse(JSON.stringify(transitions([call])).replaceAll('{{', '\\\\{{')) },
    { states: states('mine') },
  ];
  // The requests of a transaction are all prepared before the first is done.
  const crossing = await tenant.post('/v1/transaction', { requests: [patch(ours), patch(theirs)] });
  expect([crossing.status, crossing.body.error?.code]).toEqual([409, 'CONFLICT']);
  expect(crossing.body.error.details[0]).toMatchObject({ index: 1 });

  // Without a secret, changes of one part and another go together.
  const plain = [patch({ transitions: transitions([]) }), patch(theirs)];
  expect((await tenant.post('/v1/transaction', { requests: plain })).status).toBe(200);
});
