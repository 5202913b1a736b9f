import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../src/ground/errors.ts';
import { isForeign } from '../../src/ground/shapes/strict.ts';
import { validate } from '../../src/ground/shapes/validate.ts';
import { routes } from '../../src/groups/index.ts';
import { providers } from '../../src/groups/integrations/providers/providers.ts';
import { isPlatform, type Route } from '../../src/operations/route.ts';
import { platformClient } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, createUser, type SignedUp } from '../support/users.ts';

interface Place {
  path: PropertyKey[];
  schema: z.ZodType;
  /** Puts a value there, into a body that holds nothing besides. */
  around: (value: unknown) => unknown;
}
type Def = z.core.$ZodTypeDef & Record<string, never> & { type: string };

/** Every place of a schema, those within lists, maps and the shapes of unions too. */
function placesOf(schema: z.ZodType, at: Place, seen: z.ZodType[] = []): Place[] {
  if (seen.includes(schema) || isForeign(schema)) return [];
  const def = schema._zod.def as unknown as Def & {
    shape?: Record<string, z.ZodType>;
    element?: z.ZodType;
    innerType?: z.ZodType;
    valueType?: z.ZodType;
    options?: z.ZodType[];
    discriminator?: string;
    in?: z.ZodType;
    out?: z.ZodType;
    getter?: () => z.ZodType;
  };
  const next = (part: z.ZodType, place: Place) => placesOf(part, place, [...seen, schema]);
  const member = (name: PropertyKey, part: z.ZodType, wrap: (value: unknown) => unknown) =>
    next(part, {
      path: [...at.path, name],
      schema: part,
      around: (value) => at.around(wrap(value)),
    });
  const here: Place = { ...at, schema };
  switch (def.type) {
    case 'object':
      return [
        here,
        ...Object.entries(def.shape ?? {}).flatMap(([name, part]) =>
          member(name, part, (value) => ({ [name]: value })),
        ),
      ];
    case 'array':
      return [here, ...member(0, def.element as z.ZodType, (value) => [value])];
    case 'record':
      return [here, ...member('x', def.valueType as z.ZodType, (value) => ({ x: value }))];
    case 'union':
      return [here, ...(def.options ?? []).flatMap((one) => next(one, variant(at, one, def)))];
    case 'lazy':
      return next((def.getter as () => z.ZodType)(), at);
    case 'pipe':
      return def.in?._zod.def.type === 'transform' ? [here] : next(def.in as z.ZodType, at);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return next(def.innerType as z.ZodType, at);
    default:
      return [here];
  }
}

/** A shape of a union that a member tells apart from the others. */
function variant(at: Place, one: z.ZodType, { discriminator }: { discriminator?: string }): Place {
  const shape = (one._zod.def as { shape?: Record<string, z.ZodType> }).shape;
  const literal = shape?.[discriminator ?? '']?._zod.def as { values?: unknown[] } | undefined;
  if (!literal?.values) return at;
  const told = { [discriminator as string]: literal.values?.[0] };
  // A text stays what it is: its letters would be a hundred thousand members.
  return {
    ...at,
    around: (value) => at.around(typeof value === 'string' ? value : { ...told, ...Object(value) }),
  };
}

