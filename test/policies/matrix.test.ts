import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';
import { createObject, createPolicy, defineNotes, dropPolicies, own } from './support.ts';

const server = useServer();
const api = useTenant(server);
let ada: SignedUp;
let mine: string;
let other: string;

beforeAll(async () => {
  await defineNotes(api);
  ada = await signUp(api);
});

const notes = '/v1/objects/notes';

/** Each operation on one object: its status where it is allowed is 200 or 201. */
const operations: Record<string, (client: Client, id: string) => Promise<Answer>> = {
  get: (client, id) => client.get(`${notes}/${id}`),
  'get at': (client, id) => client.get(`${notes}/${id}?at=${new Date().toISOString()}`),
  versions: (client, id) => client.get(`${notes}/${id}/versions`),
  associations: (client, id) => client.get(`${notes}/${id}/associations`),
  update: (client, id) => client.patch(`${notes}/${id}`, { properties: { title: 'new' } }),
  'update If-Match': (client, id) =>
    client.patch(`${notes}/${id}`, { properties: {} }, { 'if-match': '"1"' }),
  delete: (client, id) => client.delete(`${notes}/${id}`),
  restore: async (client, id) => {
    await api.delete(`${notes}/${id}`);
    return client.post(`${notes}/${id}/restore`);
  },
  'restore version': async (client, id) => {
    await api.patch(`${notes}/${id}`, { properties: { title: 'second' } });
    return client.post(`${notes}/${id}/versions/1/restore`);
  },
  'batch update': (client, object_id) =>
    client.post(`${notes}/batch/update`, { updates: [{ object_id, properties: {} }] }),
  transaction: (client, id) =>
    client.post('/v1/transaction', {
      requests: [{ method: 'PATCH', path: `${notes}/${id}`, body: { properties: {} } }],
    }),
  associate: async (client, id) => {
    const team = await createObject(api, {}, 'teams');
    return client.put(`${notes}/${id}/associations/team/teams/${team}`, {});
  },
};
const reads = ['get', 'get at', 'versions', 'associations'];
const updates = [
  ...['update', 'update If-Match', 'restore', 'restore version', 'batch update'],
  ...['transaction', 'associate'],
];
const all = [...reads, ...updates, 'delete'];

interface Row {
  policies: object[];
  /** Refusals with 404 and with 403, of the caller's own object and of another. */
  own?: { hidden?: string[]; denied?: string[] };
  other?: { hidden?: string[]; denied?: string[] };
}

const allow = { condition_json: own };
const table: Record<string, Row> = {
  'no policy': { policies: [] },
  'a disabled one': { policies: [{ ...allow, action: 'all', enabled: false }] },
  'own rows, for everything': { policies: [{ ...allow, action: 'all' }], other: { hidden: all } },
  'own rows, to see': { policies: [{ ...allow, action: 'select' }], other: { hidden: all } },
  'own rows, to update': {
    policies: [{ ...allow, action: 'update' }],
    other: { denied: updates },
  },
  'own rows, to delete': {
    policies: [{ ...allow, action: 'delete' }],
    other: { denied: ['delete'] },
  },
  'for another role only': {
    policies: [{ action: 'select', role: 'admin', condition_json: null }],
    own: { hidden: all },
    other: { hidden: all },
  },
  'for the role of the caller': {
    policies: [{ action: 'select', role: 'user', condition_json: null }],
  },
  'a deny of an allow': {
    policies: [
      { action: 'all', condition_json: null },
      { action: 'delete', effect: 'deny', condition_json: { not: own } },
    ],
    other: { denied: ['delete'] },
  },
  'a deny alone': {
    policies: [{ action: 'select', effect: 'deny', condition_json: { not: own } }],
    other: { hidden: all },
  },
  'a deny for another role': {
    policies: [{ action: 'all', role: 'admin', effect: 'deny', condition_json: null }],
  },
  'a deny of everything, whatever its priority': {
    policies: [
      { action: 'all', condition_json: null, priority: 100 },
      { action: 'update', effect: 'deny', condition_json: null, priority: -100 },
    ],
    own: { denied: updates },
    other: { denied: updates },
  },
  'two allows': {
    policies: [
      { action: 'select', ...allow },
      { action: 'select', condition_json: { state: 'done' } },
    ],
  },
  'what an update may make of it': {
    policies: [{ action: 'update', condition_json: null, check_json: { title: { exists: true } } }],
    own: { denied: updates.filter((name) => name !== 'update' && name !== 'associate') },
    other: { denied: updates.filter((name) => name !== 'update' && name !== 'associate') },
  },
};

