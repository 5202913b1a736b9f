import { beforeAll, expect, it } from 'vitest';
import { createForm, send } from '../forms/support.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { backupOf, remove, restoredInto } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

// biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
async function done(answer: Promise<{ body: any }>): Promise<any> {
  const { body } = await answer;
  expect(body.error).toBeUndefined();
  return body.data;
}

/** A tenant with a short URL that was clicked, vectors, a form with a submission, an announcement and a conversation. */
async function tenant() {
  const api = await createTenant(server);
  const name = `s-${api.tenant.id.slice(-12)}`;
  const fields = {
    url: 'https://example.com/',
    slug: name,
    tags: ['spring'],
    password: 'open sesame',
  };
  const link = await done(api.post('/v1/short-urls', fields));
  await done(
    api.put('/v1/ai/vectors/my cars', {
      items: [
        { id: 'a b', text: 'A blue car', metadata: { n: 1 } },
        { id: '😀', text: 'A red bicycle' },
      ],
    }),
  );
  const form = await createForm(api, { fields: [{ name: 'answer', label: 'Answer' }] });
  await done(send(api, form.id, { answer: 'yes' }));
  const announcement = await done(
    api.post('/v1/user-announcements', { title: 'Closed on Sunday' }),
  );
  const user = await createUser(api, { role: 'admin' });
  const provider = { name: 'Ours', provider_type: 'local', config_json: {}, is_default: true };
  await done(api.post('/v1/ai-providers', provider));
  const said = await done(user.client.post('/v1/ai/chat', { message: 'Hello there' }));
  return {
    api,
    name,
    link,
    form,
    announcement,
    user,
    conversation: said.conversation_id as string,
  };
}

const tables = {
  short_urls: 'clicks last_clicked_at updated_at',
  short_url_tags: '',
  vector_collections: '',
  vectors: 'updated_at',
  vector_bits: '',
  vector_words: '',
  form_submissions: '',
  ai_conversations: 'updated_at',
  ai_messages: '',
  user_announcements: 'created_at created_by updated_at id',
};

/** All rows that a restore has to bring back, without what it is not to. */
async function rowsOf({ tenant: { id } }: TenantClient) {
  const found: Record<string, unknown[]> = {};
  for (const [table, but] of Object.entries(tables)) {
    const { rows } = await server.db.query(
      `select (to_jsonb(t) - $2::text[])::text as row from app.${table} t where tenant_id = $1 order by 1`,
      [id, but.split(' ')],
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

it('in place, short URLs, vectors, submissions, announcements and conversations are as they were, and those made since are gone', async () => {
  const { api, link, form, announcement, user, conversation } = await tenant();
  const before = await rowsOf(api);
  expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true);
  const backup = await backupOf(operator, api.tenant.id);
  await remove(api, `/v1/short-urls/${link.id}`);
  await done(api.post('/v1/short-urls', { url: 'https://example.com/since' }));
  await done(api.delete('/v1/ai/vectors/my cars/a b'));
  await done(
    api.put('/v1/ai/vectors/my cars', {
      items: [
        { id: '😀', text: 'A green bicycle' },
        { id: 'ﬁ', text: 'A boat' },
      ],
    }),
  );
  await done(send(api, form.id, { answer: 'no' }));
  await done(api.patch(`/v1/user-announcements/${announcement.id}`, { title: 'Open on Sunday' }));
  await done(user.client.delete(`/v1/ai/conversations/${conversation}`));
  await done(user.client.post('/v1/ai/chat', { message: 'Another one' }));

  const restored = await restoredInto(operator, backup.id, { mode: 'in_place' });
  expect(restored).toMatchObject({
    ...{ status: 'completed', error: null },
    report: {
      created: { short_urls: 1, vectors: 1, conversations: 1 },
      updated: { vectors: 1, user_announcements: 1 },
      deleted: { short_urls: 1, vectors: 1, form_submissions: 1, conversations: 1 },
      conflict_count: 0,
    },
  });
  const left = restored.report.left_out.map(({ what }: { what: string }) => what);
  expect(left).toEqual(['ai_usage', 'api_keys', 'form_counts']);
  expect(await rowsOf(api)).toEqual(before);
  // A second time there is nothing left to do.
  const again = await operator.post(`/admin/backups/${backup.id}/restore`, {
    mode: 'in_place',
    dry_run: true,
  });
  expect(again.body.data.report).toMatchObject({ created: {}, updated: {}, deleted: {} });
  const visit = await fetch(link.short_url, { redirect: 'manual' });
  expect(await visit.text()).toContain('password');
});

it('merge brings only what it names, leaves counters as they are today, and sends nothing', async () => {
  const { api, name, link, form, user, conversation } = await tenant();
  const open = await done(
    api.post('/v1/short-urls', { url: 'https://example.com/open', title: 'Then' }),
  );
  const webhook = { url: 'https://example.com/all', events: ['*'] };
  await done(api.post('/v1/webhooks', webhook));
  const submissions = (await done(api.get(`/v1/forms/${form.id}/submissions`))).submissions;
  const backup = await backupOf(operator, api.tenant.id);
  await fetch(open.short_url, { redirect: 'manual' });
  const clicksOf = async () => (await done(api.get(`/v1/short-urls/${open.id}`))).clicks;
  await until(clicksOf, (clicks) => clicks === 1);
  await done(api.patch(`/v1/short-urls/${open.id}`, { title: 'Now' }));
  await remove(api, `/v1/short-urls/${link.id}`);
  await remove(api, `/v1/forms/${form.id}`);
  await remove(api, `/v1/users/${user.user.id}`);
  const journal = async () => {
    const statement =
      "select count(*)::int as n from app.journal where tenant_id = $1 and type ~ '^(short_url|form|conversation)'";
    return (await server.db.query(statement, [api.tenant.id])).rows[0].n;
  };
  const heard = await journal();

  const only = { resources: ['short-urls', 'conversations'] };
  const fields = { mode: 'merge', only, on_conflict: 'overwrite' };
  const restored = await restoredInto(operator, backup.id, fields);
  expect(restored.report).toMatchObject({
    ...{ created: { short_urls: 1 }, updated: { short_urls: 1 }, deleted: {}, conflict_count: 0 },
    // No conversation without the person who had it.
    left_out: [{ what: 'conversations', count: 1 }],
  });
  expect(await done(api.get(`/v1/short-urls/${link.id}`))).toMatchObject({ slug: name, clicks: 0 });
  expect(await done(api.get(`/v1/short-urls/${open.id}`))).toMatchObject({
    title: 'Then',
    clicks: 1,
  });
  expect(submissions).toHaveLength(1);
  expect(await journal()).toBe(heard);
  expect(conversation).toMatch(/^conv_/);
});

it('an address of one tenant does not move to another into which its backup is restored', async () => {
  const { api, link } = await tenant();
  const other = await createTenant(server);
  const backup = await backupOf(operator, api.tenant.id);
  const restored = await restoredInto(operator, backup.id, {
    ...{ mode: 'merge', target_tenant_id: other.tenant.id, only: { resources: ['short-urls'] } },
    on_conflict: 'keep',
  });
  expect(restored.report).toMatchObject({
    ...{ created: {}, conflict_count: 1 },
    conflicts: [{ kind: 'short_urls', id: link.id, reason: 'unique' }],
  });
  expect((await done(other.get('/v1/short-urls'))).total).toBe(0);
});
