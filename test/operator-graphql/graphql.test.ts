import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { bytesOf, mutates } from '../../src/operations/route.ts';
import { type Client, createClient, createTenant, platformClient } from '../support/api.ts';
import { checkGraphqlPage } from '../support/graphql-page.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase({ ADMIN_GRAPHQL: 'on', TRUSTED_PROXIES: 'loopback' });
const api = useTenant(server);
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

const path = '/admin/graphql';
const ask = async (query: string, variables?: object) => {
  const { status, body } = await operator.post(path, { query, ...(variables && { variables }) });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const codesOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) =>
  errors?.map(({ extensions }) => extensions.code);

describe('POST /admin/graphql', () => {
  it('shows tenants, with what they hold, page by page', async () => {
    const other = await createTenant(server);
    await api.post('/v1/object-types', { name: 'things' });
    await api.post('/v1/objects/things', { properties: {} });
    const { data } = await ask(
      `query ($id: String!) {
        tenant(id: $id) {
          id name planTier status
          usage { objects objectTypes users fileBytes }
          apiKeys(first: 10) { nodes { id last4 scopes } totalCount }
          journal(first: 2, orderBy: PRIMARY_KEY_DESC) { nodes { type resourceId } }
          deadLetters(first: 1) { totalCount }
          jobs(first: 1) { totalCount }
        }
      }`,
      { id: api.tenant.id },
    );
    expect(data.tenant).toMatchObject({
      ...{ id: api.tenant.id, name: api.tenant.name, status: 'active' },
      usage: { objects: '1', objectTypes: '1', users: '0', fileBytes: '0' },
      apiKeys: { nodes: [{ scopes: ['*'] }], totalCount: 1 },
      journal: { nodes: [{ type: 'object.created' }, { type: 'object_type.created' }] },
      deadLetters: { totalCount: 0 },
    });
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await ask(
        `query ($after: Cursor) { tenants(first: 1, after: $after) {
          nodes { id } pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
      const { nodes, pageInfo } = page.data.tenants;
      seen.push(...nodes.map(({ id }: { id: string }) => id));
      after = pageInfo.endCursor;
      if (!pageInfo.hasNextPage) break;
    }
    expect(seen).toEqual(seen.toSorted());
    expect(seen).toEqual(expect.arrayContaining([api.tenant.id, other.tenant.id]));
  });

  it('changes what /admin changes, journaled as there, and tries it first', async () => {
    const { tenant } = await createTenant(server);
    const suspend = `mutation ($id: String!, $dry: Boolean) {
      tenantSuspend(tenantId: $id, reason: "unpaid", dryRun: $dry) }`;
    const stateOf = async () => (await operator.get(`/admin/tenants/${tenant.id}`)).body.data;
    const tried = await ask(suspend, { id: tenant.id, dry: true });
    expect(tried.data.tenantSuspend).toMatchObject({ status: 'suspended' });
    expect((await stateOf()).status).toBe('active');
    await ask(suspend, { id: tenant.id });
    expect(await stateOf()).toMatchObject({ status: 'suspended', status_reason: 'unpaid' });
    const { data } = await ask(
      `query ($id: String!) { journalEntries(first: 5, condition: { tenantId: $id, type: "tenant.suspended" }) {
        nodes { actorType resourceId tenant { status } } } }`,
      { id: tenant.id },
    );
    expect(data.journalEntries.nodes).toEqual([
      { actorType: 'platform', resourceId: tenant.id, tenant: { status: 'suspended' } },
    ]);
    const made = await ask(`mutation { tenantCreate(name: "By GraphQL", slug: "by-graphql") }`);
    const { token, tenant: created } = made.data.tenantCreate;
    expect(created).toMatchObject({ name: 'By GraphQL', slug: 'by-graphql' });
    expect((await createClient(server, token).get('/v1/object-types')).status).toBe(200);
    const key = await ask(
      `mutation ($id: String!) { tenantKeyCreate(tenantId: $id, label: "Support", scopes: ["read"]) }`,
      { id: created.tenant_id ?? created.id },
    );
    expect(key.data.tenantKeyCreate).toMatchObject({ key: { label: 'Support', scopes: ['read'] } });
  });

  it('changes what /owner changes, in a journal that is no tenant’s', async () => {
    const { data } = await ask(
      `mutation ($id: JSON) {
        bookRecordCreate(type: "income", amount: "5", currency: "USD", tenantId: $id) }`,
      { id: api.tenant.id },
    );
    const { id, ...record } = data.bookRecordCreate;
    expect(record).toMatchObject({ amount: '5.00', tenant_id: api.tenant.id });
    const entries = await ask(
      `query ($id: String!) { journalEntries(first: 5, condition: { tenantId: "platform", resourceId: $id }) {
        nodes { type actorType tenant { id } } } }`,
      { id },
    );
    expect(entries.data.journalEntries.nodes).toEqual([
      { type: 'book_record.created', actorType: 'platform', tenant: null },
    ]);
  });

  it('reports errors with the codes of the API', async () => {
    expect(codesOf(await ask('{ tenants { nodes { id } } }'))).toEqual(['VALIDATION_ERROR']);
    expect(codesOf(await ask('{ tenants(first: 101) { nodes { id } } }'))).toEqual([
      'VALIDATION_ERROR',
    ]);
    expect(codesOf(await ask('{ nothing }'))).toEqual(['VALIDATION_ERROR']);
    expect(codesOf(await ask('{'))).toEqual(['VALIDATION_ERROR']);
    expect(codesOf(await ask('mutation { tenantSuspend(tenantId: "ten_none") }'))).toEqual([
      'NOT_FOUND',
    ]);
    const faulty = await ask(
      `mutation ($id: String!) { tenantUpdate(tenantId: $id, planTier: "gold") }`,
      { id: api.tenant.id },
    );
    expect(faulty.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      param: 'plan_tier',
    });
    const deep = `{ ${'query { '.repeat(20)} tenants(first: 1) { totalCount } ${'}'.repeat(20)} }`;
    expect(codesOf(await ask(deep))).toEqual(['VALIDATION_ERROR']);
  });

  it('is only for the platform key, and off by default', async () => {
    const query = '{ tenants(first: 1) { totalCount } }';
    expect((await api.post(path, { query })).status).toBe(403);
    expect((await createClient(server).post(path, { query })).status).toBe(401);
    const off = await server.sibling({ ADMIN_GRAPHQL: 'off' });
    const { status, body } = await createClient(off, off.platformKey).post(path, { query });
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('refuses questions where tenants live on several machines, and runs mutations', async () => {
    const cluster = await server.sibling(
      { ADMIN_GRAPHQL: 'on' },
      { database: { isCluster: true } },
    );
    onTestFinished(() => cluster.close());
    const there = createClient(cluster, cluster.platformKey);
    const askThere = (query: string) => there.post(path, { query });
    for (const query of [
      '{ tenants(first: 1) { totalCount } }',
      '{ ...rows } fragment rows on Query { tenants(first: 1) { totalCount } }',
    ]) {
      const { status, body } = await askThere(query);
      expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
      expect(body.error.message).toContain('on a cluster');
    }
    expect((await askThere('{ __typename }')).body.data).toEqual({ __typename: 'Query' });
    const tried = await askThere(
      `mutation { tenantSuspend(tenantId: "${api.tenant.id}", dryRun: true) }`,
    );
    expect(tried.body.data.tenantSuspend).toMatchObject({ status: 'suspended' });
  });

  it('shows no secret, no content and no way to write past the operations', async () => {
    const { data } = await ask(
      '{ __schema { types { name kind fields { name } } mutationType { fields { name } } } }',
    );
    const names = data.__schema.types.flatMap(({ fields }: { fields: { name: string }[] | null }) =>
      (fields ?? []).map(({ name }) => name),
    );
    for (const name of ['secretHash', 'handle', 'before', 'after', 'payload', 'ip', 'properties'])
      expect(names).not.toContain(name);
    const operations = data.__schema.mutationType.fields.map(({ name }: { name: string }) => name);
    const changes = routes.filter(
      (route) =>
        route.scope === 'platform' && mutates(route) && !bytesOf(route) && !route.makesSession,
    );
    expect(operations.toSorted()).toEqual(
      changes.map(({ id }) => id.replace(/[._]([a-z])/g, (_, l: string) => l.toUpperCase())).sort(),
    );
    expect(operations).toContain('tenantKeyRevoke');
  });

  it('also keeps the books by the names of 1.0, which it calls deprecated', async () => {
    const { data } = await ask(
      'mutation { accountingRecordCreate(type: "income", amount: "5", currency: "USD") }',
    );
    const { id, ...record } = data.accountingRecordCreate;
    expect(record).toMatchObject({ type: 'income', amount: '5.00' });
    const changed = `accountingRecordUpdate(recordId: "${id}", amount: "6")`;
    const deleted = `accountingRecordDelete(recordId: "${id}")`;
    expect((await ask(`mutation { ${changed} ${deleted} }`)).data).toMatchObject({
      accountingRecordUpdate: { id, amount: '6.00' },
      accountingRecordDelete: { id, deleted: true },
    });
    const { data: all } = await ask(`{ __schema { mutationType {
      fields(includeDeprecated: true) { name isDeprecated deprecationReason } } } }`);
    const old = all.__schema.mutationType.fields.filter(
      ({ isDeprecated }: { isDeprecated: boolean }) => isDeprecated,
    );
    expect(old).toEqual(
      ['Create', 'Update', 'Delete'].map((verb) => ({
        name: `accountingRecord${verb}`,
        isDeprecated: true,
        deprecationReason: `Use bookRecord${verb}.`,
      })),
    );
  });

  it('makes each change of a request once for its Idempotency-Key, with its first answer', async () => {
    const once = async (query: string, key: string) => {
      const { status, body } = await operator.post(path, { query }, { 'idempotency-key': key });
      expect(status).toBe(200);
      return body;
    };
    const record = (amount: string) =>
      `bookRecordCreate(type: "income", amount: "${amount}", currency: "USD", category: "once")`;
    const two = `mutation { a: ${record('1')} b: ${record('1')} }`;
    const first = await once(two, 'books');
    expect(first.data.a.id).not.toBe(first.data.b.id);
    expect(await once(two, 'books')).toEqual(first);
    const { body } = await operator.get('/owner/accounting?category=once');
    expect(body.data.total).toBe(2);
    expect(codesOf(await once(`mutation { ${record('2')} }`, 'books'))).toEqual([
      'IDEMPOTENCY_KEY_REUSED',
    ]);

    const make = 'mutation { tenantCreate(name: "Once") }';
    const made = await once(make, 'tenant');
    expect(made.data.tenantCreate.token).toMatch(/^ins_/);
    expect(await once(make, 'tenant')).toEqual(made);
    const key = `mutation { tenantKeyCreate(tenantId: "${api.tenant.id}", scopes: ["read"]) }`;
    const created = await once(key, 'key');
    expect(created.data.tenantKeyCreate.token).toMatch(/^ins_/);
    expect(await once(key, 'key')).toEqual(created);
    const { rows } = await server.db.query('select answer::text from app.idempotency_keys');
    expect(JSON.stringify(rows)).not.toContain(created.data.tenantKeyCreate.token);
  });

  it('reads the journal of a tenant along its index', async () => {
    const client = await server.db.connect();
    // Few rows are sorted sooner than merged.
    await client.query('set enable_sort = off');
    const { rows } = await client.query(
      `explain (costs off) select * from operators.journal_entries
       where tenant_id = $1 order by tenant_id, place, id limit 20`,
      [api.tenant.id],
    );
    client.release(true);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/-> {2}Sort/);
  });
});

it('has a page for queries, with resources only from this server', async () => {
  await checkGraphqlPage(`${server.url}/docs/admin-graphql`);
});
