import type pg from 'pg';
import type { SamlOptions } from 'samlp';
import { expect, inject } from 'vitest';
import type { TenantClient } from '../support/api.ts';
import type { Begun, IdentityProvider } from '../support/saml-idp.ts';
import { begin, landed, post } from './support.ts';

/** Every possible trace of a sign-in; on a cluster, whose database other tests use meanwhile, in its tenant. */
async function traces(db: pg.Pool, { tenant }: TenantClient) {
  const where = inject('server').isCluster ? 'tenant_id = $1' : '$1::text is not null';
  const { rows } = await db.query(
    `select (select json_agg(row_to_json(i) order by i.id) from app.identities i where ${where}) as identities,
       (select count(*) from app.users where ${where}) as users,
       (select count(*) from app.auth_challenges where ${where} and kind = 'code') as codes,
       (select count(*) from app.saml_assertions where ${where}) as assertions`,
    [tenant.id],
  );
  return rows[0];
}

export interface Attack {
  /** The response requested from the identity provider. */
  changes?: Partial<SamlOptions>;
  /** Its change on the way; unchanged when left out. */
  forge?(xml: string, begun: Begun): string | Promise<string>;
}

/** The victim: a tenant that trusts an identity provider. */
export interface Target {
  db: pg.Pool;
  api: TenantClient;
  idp: IdentityProvider;
}

/**
 * Begins a sign-in and ends it with what an attack has made of the response: the application is told no, and nothing
 * is left of it.
 * @returns what the application is told
 */
export async function attack(
  { db, api, idp }: Target,
  { changes = {}, forge = (xml) => xml }: Attack,
): Promise<string> {
  const before = await traces(db, api);
  const begun = await begin(api);
  const xml = await forge(await idp.respond(begun, changes), begun);
  const query = landed(await post(api, xml, begun.relayState));
  expect(query).toMatchObject({ error: 'access_denied', error_code: 'INVALID_CREDENTIALS' });
  expect(await traces(db, api)).toEqual(before);
  return query.error_description as string;
}
