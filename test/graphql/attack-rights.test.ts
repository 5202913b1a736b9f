import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createObject, createPolicy, defineNotes, dropPolicies, own } from '../policies/support.ts';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { absentId, rowsOf, type SeededTenant, seedTenant } from '../support/seed-tenant.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { type Answered, ask, dataOf } from './ask.ts';
import { eachArgument, schemaOf } from './each-argument.ts';

const server = useServer();
/** Is in everything that no caller here may see. Lower-case, for names of types. */
const canary = `canary${randomBytes(6).toString('hex')}`;

const codesOf = ({ errors = [] }: Answered) => errors.map(({ extensions }) => extensions.code);

const dryRun = { prefer: 'handling=dry-run' };

/** An answer without ids and times, which differ between two that are alike. */
const essence = (answer: Answered) =>
  JSON.stringify(answer)
    .replaceAll(/\b([a-z]+_)[0-9a-f]{32}\b/g, '$1')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, '<time>');

describe('another tenant', () => {
  const ours = useTenant(server);
  const theirs = useTenant(server);
  let their: SeededTenant;
  beforeAll(async () => {
    await seedTenant(ours, 'ours', 'contacts');
    their = await seedTenant(theirs, canary, 'contacts');
  });

  it('is like one that is not there, for its ids in every argument', async () => {
    const schema = await schemaOf(ours);
    const before = await rowsOf(server.db, theirs.tenant.id);
    const { object_id, trashed_id, from_id, object_type_id, user_id, file_id } = their;
    for (const root of ['query', 'mutation'] as const)
      for (const { title, query, variables } of eachArgument(schema, root))
        for (const id of [object_id, trashed_id, from_id, object_type_id, user_id, file_id]) {
          // Tried only: what one of the two made would be in the other's way.
          const answer = await ask(ours, query, variables(id), { headers: dryRun });
          const twin = await ask(ours, query, variables(absentId(id)), { headers: dryRun });
          expect([title, essence(answer)]).toEqual([title, essence(twin)]);
          expect(essence(answer)).not.toContain(canary);
          expect(codesOf(answer)).not.toContain('INTERNAL_ERROR');
        }
    expect(await rowsOf(server.db, theirs.tenant.id)).toEqual(before);
  });

  it('is not reached by its cursors, its tokens, or the names of what it has', async () => {
    const { contacts } = await dataOf(
      theirs,
      '{ contacts(first: 1) { pageInfo { endCursor } nodes { associations(first: 1) { pageInfo { endCursor } } } } }',
    );
    const refused = async (query: string, variables: object) =>
      codesOf(await ask(ours, query, variables));
    expect(
      await refused('query ($c: String) { contacts(after: $c) { nodes { id } } }', {
        c: contacts.pageInfo.endCursor,
      }),
    ).toEqual(['INVALID_CURSOR']);
    expect(
      await refused(
        'mutation ($id: ID!, $t: String) { deleteContact(id: $id, force: true, confirmToken: $t) { deleted } }',
        { id: their.object_id, t: their.confirm_token },
      ),
    ).toEqual(['NOT_FOUND']);
    for (const query of [
      `{ contacts { nodes { name_${canary} } } }`,
      `{ contacts { nodes { ${canary} { totalCount } } } }`,
    ])
      expect(await refused(query, {})).toEqual(['VALIDATION_ERROR']);
    const data = await dataOf(
      ours,
      'query ($n: String) { contacts { nodes { associations(name: $n) { totalCount } } } }',
      { n: canary },
    );
    expect(JSON.stringify(data)).not.toMatch(/[1-9]/);
  });

  it('keeps its schema to itself', async () => {
    const schema = await dataOf(
      ours,
      '{ __schema { types { name description fields { name description } } } }',
    );
    expect(JSON.stringify(schema)).not.toContain(canary);
  });
});

describe('a caller', () => {
  const api = useTenant(server);
  let id: string;
  const schemaQuestion = '{ __schema { queryType { name } } }';
  beforeAll(async () => {
    await api.post('/v1/object-types', { name: 'contacts', user_access: 'open' });
    id = await createObject(api, { title: 'kept' }, 'contacts');
  });

  it('without a good token is told nothing, not even of the schema', async () => {
    const { client, user } = await signUp(api);
    const revoked = await api.withKey(['read']);
    await dataOf(client, schemaQuestion);
    await dataOf(revoked, schemaQuestion);
    await api.delete(`/v1/keys/${revoked.keyId}`);
    const banned = await api.patch(`/v1/users/${user.id}`, { banned: true });
    expect(banned.status).toBe(200);
    for (const caller of [
      client,
      revoked,
      api.as(undefined),
      api.as('nonsense'),
      api.as(`${api.token.slice(0, -2)}xx`),
    ]) {
      const { status, data } = await ask(caller, schemaQuestion);
      const { status: ofRoute } = await caller.get('/v1/objects/contacts/list');
      expect([status, data]).toEqual([ofRoute, undefined]);
      expect([401, 403]).toContain(status);
    }
  });

  it('that may only read changes nothing, by any change, tried or not', async () => {
    const reader = await api.withKey(['read']);
    const before = await rowsOf(server.db, api.tenant.id);
    for (const { title, query, variables } of eachArgument(await schemaOf(reader), 'mutation')) {
      const answer = await ask(reader, query, variables(id));
      expect([title, answer.status, codesOf(answer)]).toEqual([title, 200, ['INSUFFICIENT_SCOPE']]);
      expect(codesOf(await ask(reader, query, variables(id), { headers: dryRun }))).toEqual([
        'INSUFFICIENT_SCOPE',
      ]);
    }
    expect(await rowsOf(server.db, api.tenant.id)).toEqual(before);
  });

  it('gets of the fields of a question those that its scopes allow', async () => {
    const reader = await api.withKey(['read']);
    const answer = await ask(
      reader,
      '{ contacts { nodes { id } } users { totalCount } files { totalCount } }',
    );
    const codes = Object.fromEntries(
      (answer.errors ?? []).map(({ path, extensions }) => [path[0], extensions.code]),
    );
    expect(codes).toEqual({ users: 'INSUFFICIENT_SCOPE' });
    expect(answer.data).toEqual({
      contacts: { nodes: [{ id }] },
      users: null,
      files: { totalCount: 0 },
    });
    for (const scopes of [['files'], ['auth']])
      expect((await ask(await api.withKey(scopes), schemaQuestion)).status).toBe(403);
  });
});

