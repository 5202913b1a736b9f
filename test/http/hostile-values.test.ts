import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routes } from '../../src/groups/index.ts';
import type { Route } from '../../src/operations/route.ts';
import {
  type Answer,
  type Client,
  createTenant,
  platformClient,
  type TenantClient,
} from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { anotherAddress, type SignedUp, signUp } from '../support/users.ts';

/** Values that no field expects, or that any field might mistake for something. */
const hostile: unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  "'; drop table things; --",
  '\\',
  '%',
  '$1',
  '{}',
  '\u0001\u007f\u202e',
  '💩'.repeat(200),
  'a'.repeat(100_000),
  '__proto__',
  'infinity',
  '2026-13-45T25:61:61Z',
  '0001-01-01T00:00:00Z',
  '294277-01-01T00:00:00Z',
  [],
  [null],
  [[]],
  ['a', 'a'],
  {},
  { a: { b: [null] } },
  { $now: 'x' },
];
/** Words of PostgreSQL and Node that answers never contain. */
const innards =
  /\b(relation|column|constraint|violates|plpgsql|pg_\w+|syntax error|operator does not exist|invalid input|sqlstate|node_modules|TypeError|undefined)\b|app\.\w+|api\.\w+|\.ts:\d|\bat \w+ \(/;

const server = useOwnDatabase({ LOG_LEVEL: 'error', TRUSTED_PROXIES: 'loopback' });
let operator: Client;
let tenant: TenantClient;
let user: SignedUp | undefined;
let good: Record<string, string>;
beforeAll(async () => {
  operator = platformClient(server);
  const api = await createTenant(server);
  tenant = api;
  const type = await api.post('/v1/object-types', { name: 'things' });
  const property = await api.post('/v1/object-types/things/properties', {
    name: 'a',
    data_type: 'json',
  });
  const object = await api.post('/v1/objects/things', { properties: { a: 1 } });
  const other = await api.post('/v1/objects/things', {});
  const rule = await api.post('/v1/association-types', { name: 'next' });
  const view = await api.post('/v1/object-types/things/views', { name: 'All' });
  good = {
    object_type_id: type.body.data.id,
    property_id: property.body.data.id,
    object_id: object.body.data.id,
    type: 'things',
    id: object.body.data.id,
    from_type: 'things',
    from_id: object.body.data.id,
    association_type: 'next',
    to_type: 'things',
    to_id: other.body.data.id,
    association_type_id: rule.body.data.id,
    view_id: view.body.data.id,
    key_id: (await api.withKey(['read'])).keyId,
    tenant_id: (await createTenant(server)).tenant.id,
    version_number: '1',
    tx_id: object.headers.get('x-tx-id') as string,
  };
});

const clientOf = ({ scope }: Route): Client =>
  ({ platform: operator, user: user?.client })[scope as string] ?? tenant;

/** Some of the calls end their caller's session, or switch signing up off. */
async function keepSignedIn(): Promise<void> {
  if ((await user?.client.get('/v1/auth/user'))?.status === 200) return;
  await server.db.query('delete from app.tenant_settings');
  user = await signUp(tenant);
}
const json = () => ({ 'content-type': 'application/json', ...anotherAddress() });
const pathOf = (route: Route, values: Record<string, string>) =>
  route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? name));
const ruleOf = (schema: z.ZodType): string =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
const met = new Map<unknown, number>();
/** Every value for the first field of a kind; for those that follow with the same rule, a fifth of them in turn. */
function chosen(kind: unknown): unknown[] {
  const before = met.get(kind) ?? 0;
  met.set(kind, before + 1);
  return before === 0 ? hostile : hostile.filter((_, index) => index % 5 === before % 5);
}
const asText = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 3000);

/** Sends all, some at a time; every answer is documented, and none is a failure of Insula. */
async function expectAnswers(calls: Array<() => Promise<Answer>>): Promise<void> {
  for (let i = 0; i < calls.length; i += 20) {
    await keepSignedIn();
    const answers = await Promise.all(calls.slice(i, i + 20).map((call) => call()));
    for (const { status, body } of answers) {
      expect(status).toBeLessThan(500);
      // PostgreSQL's errors about the caller's own SQL are for the caller.
      if (status >= 400 && body.error.code !== 'SQL_ERROR')
        expect(JSON.stringify([body.error.message, body.error.details])).not.toMatch(innards);
    }
  }
  expect(server.logLines).toEqual([]);
}

describe('hostile values', () => {
  it('in paths are refused, or not found', async () => {
    const calls = routes.flatMap((route) =>
      [...route.path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) =>
        chosen(`path ${name}`)
          .map((value) => asText(value))
          .filter((value) => value !== '')
          .map((value) => () => {
            const init = route.body
              ? { headers: json(), body: '{}' }
              : { headers: anotherAddress() };
            return clientOf(route).send(
              route.method,
              pathOf(route, { ...good, [name]: value }),
              init,
            );
          }),
      ),
    );
    expect(calls.length).toBeGreaterThan(500);
    await expectAnswers(calls);
  }, 300_000);

  it('in queries are refused, or harmless', async () => {
    const calls = routes.flatMap((route) =>
      Object.keys(route.query?.shape ?? {}).flatMap((name) =>
        chosen(`query ${name}`).map((value) => () => {
          const query = new URLSearchParams({ [name]: asText(value) });
          const body = route.body ? { headers: json(), body: '{}' } : { headers: anotherAddress() };
          return clientOf(route).send(route.method, `${pathOf(route, good)}?${query}`, body);
        }),
      ),
    );
    expect(calls.length).toBeGreaterThan(300);
    await expectAnswers(calls);
  }, 300_000);

  it('in bodies are refused, or stored unchanged', async () => {
    const calls = routes.flatMap((route) =>
      Object.keys(route.body?.shape ?? {}).flatMap((name) =>
        chosen(ruleOf(route.body?.shape[name] as z.ZodType)).map((value) => () => {
          const body = JSON.stringify({ ...(route.example?.body as object), [name]: value });
          const init = { headers: json(), body };
          return clientOf(route).send(route.method, pathOf(route, good), init);
        }),
      ),
    );
    expect(calls.length).toBeGreaterThan(500);
    await expectAnswers(calls);
  }, 300_000);

  it('leave all records readable', async () => {
    for (const path of [
      '/v1/object-types',
      '/v1/keys',
      '/v1/objects/things/list',
      '/v1/objects/things/trash',
      '/v1/association-types',
      '/v1/object-types/things/views',
    ])
      expect([200, 404]).toContain((await tenant.get(path)).status);
    expect((await operator.get('/admin/tenants?limit=100')).status).toBe(200);
  });
});
