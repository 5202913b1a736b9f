import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/doors/http/openapi.ts';
import { isForeign } from '../../src/ground/shapes/strict.ts';
import { groups, routes } from '../../src/groups/index.ts';
import { bytesOf, isPlatform } from '../../src/operations/route.ts';
import { platformClient } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, createUser, type SignedUp } from '../support/users.ts';

/** With a format that others define: further members are ignored. */
const foreignBodies = [
  'graphql.run',
  'form.submit',
  'oauth.callback_form',
  'saml.acs',
  'operator_graphql.run',
];
/** Of these, maps whose members have the names of the caller's own: the document says that of them. */
const openBodies = ['form.submit'];
const foreignQueries = ['oauth.callback', 'saml.slo'];
/** At addresses that people pass on, to which anyone may add parameters. */
const ownAddresses = ['short_url.open', 'short_url.unlock', 'form.page', 'form.page_submit'];
/** With such a format in the body. */
const foreignFields = ['passkey.register_verify', 'passkey.authenticate_verify'];

const server = useServer({ TRUSTED_PROXIES: '127.0.0.1', SELF_SERVE: 'on' });
const api = useTenant(server);
let user: SignedUp;
beforeAll(async () => {
  user = await createUser(api);
});

type Route = (typeof routes)[number];
const callerOf = (route: Route) => {
  if (isPlatform(route)) return platformClient(server);
  return route.scope === 'user' ? user.client : api;
};
/** A call with nothing in the places of its parameters. */
const pathOf = ({ path }: Route) =>
  path
    .replace(':version_number', '1')
    .replace(/:\w+/g, 'x')
    .replace('/x/variants/x', '/x/variants/thumb');

describe('every operation', () => {
  it.each(
    routes
      .filter(({ id }) => !foreignQueries.includes(id) && !ownAddresses.includes(id))
      .map((route) => [route.id, route] as const),
  )('%s refuses an unknown parameter by its name', async (id, route) => {
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.txt');
    const { status, body } = await callerOf(route).send(
      route.method,
      `${pathOf(route)}?never_heard_of=1`,
      {
        headers: anotherAddress(),
        ...(route.id === 'file.upload' ? { body: form } : {}),
      },
    );
    expect([id, status, body.error]).toMatchObject([
      id,
      400,
      {
        code: 'VALIDATION_ERROR',
        details: expect.arrayContaining([
          expect.objectContaining({ path: 'never_heard_of', code: 'unrecognized_key' }),
        ]),
      },
    ]);
  });

  it.each(
    routes
      .filter(
        (route) => !bytesOf(route) && !foreignBodies.includes(route.id) && route.method !== 'GET',
      )
      .map((route) => [route.id, route] as const),
  )('%s refuses an unknown field by its name', async (id, route) => {
    const form = new FormData();
    form.append('never_heard_of', '1');
    form.append('file', new Blob(['x']), 'x.txt');
    const init =
      route.id === 'file.upload'
        ? { body: form, headers: anotherAddress() }
        : {
            body: '{"never_heard_of":1}',
            headers: { ...anotherAddress(), 'content-type': 'application/json' },
          };
    // The first fault is reported first.
    const query = route.id === 'auth.token' ? '?grant_type=password' : '';
    const { status, body } = await callerOf(route).send(route.method, pathOf(route) + query, init);
    expect([id, status, body.error]).toMatchObject([
      id,
      400,
      {
        code: 'VALIDATION_ERROR',
        details: expect.arrayContaining([
          expect.objectContaining({ path: 'never_heard_of', code: 'unrecognized_key' }),
        ]),
      },
    ]);
  });

  it('states whether its format is defined elsewhere', () => {
    const bodies = routes.filter(({ body }) => body && isForeign(body)).map(({ id }) => id);
    const queries = routes.filter(({ query }) => query && isForeign(query)).map(({ id }) => id);
    expect([bodies, queries]).toEqual([foreignBodies, foreignQueries]);
    const shared = routes.filter(({ tenant }) => tenant === 'address').map(({ id }) => id);
    expect(shared).toEqual(ownAddresses);
  });
});

interface Schema {
  type?: string;
  additionalProperties?: unknown;
}

describe('the OpenAPI document', () => {
  it('states for every map in a request whether it allows more fields', () => {
    const { paths, components } = openApiDocument(groups, server.url) as {
      paths: Record<string, Record<string, { operationId: string; requestBody?: object }>>;
      components: { schemas: Record<string, object> };
    };
    const open: string[] = [];
    const look = (id: string, node: unknown, seen: string[] = []): void => {
      if (Array.isArray(node)) for (const one of node) look(id, one, seen);
      if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
      const { $ref } = node as { $ref?: string };
      const name = $ref?.split('/').at(-1);
      if (name !== undefined && !seen.includes(name))
        look(id, components.schemas[name], [...seen, name]);
      if ((node as Schema).type === 'object' && !('additionalProperties' in node)) open.push(id);
      for (const [key, one] of Object.entries(node))
        if (key !== 'example' && key !== 'default') look(id, one, seen);
    };
    for (const operations of Object.values(paths))
      for (const { operationId, requestBody } of Object.values(operations))
        look(operationId, requestBody);
    expect([...new Set(open)].toSorted()).toEqual(
      [...foreignBodies, ...foreignFields].filter((id) => !openBodies.includes(id)).toSorted(),
    );
  });
});
