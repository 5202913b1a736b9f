import { expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
const policies = '/v1/object-types/notes/policies';

it('a policy is for a role that there is', async () => {
  await defineType(api, { n: 'integer' }, { name: 'notes' });
  await api.post('/v1/roles', { name: 'editor' });
  const create = (role: string | null) => api.post(policies, { name: `for ${role}`, role });
  for (const role of ['owner', 'admin', 'user', 'anonymous', 'portal', 'editor', null])
    expect([role, (await create(role)).status]).toEqual([role, 201]);
  const refused = async (answer: Promise<Awaited<ReturnType<typeof create>>>) => {
    const { status, body } = await answer;
    return [status, body.error.details];
  };
  const fault = (message: string, path = 'role') => [
    400,
    [{ path, code: 'unknown_role', message }],
  ];
  const near = 'there is no role edtior; did you mean `editor`?';
  expect(await refused(create('edtior'))).toEqual(fault(near));
  expect(await refused(create('pilot'))).toEqual(
    fault('there is no role pilot. Name one that GET /v1/roles lists'),
  );
  const { id } = (await api.get(policies)).body.data[0];
  expect(await refused(api.patch(`${policies}/${id}`, { role: 'edtior' }))).toEqual(fault(near));
  const policy = { role: 'edtior', condition_json: null };
  const simulated = api.post('/v1/policies/simulate', { policy, sample_data: [{ n: 1 }] });
  expect(await refused(simulated)).toEqual(fault(near, 'policy.role'));
});

it('a policy whose role is renamed follows it, and one whose role went can still be changed', async () => {
  const { id } = (await api.post('/v1/roles', { name: 'writer' })).body.data;
  const made = await api.post(policies, { name: 'for writers', role: 'writer' });
  await api.patch(`/v1/roles/${id}`, { name: 'author' });
  const policy = `${policies}/${made.body.data.id}`;
  const { status, body } = await api.patch(policy, { role: 'author', enabled: false });
  expect([status, body.data.role]).toEqual([200, 'author']);
});
