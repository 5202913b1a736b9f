import { decodeJwt } from 'jose';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseUrls } from '../../src/db/urls.ts';
import { routes } from '../../src/groups/index.ts';
import { type KeyToken, parseKey } from '../../src/operations/credential.ts';
import { functionOf, isPlatform, permissionOf, type Route } from '../../src/operations/route.ts';
import { createTenant } from '../support/api.ts';
import { addressAt } from '../support/at-tenant.ts';
import { takesAnyId } from '../support/operations.ts';
import { seedAccount } from '../support/seed-identity.ts';
import { seedDeadLetter } from '../support/seed-jobs.ts';
import { absentId, type SeededTenant, seedTenant } from '../support/seed-tenant.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';

const server = useOwnDatabase();
const ours = useTenant(server);
let their: SeededTenant;
let signedUp: SignedUp;
beforeAll(async () => {
  await seedTenant(ours, 'ours');
  signedUp = await signUp(ours);
  const theirs = await createTenant(server);
  their = await seedTenant(theirs, 'theirs');
  their.msg_id = await seedDeadLetter(server.db, theirs.tenant.id, 'theirs');
  their.identity_id = await seedAccount(server.db, theirs.tenant.id, their.user_id, 'theirs');
});

interface Trace {
  /** SQLSTATE, or `ok`. */
  ending: string;
  /** Each function that was entered, with how often it returned. */
  functions: string[];
}

/** On a connection of their own, which no other call counts on: making one for each takes longer than the calls. */
let client: pg.Client;
beforeAll(async () => {
  const { databaseUrl, encryptionKey } = server.config;
  const { api } = databaseUrls(databaseUrl as string, encryptionKey);
  client = new pg.Client({ connectionString: await addressAt(server.db, ours.tenant.id, api) });
  await client.connect();
  return () => client.end();
});

/** The work of PostgreSQL for a call: counts begin at zero. */
async function trace(route: Route, args: object): Promise<Trace> {
  const { tenant, handle, secretHash } = parseKey(ours.token) as KeyToken;
  const { sub: user, sid: session } = decodeJwt(signedUp.session.access_token);
  const credential = {
    ...(route.scope === 'user' ? { user, session } : { handle, hash: secretHash }),
    scope: route.scope,
    permission: permissionOf(route),
    request_id: 'req_test',
    ip: '127.0.0.1',
  };
  const call = async () => {
    await client.query('savepoint call');
    const ending = await client
      .query('select gateway.call($1, $2, $3, $4)', [tenant, credential, functionOf(route), args])
      .then(() => 'ok')
      .catch((error: pg.DatabaseError) => error.code ?? error.message);
    await client.query('rollback to savepoint call');
    return ending;
  };
  // The first time, functions are also entered for planning; those counts go to the statistics of all.
  await client.query('begin');
  await call();
  await client.query('select pg_stat_force_next_flush()');
  await client.query('rollback');

  await client.query('begin');
  const ending = await call();
  const { rows } = await client.query(
    `select schemaname || '.' || funcname || ' ' || calls as entry
     from pg_stat_xact_user_functions order by 1`,
  );
  await client.query('rollback');
  return { ending, functions: rows.map(({ entry }) => entry) };
}

describe('the statements that PostgreSQL runs', () => {
  // Same functions, same number of calls, same end: a difference in time could only come from what they read.
  it('are the same for another tenant’s id as for an unknown one', async () => {
    let compared = 0;
    for (const route of routes) {
      const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      if (isPlatform(route) || route.scope === 'public' || names.length === 0) continue;
      if (takesAnyId(route)) continue;
      const run = (idOf: (name: keyof SeededTenant) => string) =>
        trace(route, {
          limit: 20,
          ...(route.example?.body as object),
          ...Object.fromEntries(names.map((name) => [name, idOf(name as keyof SeededTenant)])),
        });
      const real = await run((name) => their[name]);
      const absent = await run((name) => absentId(their[name]));
      expect([route.id, real]).toEqual([route.id, absent]);
      expect([route.id, real.ending]).toEqual([route.id, 'PT404']);
      const check = route.scope === 'user' ? 'auth.authenticate_user' : 'auth.authenticate';
      expect(real.functions).toContain(`${check} 1`);
      expect(
        real.functions.some((entry) => /^app\.(not_found|object_type_missing) /.test(entry)),
      ).toBe(true);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
  });
});
