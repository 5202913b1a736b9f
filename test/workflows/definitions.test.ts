import { expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { draft, expense, go, publish, start } from './support.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
const tenant = useTenant(server);

/** The faults found when a definition is published, by path and code. */
async function faultsOf(given: object): Promise<string[]> {
  const { id } = await draft(tenant, given);
  const { status, body } = await tenant.post(`/v1/workflows/${id}/publish`);
  expect(status, JSON.stringify(body)).toBe(400);
  return body.error.details.map(({ path, code }: Record<string, string>) => `${path} ${code}`);
}

const [review, payment, paid, refused] = expense.states;
const [approve, reject, pay, back] = expense.transitions;

it('names what cannot work by its path', async () => {
  expect(await faultsOf({ states: [] })).toContain('states missing');
  expect(await faultsOf({ initial_state: 'none' })).toContain('initial_state unknown_state');
  expect(await faultsOf({ states: [...expense.states, { name: 'alone', type: 'end' }] })).toEqual([
    'states[4] unreachable',
  ]);
  expect(await faultsOf({ transitions: [approve, reject] })).toEqual([
    'states[1] dead_end',
    'states[2] unreachable',
  ]);
  expect(await faultsOf({ states: [...expense.states, paid] })).toEqual([
    'states[4].name duplicate',
  ]);
  expect(await faultsOf({ transitions: [...expense.transitions, pay] })).toEqual([
    'transitions[4].name duplicate',
  ]);
  expect(
    await faultsOf({
      transitions: [...expense.transitions, { name: 'x', from: 'paid', to: 'nowhere' }],
    }),
  ).toEqual(['transitions[4].from from_end', 'transitions[4].to unknown_state']);
  expect(
    await faultsOf({
      states: [{ ...review, assignee_role: 'ghost', assignee: 'user_0' }, payment, paid, refused],
      transitions: [{ ...approve, required_role: 'ghost' }, reject, pay, back],
    }),
  ).toEqual([
    'states[0].assignee unknown_user',
    'states[0].assignee_role unknown_role',
    'transitions[0].required_role unknown_role',
  ]);
});

it('knows the properties that conditions and fields name', async () => {
  const type = await defineType(tenant, { amount: 'integer' });
  const conditions = [{ property: 'amount', operator: 'lt', value: 3 }];
  const needs = (more: object, object_type_id: string | null = type.name) => ({
    object_type_id,
    transitions: [{ ...approve, ...more }, reject, pay, back],
  });
  expect(await faultsOf(needs({ required_fields: ['amount', 'sum'] }))).toEqual([
    'transitions[0].required_fields unknown_property',
  ]);
  expect(await faultsOf(needs({ conditions }, null))).toEqual(['transitions[0] no_object']);
  const { id } = await draft(
    tenant,
    needs({ conditions: [{ ...conditions[0], property: 'sum' }] }),
  );
  const { body } = await tenant.post(`/v1/workflows/${id}/publish`);
  expect(body.error).toMatchObject({
    code: 'UNKNOWN_PROPERTY',
    message: expect.stringContaining('transitions[0].conditions'),
  });

  await publish(tenant, needs({ conditions }));
  const path = `/v1/object-types/${type.id}/properties/${type.properties.amount}`;
  const asked = await tenant.delete(path);
  expect(asked.body.error.dependencies).toEqual([
    { type: 'workflow', count: 2, label: '2 workflows' },
  ]);
});

it('checks timeouts', async () => {
  const timed = (timeout: object, more: object = {}) => ({
    states: [{ ...review, timeout }, payment, paid, refused],
    ...more,
  });
  expect(await faultsOf(timed({ after: 'soon', transition: 'approve' }))).toEqual([
    'states[0].timeout.after not_interval',
  ]);
  expect(await faultsOf(timed({ after: '-1 hour', transition: 'pay' }))).toEqual([
    'states[0].timeout.after not_interval',
    'states[0].timeout.transition unknown_transition',
  ]);
  expect(
    await faultsOf({
      states: [
        { ...review, timeout: { after: '10 seconds', transition: 'approve' } },
        { ...payment, timeout: { after: 'PT20S', transition: 'back' } },
        paid,
        refused,
      ],
    }),
  ).toEqual([expect.stringMatching(/^states\[[01]\]\.timeout cycle$/)]);
  await publish(tenant, timed({ after: '10 seconds', transition: 'approve' }));
});

it('checks actions like those of an automation', async () => {
  const acting = (action: object) => ({
    states: [{ ...review, on_enter: [action] }, payment, paid, refused],
  });
  expect(
    await faultsOf(acting({ type: 'notify', config: { role: 'admin', title: '{{nothing.x}}' } })),
  ).toEqual(['states[0].on_enter[0].config template']);
  const unknown = await tenant.post('/v1/workflows', {
    ...expense,
    ...acting({ type: 'dance', config: {} }),
  });
  expect(unknown.body.error.details[0].path).toBe('states[0].on_enter[0].type');
  const { id } = await draft(tenant, acting({ type: 'workflow', config: { workflow_id: 'wf_0' } }));
  expect((await tenant.post(`/v1/workflows/${id}/publish`)).status).toBe(404);
});

it('of a thousand states works, and is drawn', async () => {
  const names = Array.from({ length: 1000 }, (_, n) => `s${n}`);
  const id = await publish(tenant, {
    initial_state: 's0',
    states: names.map((name, n) => ({ name, type: n === 999 ? 'end' : 'task' })),
    transitions: names.slice(1).map((to, n) => ({ name: 'next', from: `s${n}`, to })),
  });
  const run = await start(tenant, id);
  expect((await go(tenant, run.id, 'next')).body.data).toMatchObject({
    state: 's1',
    available_transitions: ['next'],
  });
  const image = await tenant.get(`/v1/workflows/${id}/graph`);
  expect(image.body.match(/<g>/g)).toHaveLength(1000);
});

it('is drawn only as text and shapes', async () => {
  const name = `<script>alert("1")</script> & 'x'`;
  const id = await publish(tenant, {
    initial_state: name,
    states: [
      { name, type: 'task' },
      { name: 'end', type: 'end' },
    ],
    transitions: [
      { name, from: name, to: 'end' },
      { name: 'again', from: name, to: name },
    ],
  });
  const { body: text, headers } = await tenant.get(`/v1/workflows/${id}/graph`);
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(headers.get('content-security-policy')).toContain('sandbox');
  expect(text).not.toMatch(/<script|href=|on\w+=/);
  expect(text).toContain(
    '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;: task',
  );
  expect((await tenant.get(`/v1/workflows/${id}/graph?version=9`)).status).toBe(404);
});
