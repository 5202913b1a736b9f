import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { readsOnly } from '../../src/operations/functions.ts';
import { functionOf, isPlatform, mutates, type Route } from '../../src/operations/route.ts';
import { sources } from '../structure/sources.ts';
import { column, ownSchemas, runtimeRoles } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { counting, definers } from './definers.ts';

interface Fn {
  schema: string;
  name: string;
  signature: string;
  returns: string;
  volatility: 'i' | 's' | 'v';
  isDefiner: boolean;
  settings: string[] | null;
  owner: string;
  comment: string | null;
}

/** The functions of extensions, in the schema ext that no one may use, are not granted by Insula. */
const notOfExtension = `not exists (
  select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')`;

let database: TestDatabase;
let functions: Fn[];
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.db.query(
    `select pronamespace::regnamespace::text as schema, proname as name, provolatile as volatility,
       prosecdef as "isDefiner", proconfig as settings, proowner::regrole::text as owner,
       pg_get_function_arguments(p.oid) as signature, prorettype::regtype::text as returns,
       obj_description(p.oid) as comment
     from pg_proc p where pronamespace = any ($1::regnamespace[]) and ${notOfExtension} order by 1, 2`,
    [ownSchemas],
  );
  functions = rows;
});
afterAll(() => database.drop());

const named = (list: Fn[]) => list.map(({ schema, name }) => `${schema}.${name}`);

const platformDefiners = definers['62_fleet'].filter((name) => !counting.includes(name));
const ofProcesses = [
  ...definers['30_auth'],
  ...counting,
  ...definers['40_gateway'],
  ...definers['70_worker'],
];

describe('every SQL function', () => {
  it('has a comment and only one signature', () => {
    expect(functions.length).toBeGreaterThan(100);
    expect(named(functions.filter((one) => !one.comment))).toEqual([]);
    expect(named(functions)).toEqual([...new Set(named(functions))]);
  });

  it('belongs to insula_owner', () => {
    expect(named(functions.filter((one) => one.owner !== 'insula_owner'))).toEqual([]);
  });

  it('runs with its caller’s rights, except a short list with a fixed search_path', () => {
    const running = functions.filter((one) => one.isDefiner);
    expect(named(running)).toEqual(Object.values(definers).flat().toSorted());
    for (const { settings } of running) expect(settings).toContain('search_path=""');
  });
});

describe('the functions that run as their owner', () => {
  /** `schema.name` of the definers that a file makes. */
  const madeBy = (text: string) =>
    [...text.matchAll(/function (\w+\.\w+)[^$]*?security definer[^$]*?\$(?:body)?\$/g)].map(
      ([, name = '']) => name,
    );

  it('lie in the folders where they may be', () => {
    const found = [...sources('sql/**/*.sql')].flatMap(([path, text]) =>
      madeBy(text).map((name) => [path.split('/')[1], name] as const),
    );
    const byFolder = Object.groupBy(found, ([folder = '']) => folder);
    const names = Object.entries(byFolder).map(([folder, all = []]) => [
      folder,
      all.map(([, name]) => name).toSorted(),
    ]);
    expect(Object.fromEntries(names)).toEqual(definers);
  });
});

/** Names that processes of 1.0.0 call: sql/50_api/transactions/acts_of_1_0.sql, sql/60_platform/books/names_of_1_0.sql. */
const ofEarlier = [
  ...['ai_act', 'dashboard_act', 'function_act', 'report_act'].map((name) => `api.${name}`),
  ...['create', 'delete', 'export', 'get', 'list', 'summary', 'update'].map(
    (verb) => `platform.accounting_record_${verb}`,
  ),
];

describe('an operation that only looks, by its row', () => {
  it('changes nothing: when a later step of its request fails, nothing was done', () => {
    const looking = functions.filter(
      ({ schema, name }) => ['api', 'platform'].includes(schema) && readsOnly(name),
    );
    expect(looking.length).toBeGreaterThan(50);
    expect(named(looking.filter(({ volatility }) => volatility === 'v'))).toEqual([]);
    const others = functions.filter(
      ({ schema, name }) => ['api', 'platform'].includes(schema) && !readsOnly(name),
    );
    const still = named(others.filter(({ volatility }) => volatility !== 'v'));
    expect(still.filter((name) => !ofEarlier.includes(name))).toEqual([]);
  });
});

