import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { start } from '../durability/start.ts';
import { oneOfEverything } from '../snapshot/one-of-everything.ts';
import { differences, isNamed, type Named } from '../snapshot/reads.ts';
import { createClient, platformClient } from '../support/api.ts';
import { type DocumentedOperation, documentedOperations } from '../support/operations.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { over, path, upload, withPassphrase } from './scene.ts';

/**
 * A tenant with one of everything leaves an installation through its export, and comes to another one: the product as users
 * start it, with another PostgreSQL and another ENCRYPTION_KEY. Both are asked the same with the same tokens.
 */
const here = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });

/** The fields that differ there. All others are equal, byte for byte. */
const named: Named = [
  [/./, /^\.body\.request_id$/, 'of the request'],
  [/^\/v1\/files/, /\.storage_key$/, 'bytes lie where this installation has them'],
  [/stats$|^\/v1\/analytics$/, /^\.body\.data\.to$/, 'the moment of the question'],
  [/\/reports\//, /\.generated_at$/, 'the moment of the question'],
  [/^\/v1\/changes$/, /\.next_since$/, 'behind tenant.restored'],
  [
    /^\/v1\/(changes|audit-logs)$/,
    /\.(share_url|domain|short_url)$/,
    'with the host that they had',
  ],
  [/^\/v1\/audit-logs$/, /\.(hash|prev_hash)$/, 'sealed again from the first row'],
  [/^\/v1\/audit-logs\/verify$/, /\.(checked|from|to|hash)$/, 'sealed again from the first row'],
  [/^\/v1\/email(\/\{email_id\})?$/, /\.(status|error)$/, 'muted'],
  [/^\/v1\/webhook-deliveries/, /\.(status|error|completed_at|next_attempt_at)$/, 'muted'],
  [/\/runs(\/|$)/, /\.(status|error|finished_at)$/, 'was under way, and nothing runs twice'],
  [/^\/v1\/tenants\/current$/, /\.(region|custom_domain|updated_at)$/, 'of the installation'],
  [/^\/v1\/keys/, /\.last_used_(at|ip)$/, 'the key that asks'],
  [/^\/v1\/sandboxes/, /./, 'they belong to the tenant that made them'],
  [/^\/v1\/billing/, /./, 'subscriptions and figures belong to the installation'],
  [/^\/v1\/analytics/, /\.(api_calls|queue|db|latency|users\.active)/, 'of the installation'],
  [/^\/v1\/analytics$/, /\.events\./, 'tenant.restored is one more'],
  [/^\/v1\/data\/export/, /./, 'exports do not come along'],
  [/^\/v1\/tickets/, /\.number$/, 'numbers belong to the installation'],
  [/^\/v1\/realtime\/stats$/, /\.node$/, 'of the process'],
  [/^\/v1\/auth\/sessions$|^\/v1\/auth\/me\/export$/, /\.(data|sessions)\.\d/, 'never travel'],
  [/^\/v1\/auth\/me\/export$/, /\._meta\.exported_at$/, 'the moment of the question'],
  [/^\/v1\/auth\/(user|me\/export)$/, /\.last_sign_in_at$/, 'signed in here and there'],
];

/** Operations that are not compared. */
const left: Record<string, string> = {
  'event.stream': 'never ends',
  'dashboard.live': 'never ends',
  'tenant_current.export': 'a snapshot, with its moment; once an hour',
  'file.variant': 'made again of the image, when it is asked for',
  'oauth.start': 'begins a sign-in',
  'oauth.callback': 'ends a sign-in',
  'email_unsubscribe.show': 'needs the token of a mail',
  'billing_mock.show': 'a payment of the installation',
};

/** The record that a list ends with, for operations whose parameter has the name of another one's. */
const lastOf: Record<string, [list: string, member: string]> = {
  'ai_provider.get': ['/v1/ai-providers', 'id'],
  'dead_letter.get': ['/v1/dlq', 'id'],
  'short_url.open': ['/v1/short-urls', 'slug'],
};

interface Asked {
  status: number;
  type: string | null;
  location: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: whatever it answers
  body: any;
}

/** Asks a server. In its answer, its own address is a word. */
async function ask(
  url: string,
  at: string,
  token?: string,
  init: RequestInit = {},
): Promise<Asked> {
  const { host } = new URL(url);
  const plain = (text: string) =>
    // The page of a form notes when it was opened.
    text.replaceAll(host, 'here').replace(/ value="[\dT:.-]+Z"/, '');
  const headers = { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url + at, { redirect: 'manual', ...init, headers });
  const type = answer.headers.get('content-type');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isText = /json|text|xml/.test(type ?? '');
  const text = isText ? plain(bytes.toString()) : bytes.toString('base64');
  return {
    ...{ status: answer.status, type },
    location: answer.headers.get('location')?.replaceAll(host, 'here'),
    body: type?.includes('json') ? JSON.parse(text) : text,
  };
}

/** Without what came to be by the restore itself, which must be there, and the newest. */
function beforeItCame({ body, ...rest }: Asked, at: string): Asked {
  if (at === '/v1/changes') expect(body.data.results.pop().type).toBe('tenant.restored');
  if (at === '/v1/audit-logs') {
    expect(body.data.logs.shift().action).toBe('tenant.restored');
    body.data.total -= 1;
  }
  return { ...rest, body };
}

it('a tenant with one of everything answers every read in another installation as it did', {
  timeout: 1_800_000,
}, async () => {
  const original = await oneOfEverything(here, 'seeded');
  const { id: tenant, name, slug } = original.tenant;
  const { email, password, user } = await signUp(original, { email: 'ada@example.com' });
  await original.post(`/v1/users/${user.id}/roles`, { role: 'admin' });
  const operator = platformClient(here);
  const exported = await fetch(`${here.url}/admin/tenants/${tenant}/export?secrets=true`, {
    headers: { authorization: `Bearer ${operator.token}`, ...withPassphrase },
  });
  expect(exported.status).toBe(200);
  const file = new Uint8Array(await exported.arrayBuffer());

  const dataDir = await startedFolder();
  const there = await start(dataDir);
  const key = await readFile(join(dataDir, 'secrets', 'platform-admin-key'), 'utf8');
  const others = createClient(there, key.trim());
  const backup = (await upload(others, file, { headers: withPassphrase })).body.data;
  expect(backup).toMatchObject({ status: 'completed', encrypted: true, secrets: true });
  const asked = { mode: 'new_tenant', name, slug: slug ?? undefined, keep_tenant_id: true };
  const { body } = await others.post(`${path}/${backup.id}/restore`, asked, withPassphrase);
  expect(await over(others, `/admin/restores/${body.data.id}`)).toMatchObject({
    ...{ status: 'completed', target_tenant_id: tenant },
    report: { remapped: [], conflict_count: 0, files: { missing: 0 } },
  });

  const found: string[] = [];
  const sides = [here.url, there.url];
  const compare = async (
    title: string,
    each: (url: string, side: number) => Promise<Asked>,
  ): Promise<Asked> => {
    const [one, other] = await Promise.all(sides.map(each));
    for (const field of differences(one, other))
      if (!isNamed(title, field, named)) found.push(`${title} ${field}`);
    return one as Asked;
  };
  const operations = (await documentedOperations(here.url)).filter(
    ({ method, scope }) => method === 'GET' && scope !== 'platform',
  );
  const isOf = (scopes: string[]) => (one: DocumentedOperation) => scopes.includes(one.scope);
  const refused: Record<string, number> = {};
  let answered = 0;
  const compareEach = async (some: DocumentedOperation[], tokens: Array<string | undefined>) => {
    const compareOne = async ({ id, path: at }: DocumentedOperation) => {
      const names: Record<string, string> = { ...original.seeded };
      const parameter = /\{(\w+)\}$/.exec(at)?.[1];
      const last = lastOf[id];
      if (last && parameter) {
        const [list, member] = last;
        const { data } = (await original.get(list)).body;
        const records = Array.isArray(data) ? data : Object.values(data).find(Array.isArray);
        names[parameter] = records?.at(-1)[member];
      }
      const size = /^\/v1\/(changes|audit-logs)$/.test(at) ? '?limit=100' : '';
      const filled = (at + size).replace(/\{(\w+)\}/g, (_, parameter) => {
        expect(names, id).toHaveProperty(parameter);
        return encodeURIComponent(names[parameter] as string);
      });
      const headers = { 'x-tenant-id': tenant };
      const { status } = await compare(at, async (url, side) => {
        const answer = await ask(url, filled, tokens[side], { headers });
        return side === 0 ? answer : beforeItCame(answer, at);
      });
      if (status === 200) answered += 1;
      else refused[id] = status;
    };
    const next = some.filter(({ id }) => !left[id]).values();
    const lane = async () => {
      for (const one of next) await compareOne(one);
    };
    await Promise.all(Array.from({ length: 6 }, lane));
  };
  const isPublic = isOf(['public', 'open']);
  const isOfUsers = isOf(['user']);
  await compareEach(
    operations.filter((one) => !isPublic(one) && !isOfUsers(one)),
    [original.token, original.token],
  );
  await compareEach(operations.filter(isPublic), []);

  // Bytes, searches and GraphQL.
  const { object_type_id, file_id } = original.seeded;
  const withToken = (at: string, sent?: object) => (url: string) =>
    ask(url, at, original.token, {
      method: sent ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      ...(sent && { body: JSON.stringify(sent) }),
    });
  const bytes = await compare('bytes', withToken(`/v1/files/${file_id}/content`));
  expect([bytes.status, bytes.body.length > 0]).toEqual([200, true]);
  for (const sent of [
    { query: 'seeded' },
    { filters: { name_seeded: { contains: 'seeded' } }, sort: 'name_seeded' },
    { limit: 2 },
  ]) {
    const answer = await compare('search', withToken(`/v1/objects/${object_type_id}/search`, sent));
    expect([answer.status, answer.body.data.results.length > 0]).toEqual([200, true]);
  }
  const graph = await compare(
    'graphql',
    withToken('/v1/graphql', {
      query: '{ __schema { queryType { fields { name type { name ofType { name } } } } } }',
    }),
  );
  const lists = graph.body.data.__schema.queryType.fields.filter(
    ({ type }: { type: { name?: string; ofType?: { name: string } } }) =>
      /Connection$/.test(type.name ?? type.ofType?.name ?? ''),
  );
  expect(lists.length).toBeGreaterThan(0);
  for (const { name } of lists) {
    const query = `{ ${name} { totalCount nodes { id } } }`;
    const { body } = await compare('graphql', withToken('/v1/graphql', { query }));
    expect(body.errors, name).toBe(undefined);
  }

  // A password opens both, and what it opens is equal.
  const tokens = await Promise.all(
    sides.map(async (url) => {
      const headers = { 'content-type': 'application/json', 'x-tenant-id': tenant };
      const sent = { method: 'POST', headers, body: JSON.stringify({ email, password }) };
      return (await ask(url, '/v1/auth/signin', undefined, sent)).body.data.access_token;
    }),
  );
  await compareEach(operations.filter(isOfUsers), tokens);
  expect(found).toEqual([]);
  // Of all others it is known that they found what they were asked for.
  expect(refused).toEqual({
    'auth.session_get': 404, // of another user
    'auth.verify': 400, // without the token of a mail
    'auth.verify_ask': 400,
    'file.content': 401, // without a token; above with one
    'portal.me': 403, // of contacts
    'report.run_get': 404, // the run is of an automation
    'saml.slo': 400, // without a message
    'saml_provider.list': 400, // the seed has a certificate that is not valid
    'short_url.open': 302,
    'user.erasure_get': 404, // of a user who lives
  });
  expect(answered).toBeGreaterThan(140);

  // The feed continues from the place of the snapshot, here and there.
  for (const [side, expected] of [
    ['object.created'],
    ['tenant.restored', 'object.created'],
  ].entries()) {
    const api = createClient({ url: sides[side] as string }, original.token);
    await api.post(`/v1/objects/${object_type_id}`, { properties: {} });
    const heard = async () => {
      const { data } = (await api.get(`/v1/changes?since=${backup.feed_place}`)).body;
      const types: string[] = data.results.map(({ type }: { type: string }) => type);
      // Beside these there are sign-ins, and what was under way when the snapshot was made may come once more.
      return types.filter((type) => expected.includes(type)).slice(-expected.length);
    };
    await until(heard, (types) => isDeepStrictEqual(types, expected));
  }
});
