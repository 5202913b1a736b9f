import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../support/api.ts';
import {
  callOperation,
  type DocumentedOperation,
  documentedOperations,
} from '../support/operations.ts';
import { settle } from '../support/settle.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { createObject, createPolicy, defineNotes } from './support.ts';

/** Stands in every value of the hidden objects. */
const canary = `canary${randomBytes(6).toString('hex')}`;
/** Stands in every value of a private type without policies, which are closed only to users. */
const privateCanary = `private${canary}`.replace('canary', 'bird');
const notes = '/v1/objects/notes';

const server = useServer();
const api = useTenant(server);
let callers: Record<string, Client>;
let operations: DocumentedOperation[];
let hidden: Record<string, string>;
/** Of a private type without policies: keys see all of it, users nothing. */
let closed: Record<string, string>;
let mine: Record<string, string>;
let leaked: string[];
let secrets: string[];

beforeAll(async () => {
  await defineNotes(api);
  await api.post('/v1/association-types', { name: 'restricts', on_delete: 'restrict' });
  const ada = await signUp(api);
  const key = await api.withKey(['read', 'write', 'files']);
  callers = { user: ada.client, key };
  await api.post('/v1/object-types', { name: 'diaries' });
  closed = await seed('private', privateCanary, 'diaries');
  hidden = await seed('hidden', canary);
  mine = await seed('visible', 'nothing');
  await api.put(`${notes}/${mine.id}/associations/knows/notes/${hidden.id}`, {
    meta: { [canary]: canary },
  });
  await api.put(`${notes}/${hidden.id}/associations/restricts/notes/${mine.object_id}`, {});
  await createPolicy(api, { action: 'select', condition_json: { owner: 'visible' } });
  operations = (await documentedOperations(server.url)).filter(
    ({ scope, id }) =>
      !['platform', 'public', 'open', 'user'].includes(scope) &&
      !/^(association_type|object_type|property|key)\./.test(id),
  );
  await settle(server.db);
});

/** Objects of an owner with versions, trash, associations, an import and an export, named as path parameters are. */
async function seed(owner: string, text: string, type = 'notes'): Promise<Record<string, string>> {
  const path = `/v1/objects/${type}`;
  const values = { owner, title: `${text} title`, tags: [text], free: { [text]: text } };
  const object_id = await createObject(api, { ...values, code: `${text}-1` }, type);
  const changed = await api.patch(`${path}/${object_id}`, { properties: { size: 2 } });
  const id = await createObject(api, { ...values, code: `${text}-2` }, type);
  const to_id = await createObject(api, { ...values, code: `${text}-3` }, type);
  const trashed_id = await createObject(api, { ...values, code: `${text}-4` }, type);
  await api.delete(`${path}/${trashed_id}`);
  await api.put(`${path}/${id}/associations/knows/${type}/${to_id}`, { meta: { [text]: text } });
  const { body: view } = await api.post(`/v1/object-types/${type}/views`, { name: owner });
  const imported = await api.post('/v1/data/import', {
    object_type_id: type,
    rows: [{ ...values }, { ...values, size: text }, { ...values, code: `${text}-1` }],
    on_error: 'skip',
  });
  const exported = await api.post('/v1/data/export', {
    object_type_id: type,
    filename: 'notes',
  });
  return {
    object_id,
    id,
    from_id: id,
    to_id,
    trashed_id,
    object_type_id: type,
    type,
    from_type: type,
    to_type: type,
    association_type: 'knows',
    version_number: '1',
    tx_id: changed.headers.get('x-tx-id') as string,
    view_id: view.data.id,
    import_id: imported.body.data.import_id,
    export_id: exported.body.data.id,
  };
}

function listen(call: string, answer: Answer): void {
  const { headers, body } = answer;
  const text = JSON.stringify([[...headers], body]);
  if (secrets.some((secret) => text.includes(secret))) leaked.push(call);
}

/** Changes are only tried: the answer is the same, and the objects stay for the others. */
const trying = (client: Client): Client => ({
  ...client,
  send: (method, path, init = {}) =>
    client.send(method, path, {
      ...init,
      headers: { ...(init.headers as object), prefer: 'handling=dry-run' },
    }),
});