describe('the functions that may be executed', () => {
  const executable = (role: string) =>
    column(
      database.db,
      `select pronamespace::regnamespace || '.' || proname from pg_proc p
       where pronamespace = any ($2::regnamespace[]) and ${notOfExtension} and has_function_privilege($1, p.oid, 'execute')
         and ($1 = 'public' or has_schema_privilege($1, pronamespace, 'usage'))
       order by 1`,
      [role, ownSchemas],
    );
  const inSchemas = (...schemas: string[]) =>
    named(functions.filter((one) => schemas.includes(one.schema)));

  it('by public: none', async () => {
    expect(await executable('public')).toEqual([]);
    expect(
      await column(
        database.db,
        `select nspname from pg_namespace where nspname = any ($1)
           and has_schema_privilege('public', oid, 'usage')`,
        [[...ownSchemas, 'graphile_worker', 'graphile_migrate']],
      ),
    ).toEqual([]);
  });

  it('by insula_api: the gateway, and the credential checks that the gateway calls', async () => {
    expect(await executable('insula_api')).toEqual(
      [
        ...definers['30_auth'],
        ...counting,
        'auth.admit',
        'auth.platform_principal',
        ...inSchemas('gateway'),
      ].toSorted(),
    );
  });

  it('by insula_tenant: its operations and engines, nothing of the platform, the worker or the checks', async () => {
    const may = await executable('insula_tenant');
    expect(may).toEqual(expect.arrayContaining(inSchemas('api')));
    for (const none of [...inSchemas('platform', 'worker'), ...ofProcesses, ...platformDefiners])
      expect(may).not.toContain(none);
    expect(may).not.toContain('gateway.call');
    expect(may).not.toContain('gateway.call_platform');
    expect(may).not.toContain('gateway.dispatch_platform');
  });

  it('by insula_platform: its operations and engines, nothing of the tenants', async () => {
    const may = await executable('insula_platform');
    expect(may).toEqual(expect.arrayContaining([...inSchemas('platform'), ...platformDefiners]));
    for (const none of [...inSchemas('api', 'worker'), ...ofProcesses, 'gateway.dispatch'])
      expect(may).not.toContain(none);
  });

  it('by insula_worker: its jobs and engines, no operations', async () => {
    const may = await executable('insula_worker');
    expect(may).toEqual(expect.arrayContaining(inSchemas('worker')));
    for (const none of inSchemas('api', 'platform', 'gateway', 'auth'))
      expect(may).not.toContain(none);
  });

  it('only by the owner: those that create partitions or set what plans assume', async () => {
    for (const role of runtimeRoles) {
      const names = await executable(role);
      expect(names).not.toContain('app.journal_partitions_ensure');
      expect(names).not.toContain('app.statistics_ensure');
    }
  });
});

describe('operations and routes', () => {
  const schemaOf = (scope: Route['scope']) => (isPlatform({ scope }) ? 'platform' : 'api');

  it('are one to one', () => {
    const operations = functions.filter(({ schema }) => schema === 'api' || schema === 'platform');
    // A handler may call further functions beside its route's own.
    const fromRoutes = routes.flatMap((route) =>
      [
        ...(route.isComposed ? [] : [functionOf(route)]),
        ...(route.operations ?? []),
        ...(route.looks ?? []),
      ].map((name) => `${schemaOf(route.scope)}.${name}`),
    );
    expect([...fromRoutes, ...ofEarlier].toSorted()).toEqual(named(operations));
  });

  it('take the same arguments and return json', () => {
    for (const { schema, name, signature, returns } of functions) {
      if (schema !== 'api' && schema !== 'platform') continue;
      expect([name, signature, returns]).toEqual([
        name,
        schema === 'api' ? 'tenant text, args jsonb' : 'args jsonb',
        'json',
      ]);
    }
  });

  const ownFunction = routes.filter((route) => !route.isComposed);

  it.each(ownFunction.map((route) => [route.id, route] as const))('%s agree', (_, route) => {
    const operation = functions.find(
      (one) => one.schema === schemaOf(route.scope) && one.name === functionOf(route),
    );
    const [line = ''] = operation?.comment?.split('\n') ?? [];
    // Where Node has a part the function does only the rest: its comment says which, in the third person.
    if (route.handler || route.before || route.after) {
      expect(line).toMatch(/^[A-Z][a-z]+s\b/);
      expect(line).not.toBe(route.summary);
    } else expect(line).toBe(route.summary);
    // PostgreSQL itself refuses a write behind a GET. Reads may also use POST.
    expect(operation?.volatility).toBe(mutates(route) ? 'v' : 's');
  });
});
