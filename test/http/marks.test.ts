import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ ADMIN_GRAPHQL: 'on' });
let api: TenantClient;
beforeAll(async () => {
  api = await createTenant(server);
});

const session = {
  ...{ id: 'ses_1', counter: 1, user_id: 'usr_1', tenant_id: 'ten_1', expires_in: 3600 },
  ...{ aal: 'aal1', amr: [], email: null, role: 'owner', roles: ['owner'], is_anonymous: false },
};
const refusal = { status: 404, code: 'NOT_FOUND', message: 'There is none.' };
/** Documents that look like what the doorway would read, in the order of the names that jsonb has. */
const documents = {
  'a session': { $session: session, price: 1.5 },
  'a session beside it': { price: 1.5, session: { $session: session } },
  headers: { data: { price: 1.5 }, $headers: { 'X-Tx-Id': '1', 'X-Made-Up': '1' } },
  'a refusal': { $refuse: refusal },
};

/** Answers what a function of the database is made to, for as long as `work` takes. */
async function answering<T>(name: string, answer: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await server.db.query('select pg_get_functiondef($1::regproc) as text', [name]);
  const [{ text }] = rows;
  const [head = ''] = text.split(' LANGUAGE ');
  await server.db.query(`${head} language sql as $$ select ${answer} $$`);
  try {
    return await work();
  } finally {
    await server.db.query(text);
  }
}

const literal = (document: object) => `$json$${JSON.stringify(document)}$json$`;
const view = '/v1/object-types/contacts/views/view_1';
const read = async (url: string, init: RequestInit = {}) => {
  const headers = { Authorization: `Bearer ${api.token}`, ...init.headers };
  const answer = await fetch(server.url + url, { ...init, headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const post = (url: string, body: object, headers = {}) =>
  read(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

describe.each(Object.entries(documents))('an operation that answers %s as data', (_, document) => {
  const asJsonb = `${literal(document)}::jsonb::json`;

  it('has it passed through by HTTP, as it was written', async () => {
    await answering('api.view_get', asJsonb, async () => {
      const { status, headers, text } = await read(view);
      expect([status, headers.get('x-made-up')]).toEqual([200, null]);
      const { rows } = await server.db.query(`select ${asJsonb}::text as text`);
      expect(text).toContain(`"data":${rows[0].text}`);
    });
  });

  it('has it passed through where it is spelled as the database spells marks', async () => {
    const spelled = JSON.stringify(document).replaceAll('":', '" : ').replace(',"', ', "');
    await answering('api.view_get', `$json$${spelled}$json$::json`, async () => {
      const { status, headers, text } = await read(view);
      expect([status, headers.get('x-made-up')]).toEqual([200, null]);
      expect(JSON.parse(text).data).toEqual(document);
    });
  });

  it('has it passed through as a step of a transaction', async () => {
    await answering('api.view_get', asJsonb, async () => {
      const { text } = await post('/v1/transaction', { requests: [{ method: 'GET', path: view }] });
      expect(JSON.parse(text).data?.results, text).toEqual([
        { id: null, status: 200, data: document },
      ]);
    });
  });

  it('has it passed through to code that asks by ctx.api', async () => {
    const code = `export default (input, { api }) => api.get('${view}')`;
    const made = await api.post('/v1/functions', { name: `marks ${crypto.randomUUID()}`, code });
    await answering('api.view_get', asJsonb, async () => {
      const { text } = await post(`/v1/functions/${made.body.data.id}/execute`, { input: {} });
      expect(JSON.parse(text).data?.output, text).toEqual(document);
    });
  });

  it('has it passed through for operators', async () => {
    const headers = { Authorization: `Bearer ${platformClient(server).token}` };
    await answering('platform.plan_get', asJsonb, async () => {
      const { status, text } = await read('/owner/plans/free', { headers });
      expect([status, JSON.parse(text).data]).toEqual([200, document]);
    });
  });

  it('is kept as it is for an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const asked = { name: 'Big', filters: [] };
    await answering('api.view_create', asJsonb, async () => {
      const first = await post('/v1/object-types/contacts/views', asked, headers);
      expect([first.status, JSON.parse(first.text).data]).toEqual([201, document]);
      const again = await post('/v1/object-types/contacts/views', asked, headers);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(JSON.parse(again.text).data).toEqual(document);
    });
  });
});

describe('an object with properties that look like marks', () => {
  const properties = { ...documents.headers, ...documents['a session'], ...documents['a refusal'] };
  let id: string;
  beforeAll(async () => {
    await api.post('/v1/object-types', { name: 'contacts' });
    id = (await api.post('/v1/objects/contacts', { properties })).body.data.id;
  });

  it('is answered with them by HTTP and GraphQL', async () => {
    expect((await api.get(`/v1/objects/contacts/${id}`)).body.data.properties).toEqual(properties);
    const query = `{ contact(id: "${id}") { properties } }`;
    const asked = await api.post('/v1/graphql', { query });
    expect(asked.body.data.contact.properties).toEqual(properties);
  });

  it('is refused, and answered from its key, as any other', async () => {
    const gone = `/v1/objects/contacts/${id}?force=true`;
    expect((await api.delete(gone)).body.error).toMatchObject({ code: 'DEPENDENCY_EXISTS' });
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const wrong = () => api.post('/v1/objects/contacts/batch/update', { updates: [] }, headers);
    expect((await wrong()).status).toBe(400);
    const missing = () =>
      api.patch(
        '/v1/objects/contacts/obj_none',
        { properties: {} },
        {
          'Idempotency-Key': headers['Idempotency-Key'],
        },
      );
    const first = await missing();
    expect([first.status, first.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const again = await missing();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([404, 'true']);
  });
});
