import { beforeAll, describe, expect, it } from 'vitest';
import { createForm, send } from '../forms/support.ts';
import { good } from '../support/answers.ts';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { useServer } from '../support/use-server.ts';
import { createPolicy, defineNotes } from './support.ts';

/** Data that policies hide stays hidden in records made from it: submissions of forms, and events. */

const server = useServer();
const secret = 'canary-of-a-hidden-object';
let api: TenantClient;
let bound: Client;
let form: { id: string };
beforeAll(async () => {
  api = await createTenant(server);
  await defineNotes(api);
  form = await createForm(api, {
    object_type_id: 'notes',
    fields: [
      { name: 'title', property: 'title', label: 'Title' },
      { name: 'owner', property: 'owner', label: 'Owner' },
    ],
  });
  for (const [title, owner] of [
    [secret, 'them'],
    ['an open one', 'all'],
  ])
    await good(send(api, form.id, { title, owner }));
  const condition_json = { property: 'owner', operator: 'eq', value: 'all' };
  await createPolicy(api, { action: 'select', condition_json });
  bound = await api.withKey(['read', 'write']);
});

describe('a submission whose object is hidden', () => {
  const titles = async (client: Client, query = '') =>
    (await good(client.get(`/v1/forms/${form.id}/submissions${query}`))).submissions.map(
      (one: { data: { title: string } }) => one.data.title,
    );

  it('is not listed, counted or found', async () => {
    expect(await titles(api)).toEqual(['an open one', secret]);
    expect(await titles(bound)).toEqual(['an open one']);
    expect(await titles(bound, '?search=canary')).toEqual([]);
    expect(await titles(bound, '?status=received')).toEqual(['an open one']);
    const { total } = await good(bound.get(`/v1/forms/${form.id}/submissions`));
    expect(total).toBe(1);
  });

  it.each(['csv', 'json', 'xlsx'])('is not exported as %s', async (format) => {
    const of = async (client: Client) =>
      JSON.stringify(
        (await client.get(`/v1/forms/${form.id}/submissions/export?format=${format}`)).body,
      );
    if (format !== 'xlsx') expect(await of(api)).toContain(secret);
    expect(await of(bound)).not.toContain(secret);
  });

  it('is in no event', async () => {
    await settle(server.db);
    const events = async (client: Client) =>
      JSON.stringify(await good(client.get('/v1/changes?types=form.submitted&limit=100')));
    expect(await events(api)).toContain(secret);
    expect(await events(bound)).not.toContain(secret);
    expect(await events(bound)).toContain('an open one');
  });
});

it('shows events about policies to those alone who may read policies', async () => {
  await settle(server.db);
  const types = async (client: Client) =>
    JSON.stringify(await good(client.get('/v1/changes?limit=100')));
  expect(await types(api)).toContain('policy.created');
  expect(await types(bound)).not.toContain('policy.created');
  const { status } = await bound.post('/v1/webhooks', {
    url: 'https://example.com/',
    events: ['policy.created'],
  });
  expect(status).toBe(403);
});