describe.each(['user', 'key'])('a %s limited by policies', (who) => {
  beforeAll(() => {
    secrets = who === 'user' ? [canary, privateCanary] : [canary];
  });

  it('is never shown a hidden value, by any operation', async () => {
    leaked = [];
    const params = { key_id: 'key_0', policy_id: 'pol_0', property_id: 'prop_0' };
    for (const operation of operations)
      for (const [whose, ids] of [
        ['hidden', hidden],
        ['trashed', { ...hidden, object_id: hidden.trashed_id as string }],
        ['mixed', { ...mine, to_id: hidden.id as string }],
        ['mine', mine],
        ...(who === 'user' ? ([['private', closed]] as const) : []),
      ] as const) {
        const client = callers[who] as Client;
        const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
        // Operations on what this test does not seed, such as users.
        if (!names.every((name) => name in { ...params, ...ids })) continue;
        listen(
          `${operation.id} ${whose}`,
          await callOperation(trying(client), operation, { ...params, ...ids }),
        );
      }
    expect(leaked).toEqual([]);
    expect((await api.get(`${notes}/${hidden.object_id}`)).body.data.properties.title).toContain(
      canary,
    );
  });

  it('cannot find hidden values by asking for them', async () => {
    const client = callers[who] as Client;
    const search = (request: object) => client.post(`${notes}/search`, request);
    for (const request of [
      { query: canary },
      { filters: { code: `${canary}-1` } },
      { filters: { owner: { neq: 'visible' } } },
      { filters: { or: [{ owner: 'hidden' }, { id: hidden.id }] } },
      {
        filters: { association: { type: 'knows', to_type: 'notes', filters: { owner: 'hidden' } } },
      },
      {
        filters: [
          { association: { type: 'knows' } },
          { id: mine.id },
          {
            association: {
              type: 'knows',
              quantifier: 'none',
              to_type: 'notes',
              filters: { owner: 'visible' },
            },
          },
        ],
      },
      { filters: { association: { type: 'restricts', direction: 'in' } } },
    ])
      expect([request, (await search(request)).body.data]).toMatchObject([
        request,
        { results: [], total: 0 },
      ]);
    const grouped = await client.post(`${notes}/aggregate`, { group_by: ['owner'] });
    expect(grouped.body.data).toMatchObject({ rows: [{ owner: 'visible' }], total: 1 });
    const listed = await client.get(`${notes}/${mine.id}/associations`);
    expect(listed.body.data).toMatchObject({ results: [{ to_id: mine.to_id }], total: 1 });
    const trash = await client.get(`${notes}/trash`);
    expect(trash.body.data).toMatchObject({ results: [{ id: mine.trashed_id }], total: 1 });
  });

  it('gets no hidden object in an export, a feed or a receipt', async () => {
    const client = callers[who] as Client;
    leaked = [];
    const { body } = await client.post('/v1/data/export', {
      object_type_id: 'notes',
      format: 'ndjson',
      include: ['associations', 'versions'],
      include_deleted: true,
    });
    const file = await client.get(`/v1/data/export/${body.data.id}`);
    listen('export', file);
    expect(JSON.stringify(file.body)).toContain('visible');
    let since: string | undefined;
    let seen = 0;
    do {
      const changes = await client.get(`/v1/changes?limit=100${since ? `&since=${since}` : ''}`);
      listen('changes', changes);
      const { results, has_more, next_since } = changes.body.data;
      seen += results.filter(({ type }: { type: string }) => type.startsWith('object.')).length;
      since = has_more ? next_since : undefined;
    } while (since);
    expect(seen).toBeGreaterThan(4);
    expect((await client.get(`/v1/transactions/${hidden.tx_id}`)).status).toBe(404);
    expect((await client.post(`/v1/transactions/${hidden.tx_id}/undo`)).status).toBe(404);
    expect((await client.get(`/v1/data/export/${hidden.export_id}`)).status).toBe(404);
    expect((await client.get(`/v1/data/import/${hidden.import_id}`)).status).toBe(404);
    expect(leaked).toEqual([]);
  });

  it('learns of a taken value only that it is taken', async () => {
    const client = callers[who] as Client;
    const code = `${canary}-1`;
    const properties = { owner: 'visible', code };
    const answers = [
      await client.post(notes, { properties }),
      await client.post(`${notes}/batch/upsert`, { match_on: 'code', objects: [{ properties }] }),
      await client.patch(`${notes}/${mine.id}`, { properties }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error.code]).toEqual([409, 'UNIQUE_VIOLATION']);
      expect(body.error.details).toEqual({ property: 'code', value: code });
    }
    const imported = await client.post('/v1/data/import', {
      object_type_id: 'notes',
      rows: [properties],
    });
    expect(JSON.stringify(imported.body)).not.toMatch(/obj_/);
    const restricted = await client.delete(`${notes}/${mine.object_id}`);
    expect([restricted.status, restricted.body.error.details]).toEqual([
      409,
      { association_type: 'restricts' },
    ]);
  });
});
