import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type MailServer,
  sendMessage,
  smtpError,
  startMailServer,
  whenEnded,
} from '../messages/support.ts';
import { createClient, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const list = '/admin/dlq';
/** Refused at the first attempt, which is final. */
const refusedOnce = (address: string, attempt: number) =>
  address.startsWith('refused') && attempt === 1 ? smtpError(550, 'Nobody here') : undefined;

let mails: MailServer;
let server: TestServer;
beforeAll(async () => {
  mails = await startMailServer(refusedOnce);
  server = await startTestServer({ WORKER: 'on', SMTP_URL: mails.url, ADMIN_GRAPHQL: 'on' });
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

interface Letter {
  id: string;
  tenant_id: string;
  record_id: string;
}
const operator = () => platformClient(server);
const lettersOf = async (query = ''): Promise<Letter[]> =>
  (await operator().get(`${list}${query}`)).body.data.messages;

let count = 0;
/** A mail of a tenant that its server refused, and its dead letter. */
async function deadMail(api: TenantClient): Promise<Letter> {
  const said = { to: `refused${count++}@example.com`, template: 'email', variables: { otp: '42' } };
  const id = await sendMessage(server, api.tenant.id, said);
  await whenEnded(server, id);
  const letters = await lettersOf();
  return letters.find((one) => one.record_id === id) as Letter;
}

it('shows the operator dead letters of all tenants, without payloads, and retries one', async () => {
  const [api, other] = [await createTenant(server), await createTenant(server)];
  const [first, second] = [await deadMail(api), await deadMail(other)];
  expect(first.tenant_id).toBe(api.tenant.id);
  expect((await lettersOf()).map(({ id }) => id)).toEqual([second.id, first.id]);
  expect((await lettersOf(`?tenant_id=${api.tenant.id}`)).map(({ id }) => id)).toEqual([first.id]);
  expect((await lettersOf('?source=email&limit=1&offset=1')).map(({ id }) => id)).toEqual([
    first.id,
  ]);
  expect(await lettersOf('?source=webhook')).toEqual([]);
  expect(first).not.toHaveProperty('payload');
  const retried = await operator().post(`${list}/${first.id}/retry`);
  expect(retried.body.data).toEqual({ retried: true });
  await until(
    () => lettersOf(`?tenant_id=${api.tenant.id}`),
    (letters) => letters.length === 0,
  );
  const audit = await operator().get(`/admin/audit-logs?tenant_id=${api.tenant.id}`);
  expect(JSON.stringify(audit.body.data.logs)).toContain('dead_letter.retried');
  const again = await operator().post(`${list}/${first.id}/retry`);
  expect(again.status).toBe(404);
});

it('discards one, over REST and GraphQL, which then cannot be retried', async () => {
  const api = await createTenant(server);
  const [first, second] = [await deadMail(api), await deadMail(api)];
  const gone = await operator().delete(`${list}/${first.id}`);
  expect(gone.body.data).toEqual({ discarded: true });
  const refused = await operator().post(`${list}/${first.id}/retry`);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_STATE']);
  const { body } = await operator().post('/admin/graphql', {
    query: `mutation { platformDeadLetterDiscard(msgId: "${second.id}") }`,
  });
  expect(body.errors).toBeUndefined();
  const discarded = await lettersOf(`?status=discarded&tenant_id=${api.tenant.id}`);
  expect(discarded.map(({ id }) => id)).toEqual([second.id, first.id]);
});

it('is changed only with the scope infra:write, and read only with infra:read', async () => {
  const { body } = await operator().post('/admin/keys', { label: 'x', scopes: ['infra:read'] });
  const reader = createClient(server, body.data.token);
  expect((await reader.get(list)).status).toBe(200);
  expect((await reader.post(`${list}/dlq_x/retry`)).body.error.code).toBe('INSUFFICIENT_SCOPE');
  expect((await reader.delete(`${list}/dlq_x`)).body.error.code).toBe('INSUFFICIENT_SCOPE');
  expect((await operator().post(`${list}/dlq_x/retry`)).status).toBe(404);
});

it('asks for the tenant where two have a dead letter of one id', async () => {
  const [api, other] = [await createTenant(server), await createTenant(server)];
  const { id } = await deadMail(api);
  await server.db.query(
    `insert into app.dead_letters (tenant_id, id, source, source_id, record_id, task, payload, attempts, max_attempts)
     select $2, id, source, source_id, record_id, task, payload, attempts, max_attempts
     from app.dead_letters where tenant_id = $1 and id = $3`,
    [api.tenant.id, other.tenant.id, id],
  );
  const both = (await lettersOf()).filter((letter) => letter.id === id);
  expect(both.map(({ tenant_id }) => tenant_id).toSorted()).toEqual(
    [api.tenant.id, other.tenant.id].toSorted(),
  );
  const refused = await operator().delete(`${list}/${id}`);
  expect([refused.status, refused.body.error.param]).toEqual([409, 'tenant_id']);
  const done = await operator().delete(`${list}/${id}?tenant_id=${other.tenant.id}`);
  expect(done.body.data).toEqual({ discarded: true });
  expect(await lettersOf(`?tenant_id=${api.tenant.id}`)).toHaveLength(1);
  const foreign = await operator().delete(`${list}/${id}?tenant_id=ten_x`);
  expect(foreign.status).toBe(404);
  const unnamed = await operator().post(`${list}/${id}/retry?tenant_id=`);
  expect([unnamed.status, unnamed.body.error.param]).toEqual([400, 'tenant_id']);
});
