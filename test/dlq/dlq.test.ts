import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type MailServer,
  messageRow,
  sendMessage,
  smtpError,
  startMailServer,
  whenEnded,
} from '../messages/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { signUp } from '../support/users.ts';

const dlq = '/v1/dlq';
/** Refused once: the recipient of a mail, which is final. */
const refusedOnce = (address: string, attempt: number) =>
  address.startsWith('refused') && attempt === 1 ? smtpError(550, 'Nobody here') : undefined;

let mails: MailServer;
let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  mails = await startMailServer(refusedOnce);
  server = await startTestServer({ WORKER: 'on', SMTP_URL: mails.url });
});
beforeEach(async () => {
  api = await createTenant(server);
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

const lettersOf = async (query = '') => (await api.get(`${dlq}${query}`)).body.data.messages;
const eventsOf = async (id: string) => {
  const { body } = await api.get(`/v1/audit-logs?resource_id=${id}`);
  return body.data.logs.map(({ action }: { action: string }) => action);
};
let count = 0;
/** A mail that the server refused, and its dead letter. */
async function deadMail() {
  const to = `refused${count++}@example.com`;
  const said = { to, template: 'email', variables: { otp: '123456' } };
  const id = await sendMessage(server, api.tenant.id, said);
  expect(await whenEnded(server, id)).toMatchObject({
    status: 'failed',
    variables: said.variables,
  });
  const letters = await lettersOf();
  return { to, id, letter: letters.find((one: { record_id: string }) => one.record_id === id) };
}
const sentTo = (address: string) => mails.mails.filter(({ to }) => to.includes(address)).length;

/** Dead letters of records that are not there, of `days` ago. */
const seed = async (source: string, records: string[], days = 0) => {
  const { rows } = await server.db.query(
    `insert into app.dead_letters (tenant_id, id, source, source_id, record_id, task, payload, error, attempts,
       max_attempts, last_failed_at)
     select $1, 'dlq_' || substr(app.event_id_from(now() - make_interval(days => $4)), 5, 31) || n, $2, 'source', r, 'task',
       '{"a": 1}', 'broke', 3, 3, now() - make_interval(days => $4)
     from unnest($3::text[]) with ordinality u(r, n) returning id`,
    [api.tenant.id, source, records, days],
  );
  return rows.map(({ id }) => id as string);
};

describe('an email that failed for good', () => {
  it('becomes a dead letter without its secrets, is sent by a retry, and leaves the list', async () => {
    const { to, id, letter } = await deadMail();
    expect(letter).toMatchObject({
      source: 'email',
      source_id: 'email',
      task: 'email',
      attempts: 1,
    });
    expect(letter).toMatchObject({
      max_attempts: 5,
      status: 'dead',
      payload: { to, template: 'email' },
    });
    expect(JSON.stringify(letter)).not.toContain('123456');
    expect((await api.get(`${dlq}/${letter.id}`)).body.data).toEqual(letter);
    const { body } = await api.post(`${dlq}/${letter.id}/retry`);
    expect(body.data).toEqual({ retried: true });
    expect(await whenEnded(server, id)).toMatchObject({ status: 'sent', variables: {} });
    expect(mails.mails.find((mail) => mail.to.includes(to))?.raw).toContain('123456');
    expect((await api.get(`${dlq}/${letter.id}`)).status).toBe(404);
    expect(await eventsOf(letter.id)).toEqual(['dead_letter.retried']);
  });

  it('becomes a dead letter again when the retry fails', async () => {
    const { to, id, letter } = await deadMail();
    mails.attempts.delete(to);
    await api.post(`${dlq}/${letter.id}/retry`);
    const [again] = await until(lettersOf, ([one]) => one?.status === 'dead');
    expect(again).toMatchObject({ id: letter.id, attempts: 2, created_at: letter.created_at });
    expect((await messageRow(server, id)).status).toBe('failed');
  });

  it('is discarded together with its content', async () => {
    const { id, letter } = await deadMail();
    for (let i = 0; i < 2; i++)
      expect((await api.delete(`${dlq}/${letter.id}`)).body.data).toEqual({ discarded: true });
    expect(await messageRow(server, id)).toMatchObject({ status: 'failed', variables: {} });
    expect(await lettersOf()).toEqual([]);
    expect(await lettersOf('?status=discarded')).toMatchObject([{ id: letter.id }]);
    const retried = await api.post(`${dlq}/${letter.id}/retry`);
    expect([retried.status, retried.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(await eventsOf(letter.id)).toEqual(['dead_letter.discarded']);
  });

  it('is sent once by twenty simultaneous retries, and the others are told so', async () => {
    const { to, id, letter } = await deadMail();
    const retry = () => api.post(`${dlq}/${letter.id}/retry`);
    const answers = await Promise.all(Array.from({ length: 20 }, retry));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    await whenEnded(server, id);
    expect(sentTo(to)).toBe(1);
    expect(await eventsOf(letter.id)).toEqual(['dead_letter.retried']);
  });

  it('is either sent or discarded when both are requested', async () => {
    const { to, letter, id } = await deadMail();
    const path = `${dlq}/${letter.id}`;
    const calls = Array.from({ length: 10 }, (_, n) =>
      n % 2 ? api.delete(path) : api.post(`${path}/retry`),
    );
    for (const { status } of await Promise.all(calls)) expect([200, 404, 409]).toContain(status);
    const [event, ...others] = await eventsOf(letter.id);
    expect(others).toEqual([]);
    await whenEnded(server, id);
    expect(sentTo(to)).toBe(event === 'dead_letter.retried' ? 1 : 0);
  });
});

describe('an export that failed', () => {
  it('is completed by a retry', async () => {
    const type = (await api.post('/v1/object-types', { name: 'things' })).body.data.id;
    const { rows } = await server.db.query(
      `insert into app.exports (tenant_id, id, object_type_id, format, status, request, principal, filename)
       select $1, app.new_id('exp'), $2, 'csv', 'running', r.request, '{"scopes": ["*"]}', 'things.csv'
       from (select jsonb_build_object('object_type_id', $2::text, 'format', 'csv')) r(request) returning id`,
      [api.tenant.id, type],
    );
    const { id } = rows[0];
    const failure = { code: 'INTERNAL_ERROR', message: 'It broke.' };
    await server.db.query('select worker.export_end($1, $2, 0, null, $3)', [
      api.tenant.id,
      id,
      failure,
    ]);
    const [letter] = await lettersOf('?source=export');
    expect(letter).toMatchObject({
      source_id: type,
      record_id: id,
      attempts: 3,
      error: 'It broke.',
    });
    await api.post(`${dlq}/${letter.id}/retry`);
    const { status } = await until(
      async () => (await api.get(`/v1/data/export/${id}/status`)).body.data,
      (found) => found.status === 'completed',
    );
    expect([status, await lettersOf()]).toEqual(['completed', []]);
    await server.db.query(
      `update app.exports set status = 'running', started_at = now() - interval '2 days' where id = $1`,
      [id],
    );
    await server.db.query('select worker.housekeeping()');
    expect(await lettersOf()).toMatchObject([
      { record_id: id, error: 'It did not finish within a day.' },
    ]);
  });
});

describe('the list of dead letters', () => {
  it('filters by page, source and status', async () => {
    const ids = [...(await seed('webhook', ['a', 'b'], 1)), ...(await seed('ai', ['c']))];
    const { body } = await api.get(`${dlq}?limit=2&offset=1`);
    expect(body.data).toMatchObject({ total: 3, total_relation: 'eq' });
    const shown = body.data.messages.map(({ id }: { id: string }) => id);
    expect(shown).toEqual([ids[1], ids[0]]);
    expect(await lettersOf('?source=ai')).toMatchObject([{ id: ids[2], payload: { a: 1 } }]);
    expect(await lettersOf('?status=retrying')).toEqual([]);
    for (const query of ['source=fax', 'status=alive', 'limit=0', 'offset=-1'])
      expect((await api.get(`${dlq}?${query}`)).status).toBe(400);
  });

  it('requires the scope *', async () => {
    const [id] = await seed('webhook', ['a']);
    const caller = await api.withKey(['write', 'schema', 'auth']);
    const { client } = await signUp(api);
    for (const one of [caller, client]) {
      expect((await one.get(dlq)).status).toBe(403);
      expect((await one.post(`${dlq}/${id}/retry`)).status).toBe(403);
      expect((await one.delete(`${dlq}/${id}`)).status).toBe(403);
      expect((await one.post(`${dlq}/retry-all`, {})).status).toBe(403);
    }
  });
});

describe('the retry of all dead letters', () => {
  it('takes those that still have a record, by source and time, and leaves the others', async () => {
    const mail = await deadMail();
    const other = await deadMail();
    await seed('webhook', ['gone']);
    await server.db.query(
      `update app.dead_letters set last_failed_at = now() - interval '1 day' where id = $1`,
      [other.letter.id],
    );
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const all = async (given: object) => (await api.post(`${dlq}/retry-all`, given)).body.data;
    expect(await all({ source: 'webhook' })).toEqual({ retried: 0 });
    expect(await all({ since })).toEqual({ retried: 1 });
    expect((await whenEnded(server, mail.id)).status).toBe('sent');
    expect(await all({ source: 'email' })).toEqual({ retried: 1 });
    expect((await whenEnded(server, other.id)).status).toBe('sent');
    expect(await all({})).toEqual({ retried: 0 });
    expect(await lettersOf()).toMatchObject([{ record_id: 'gone', status: 'dead' }]);
    expect((await api.post(`${dlq}/retry-all`, { since: 'yesterday' })).status).toBe(400);
  });
});

it('a retry of a dead letter whose record is gone is refused', async () => {
  for (const source of [
    'webhook',
    'automation',
    'job',
    'email',
    'integration',
    'function',
    'export',
  ]) {
    const [id] = await seed(source, [`${source}-gone`]);
    const { status, body } = await api.post(`${dlq}/${id}/retry`);
    expect([source, status, body.error.code]).toEqual([source, 409, 'INVALID_STATE']);
    expect((await api.delete(`${dlq}/${id}`)).status).toBe(200);
  }
});

it('a dead letter is removed 90 days after its last failure', async () => {
  await seed('webhook', ['old'], 92);
  await seed('webhook', ['young'], 88);
  await server.db.query('select worker.housekeeping()');
  expect(await lettersOf()).toMatchObject([{ record_id: 'young' }]);
});