const conditions = [
  own,
  { property: 'size', operator: 'lt', value: 3 },
  { not: { property: 'owner', operator: 'eq', value: 'else' } },
  { association: { type: 'of', to_type: 'teams', filters: [{ open: true }] } },
  { property: 'created_by', operator: 'eq', value: '$auth.user_id' },
  { or: [own, { property: 'size', operator: 'in', value: [4] }] },
];

describe('a caller that policies limit', () => {
  let api: TenantClient;
  let user: Client;
  let key: Client;
  let team: string;
  const notes: string[] = [];

  beforeAll(async () => {
    api = await createTenant(server);
    await defineNotes(api);
    await api.post('/v1/association-types', { name: 'of' });
    await api.post('/v1/object-types/teams/properties', { name: 'open', data_type: 'boolean' });
    const signed = await signUp(api);
    user = signed.client;
    key = await api.withKey(['read', 'write']);
    team = await createObject(api, { open: true }, 'teams');
    for (const [by, owner, size] of [
      [api, signed.user.id, 1],
      [api, 'else', 2],
      [user, 'else', 3],
      [api, 'else', 4],
      [api, 'else', 5],
    ] as const)
      notes.push(await createObject(by, { owner, size, title: `note ${size}` }));
    for (const note of notes.slice(0, 4))
      await api.put(`/v1/objects/notes/${note}/associations/of/teams/${team}`, {});
  });

  const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).toSorted();

  it('sees exactly what a search shows, by every field', async () => {
    for (const condition of conditions) {
      await createPolicy(api, { action: 'select', effect: 'allow', condition_json: [condition] });
      for (const caller of [user, key, api]) {
        const search = await caller.post('/v1/objects/notes/search', { limit: 100 });
        const shown = idsOf(search.body.data.results);
        const linked = await caller.get(`/v1/objects/teams/${team}/associations?limit=100`);
        const data = await dataOf(
          caller,
          `query ($team: ID!) {
            notes(first: 100) { nodes { id } totalCount }
            sorted: notes(first: 100, sort: "size") { edges { node { id } } }
            found: notes(first: 100, filter: {size: {gte: 0}}) { nodes { id } totalCount }
            team(id: $team) { of_of(first: 100) { nodes { id } totalCount } associations { totalCount } }
            ${notes.map((id, n) => `n${n}: note(id: "${id}") { id }`).join(' ')} }`,
          { team },
        );
        const ofTeam = shown.filter((id) => id !== notes[4]);
        expect([condition, data]).toEqual([
          condition,
          {
            notes: { nodes: expect.anything(), totalCount: shown.length },
            sorted: expect.anything(),
            found: { nodes: expect.anything(), totalCount: shown.length },
            team: {
              of_of: { nodes: expect.anything(), totalCount: ofTeam.length },
              associations: { totalCount: ofTeam.length },
            },
            ...Object.fromEntries(
              notes.map((id, n) => [`n${n}`, shown.includes(id) ? { id } : null]),
            ),
          },
        ]);
        for (const list of [
          data.notes.nodes,
          data.sorted.edges.map(({ node }: { node: { id: string } }) => node),
          data.found.nodes,
        ])
          expect(idsOf(list)).toEqual(shown);
        expect(idsOf(data.team.of_of.nodes)).toEqual(ofTeam);
        expect(linked.status).toBe(200);
      }
      await dropPolicies(api);
    }
  });

  it('is told of a hidden object what it is told of none, and never what is in it', async () => {
    const hidden = await createObject(api, { owner: canary, title: canary, code: canary, size: 9 });
    const visible = await createObject(api, { owner: 'visible' });
    await api.put(`/v1/objects/notes/${visible}/associations/of/teams/${team}`, {});
    await api.put(`/v1/objects/notes/${hidden}/associations/of/teams/${team}`, {
      meta: { [canary]: canary },
    });
    await createPolicy(api, { action: 'select', condition_json: [{ owner: 'visible' }] });
    for (const caller of [user, key]) {
      const schema = await schemaOf(caller);
      for (const root of ['query', 'mutation'] as const)
        for (const { title, query, variables } of eachArgument(schema, root)) {
          const answer = await ask(caller, query, variables(hidden), { headers: dryRun });
          const twin = await ask(caller, query, variables(absentId(hidden)), { headers: dryRun });
          expect([title, essence(answer)]).toEqual([title, essence(twin)]);
          expect(essence(answer)).not.toContain(canary);
        }
      const data = await dataOf(
        caller,
        `{ teams { nodes { of_of { nodes { id } totalCount edges { meta } } } } }`,
      );
      expect(data.teams.nodes).toEqual([
        { of_of: { nodes: [{ id: visible }], totalCount: 1, edges: [{ meta: {} }] } },
      ]);
    }
    const { data } = await ask(api, 'query ($id: ID!) { note(id: $id) { title version } }', {
      id: hidden,
    });
    expect(data.note).toEqual({ title: canary, version: 1 });
    await dropPolicies(api);
  });
});
