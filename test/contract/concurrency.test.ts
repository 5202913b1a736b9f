import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { routes } from '../../src/groups/index.ts';
import { mindsIfMatch, type Route } from '../../src/operations/route.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { type Case, type Changeable, type IfMatchCases, users } from '../support/if-match-cases.ts';
import { ofGroups } from '../support/of-groups.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const server = useServer({ TRUSTED_PROXIES: '127.0.0.1' });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const parts = await ofGroups<{ ifMatchCases: IfMatchCases }>('if-match-cases');
const all = parts.flatMap(({ ifMatchCases }) => Object.entries(ifMatchCases));

describe('every changeable record', () => {
  const shapeOf = (route: Route | undefined): object =>
    (route?.returns as z.ZodObject | undefined)?.shape ?? {};
  const isRecord = (shape: object) => 'updated_at' in shape || 'version' in shape;
  const at = (method: string, path: string) =>
    routes.find((route) => route.method === method && route.path === path);

  it('can be changed and deleted under If-Match, and is read with its ETag', () => {
    for (const route of routes) {
      if (!['PATCH', 'PUT', 'DELETE'].includes(route.method)) continue;
      const one = ['GET', 'PATCH', 'PUT'].map((method) => at(method, route.path));
      if (!one.some((other) => isRecord(shapeOf(other)))) continue;
      expect([route.id, mindsIfMatch(route)]).toEqual([route.id, true]);
      if (one[0]) expect([route.id, one[0].isVersioned]).toEqual([route.id, true]);
    }
  });

  it('has an If-Match case', () => {
    const minding = routes.filter(mindsIfMatch).map(({ id }) => id);
    const covered = all.flatMap(([, { operations }]) => operations);
    expect(minding.filter((id) => !covered.includes(id))).toEqual([]);
  });
});

/** Changes that are carried out whatever is there: they make plans of what runs when, or ask another system. */
const carriedOut = [
  ...['an integration', 'a plugin', 'a saved report', 'a scheduled job'],
  'the subscription of a tenant',
];

describe.each(all)('If-Match of %s', (kind, one: Case) => {
  let record: Changeable;
  let client: Client;
  let change: (ifMatch?: string) => ReturnType<Client['get']>;
  let etag: string;
  beforeEach(async () => {
    record = await one.make({
      api,
      operator: platformClient(server),
      signUp: () => signUp(api),
    });
    client = { key: api, user: users.get(record.path), operator: platformClient(server) }[
      record.by
    ] as Client;
    const [method, body, path = record.path] = record.change;
    change = (ifMatch) =>
      client.send(method, path, {
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        },
      });
    etag = record.canGet
      ? ((await client.get(record.path)).headers.get('etag') as string)
      : (record.etag as string);
    expect(etag).toMatch(/^"[^"]+"$/);
  });

  it('is the ETag of the record as read, and the previous one is refused with 412', async () => {
    const first = await change(etag);
    expect([first.status, first.body.error]).toEqual([200, undefined]);
    const next = first.headers.get('etag') as string;
    expect(next).toMatch(/^"[^"]+"$/);
    expect(next).not.toBe(etag);
    const { status, body } = await change(etag);
    expect([status, body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await change(body.error.details.etag)).status).toBe(200);
  });

  it('stays, and nothing is journalled, when the change is one to what is there', async () => {
    if (record.change[0] === 'POST' || carriedOut.includes(kind)) return;
    const events = async () => (await api.get('/v1/audit-logs?limit=100')).body.data.total;
    const first = await change();
    const before = await events();
    const again = await change();
    expect([again.status, again.body.error]).toEqual([200, undefined]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await events()).toBe(before);
  });

  it('refuses another tag with 412, and changes nothing', async () => {
    for (const tag of ['"0000"', '"none"', '"77", "x"', '"*"', 'W/"0000"']) {
      const { status, body } = await change(tag);
      expect([tag, status, body.error?.code]).toEqual([tag, 412, 'PRECONDITION_FAILED']);
    }
    const shown = record.canGet ? (await client.get(record.path)).headers.get('etag') : etag;
    expect(shown).toBe(etag);
  });

  it('accepts a list with the ETag, the ETag made weak on the way, and *', async () => {
    const [listed, weak, any] = [`"x", ${etag}`, 'W/', '*'];
    const first = await change(listed);
    expect(first.status).toBe(200);
    const second = await change(`${weak}${first.headers.get('etag')}`);
    expect(second.status).toBe(200);
    expect((await change(any)).status).toBe(200);
  });

  it('is refused with 400 when it is malformed', async () => {
    for (const header of ['x', '"x', '1', '*, "1"', '"1" "2"', 'w/"1"']) {
      const { status, body } = await change(header);
      expect([header, status, body.error?.param]).toEqual([header, 400, 'If-Match']);
    }
  });

  it('has a counterpart for readers: If-None-Match answers 304', async () => {
    if (!record.canGet) return;
    const again = await client.get(record.path, undefined, { 'if-none-match': etag });
    expect([again.status, again.body]).toEqual([304, '']);
    await change();
    const changed = await client.get(record.path, undefined, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
  });

  it('applies to the other operations on the record', async () => {
    for (const [method, suffix, body] of record.also ?? []) {
      const answer = await client.send(method, record.path + suffix, {
        headers: { 'if-match': '"0000"', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect([suffix, answer.status]).toEqual([suffix, 412]);
    }
  });

  it('also applies to a delete', async () => {
    if (!record.canDelete) return;
    const remove = (tag: string) => client.delete(record.path, undefined, { 'if-match': tag });
    const { status, body } = await remove('"0000"');
    expect([status, body.error?.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const changed = await change();
    expect((await remove(etag)).status).toBe(412);
    const now = await remove(changed.headers.get('etag') as string);
    expect(now.status).toBe(record.isDeletedInTwoSteps ? 409 : 200);
  });
});