describe.each(Object.entries(table))('row policies: %s', (_, row) => {
  beforeAll(async () => {
    await dropPolicies(api);
    for (const policy of row.policies) await createPolicy(api, policy);
  });

  it.each(Object.entries(operations))('%s', async (name, operation) => {
    mine = await createObject(api, { owner: ada.user.id, state: 'done' });
    other = await createObject(api, { owner: 'usr_other', state: 'done' });
    for (const [whose, id, refused] of [
      ['own', mine, row.own],
      ['other', other, row.other],
    ] as const) {
      const { status, body } = await operation(ada.client, id);
      const expected = refused?.hidden?.includes(name)
        ? [404, 'NOT_FOUND']
        : refused?.denied?.includes(name)
          ? [403, 'POLICY_DENIED']
          : [200, undefined];
      expect([whose, status, body.error?.code ?? body.error]).toEqual([whose, ...expected]);
    }
  });
});

describe('row policies on creating', () => {
  beforeAll(async () => {
    await dropPolicies(api);
    await createPolicy(api, { action: 'insert', condition_json: own });
  });
  const objects = (owner: string) => [{ properties: { owner } }];

  it.each([
    ['one', (owner: string) => ada.client.post(notes, objects(owner)[0])],
    [
      'a batch',
      (owner: string) => ada.client.post(`${notes}/batch/create`, { objects: objects(owner) }),
    ],
    [
      'an upsert',
      (owner: string) =>
        ada.client.post(`${notes}/batch/upsert`, {
          match_on: 'code',
          objects: [{ properties: { owner, code: `new ${owner}` } }],
        }),
    ],
    [
      'an import',
      (owner: string) =>
        ada.client.post('/v1/data/import', { object_type_id: 'notes', rows: [{ owner }] }),
    ],
  ])('check %s against the condition', async (_, create) => {
    const before = (await api.get(`${notes}/list`)).body.data.total;
    const no = await create('usr_other');
    expect([403, 400]).toContain(no.status);
    expect(JSON.stringify(no.body)).toMatch(/policy_denied/i);
    expect((await api.get(`${notes}/list`)).body.data.total).toBe(before);
    expect((await create(ada.user.id)).body).toMatchObject({ success: true });
  });

  it('name the item of a batch, and let the others in with atomic=false', async () => {
    const { body } = await ada.client.post(`${notes}/batch/create?atomic=false`, {
      objects: [...objects('usr_other'), ...objects(ada.user.id)],
    });
    expect(body.data.results).toMatchObject([
      { success: false, error: { code: 'POLICY_DENIED' } },
      { success: true },
    ]);
  });
});

it('policies do not apply to holders of *', async () => {
  await dropPolicies(api);
  await createPolicy(api, { action: 'all', effect: 'deny', condition_json: null });
  for (const name of all) {
    const answer = await operations[name]?.(api, await createObject(api, { title: 'x' }));
    expect([name, answer?.status]).toEqual([name, 200]);
  }
});

it('the denying policy is named only to an administrator who uses as_user', async () => {
  await dropPolicies(api);
  const id = await createPolicy(api, { action: 'update', effect: 'deny', condition_json: null });
  const object = await createObject(api, {});
  const path = `${notes}/${object}`;
  const { body } = await api.patch(`${path}?as_user=${ada.user.id}`, { properties: {} });
  expect(body.error).toMatchObject({ code: 'POLICY_DENIED', details: { policy_id: id } });
  const own = await ada.client.patch(path, { properties: {} });
  expect(own.body.error.details).not.toHaveProperty('policy_id');
});