const wrong = [
  ...[null, true, 12.5, -1e9, '', '\u00a7 no such value', 'x'.repeat(100_000), [], {}, [[]], [{}]],
  ...[[null], { never_heard_of: 1 }, { type: 'no such' }, [{ type: 'no such' }], [-0.5, {}]],
  ...[{ '\u00a7 odd': 1 }, Array.from({ length: 10_001 }, () => 0)],
];
/** For the report, made once: some are long, and each goes to thousands of places. */
const shown = wrong.map((value) => JSON.stringify(value).slice(0, 80));
const unhelpful = /^$|undefined|\[object|^Invalid|expected|another format|\n/;

interface Fault {
  path: string;
  message: string;
}
const faultsOf = (schema: z.ZodType, value: unknown): Fault[] => {
  try {
    validate(schema, value, 'body');
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { details } = error.extras as { details?: Fault[] };
    return details ?? [{ path: String(error.extras?.param), message: error.message }];
  }
};
const text = (path: PropertyKey[]) =>
  path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at ? '.' : ''}${String(step)}`))
    .join('');

function check(id: string, schema: z.ZodType, place: Place): void {
  const bad = wrong.flatMap((value, n) =>
    faultsOf(schema, place.around(value))
      .filter(({ path, message }) => unhelpful.test(message) || typeof path !== 'string' || !path)
      .map((fault) => [shown[n], fault]),
  );
  expect([id, text(place.path), bad]).toEqual([id, text(place.path), []]);
}

const root = (schema: z.ZodType): Place => ({ path: [], schema, around: (value) => value });
const bodies = routes.filter(({ body }) => body && !isForeign(body));

const server = useServer({ TRUSTED_PROXIES: '127.0.0.1', SELF_SERVE: 'on' });
const api = useTenant(server);
let user: SignedUp;
beforeAll(async () => {
  user = await createUser(api);
});
const callerOf = (route: Route) => {
  if (isPlatform(route)) return platformClient(server);
  return route.scope === 'user' ? user.client : api;
};
const pathOf = ({ path }: Route) => path.replace(':version_number', '1').replace(/:\w+/g, 'x');

const unions = bodies.flatMap((route) =>
  placesOf(route.body as z.ZodObject, root(route.body as z.ZodObject))
    .filter(({ schema }) => schema._zod.def.type === 'union')
    .map((place) => [`${text(place.path)} of ${route.id}`, route, place] as const),
);

describe('a value that fits none of several shapes', () => {
  it.each(unions)('%s: is refused by its path, with what is allowed', async (_, route, place) => {
    for (const value of [12.5, 'no such value', [12.5], { never_heard_of: 1 }, {}]) {
      const here = text(place.path);
      if (
        faultsOf(route.body as z.ZodType, place.around(value)).every(
          ({ path }) => !isAt(path, here),
        )
      )
        continue;
      const { status, body } = await callerOf(route).send(route.method, pathOf(route), {
        headers: { ...anotherAddress(), 'content-type': 'application/json' },
        body: JSON.stringify(place.around(value)),
      });
      expect([status, body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
      const faults = (body.error.details as Fault[]).filter(({ path }) => isAt(path, here));
      expect(faults).not.toEqual([]);
      for (const { message } of body.error.details) expect(message).not.toMatch(unhelpful);
    }
  });

  it('of an integration’s paging is told the styles there are', async () => {
    const type = (await api.post('/v1/object-types', { name: 'paged' })).body.data.id;
    const create = (paging: unknown) =>
      api.post('/v1/integrations', {
        name: 'pages',
        provider: 'http_json',
        object_type_id: type,
        config_json: { url: 'https://example.com/records', paging },
      });
    const { status, body } = await create({ style: 'offset' });
    expect([status, body.error.details]).toEqual([
      400,
      [
        {
          path: 'config_json.paging.style',
          code: 'invalid_union',
          message: 'must be one of cursor, page, link, next_url',
        },
      ],
    ]);
    expect((await create({})).body.error.message).toBe(
      'config_json.paging.style: is required, and must be one of cursor, page, link, next_url',
    );
    expect((await create({ style: 'cursr' })).body.error.message).toBe(
      'config_json.paging.style: must be one of cursor, page, link, next_url; did you mean `cursor`?',
    );
  });

  it('but has the kind of one of them, is measured by that one', async () => {
    const send = async (to: unknown) =>
      (await api.post('/v1/email/send', { to, subject: 's', text: 't' })).body.error.details;
    expect(await send(['a@example.com', 'nothing'])).toEqual([
      { path: 'to[1]', code: 'custom', message: expect.stringContaining('email address') },
    ]);
    expect(await send('nothing')).toEqual([
      { path: 'to', code: 'custom', message: expect.stringContaining('email address') },
    ]);
    expect(await send(7)).toEqual([
      { path: 'to', code: 'invalid_union', message: 'must be a string, or a list' },
    ]);
  });
});

const isAt = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`);

// Last, because it keeps the thread busy for seconds, in which connections are closed.
describe('refused requests', () => {
  it.each(bodies.map((route) => [route.id, route.body as z.ZodObject] as const))(
    'in the body of %s is said in words',
    (id, body) => {
      for (const place of placesOf(body, root(body))) check(id, body, place);
    },
  );

  it.each(
    routes.flatMap(({ id, query }) => (query && !isForeign(query) ? [[id, query] as const] : [])),
  )('in the query of %s is said in words', (id, query) => {
    for (const place of placesOf(query, root(query))) check(id, query, place);
  });

  it.each(Object.values(providers).map((one) => [one.name, one.config] as const))(
    'in the config_json of an integration with %s is said in words',
    (name, config) => {
      const shape = z.object({ config_json: config });
      for (const place of placesOf(shape, root(shape))) check(name, shape, place);
    },
  );
});
