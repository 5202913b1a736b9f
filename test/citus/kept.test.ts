import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseUrls } from '../../src/db/urls.ts';
import { type KeyToken, parseKey } from '../../src/operations/credential.ts';
import { good } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { addressAt } from '../support/at-tenant.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

describe('a node keeps the statements of a read for a tenant, and', () => {
  let api: TenantClient;
  let object: string;
  /** A connection of the API process to the node. */
  let client: pg.Client;
  beforeEach(async () => {
    ({ api, object } = await tenantWith('first'));
    const { databaseUrl, encryptionKey } = server.config;
    const urls = databaseUrls(databaseUrl as string, encryptionKey);
    client = new pg.Client({
      connectionString: await addressAt(server.db, api.tenant.id, urls.api),
    });
    await client.connect();
  });
  afterEach(() => client.end());

  async function tenantWith(title: string): Promise<{ api: TenantClient; object: string }> {
    const made = await createTenant(server);
    await good(made.post('/v1/object-types', { name: 'notes' }));
    const { id } = await good(made.post('/v1/objects/notes', { properties: { title } }));
    return { api: made, object: id };
  }

  const kept = async () =>
    (
      await client.query(
        `select count(*)::int as n from pg_prepared_statements
        where from_sql and starts_with(name, $1)`,
        [api.tenant.id],
      )
    ).rows[0].n;

  /** @returns the object's title and version, or the code of the refusal */
  async function read(
    from = api,
    id = object,
    type = 'notes',
    tenant = from.tenant.id,
  ): Promise<unknown> {
    const { handle, secretHash: hash } = parseKey(from.token) as KeyToken;
    const who = { handle, hash, scope: 'read', permission: 'objects:read' };
    const credential = { ...who, request_id: 'req_test', ip: '127.0.0.1' };
    return client
      .query('select gateway.call($1, $2, $3, $4) as body', [
        tenant,
        credential,
        'object_get',
        { object_type_id: type, object_id: id },
      ])
      .then(({ rows }) => [rows[0].body.data.properties.title, rows[0].body.data.version])
      .catch((error: pg.DatabaseError) => error.code);
  }

  it('answers what is there now', async () => {
    expect([await read(), await read(), await kept()]).toEqual([['first', 1], ['first', 1], 4]);
    await good(api.patch(`/v1/objects/notes/${object}`, { properties: { title: 'second' } }));
    expect(await read()).toEqual(['second', 2]);
    await good(api.patch('/v1/object-types/notes', { name: 'papers' }));
    expect([await read(), await read(api, object, 'papers')]).toEqual(['PT404', ['second', 2]]);
    await good(api.delete(`/v1/objects/papers/${object}`));
    expect(await read(api, object, 'papers')).toBe('PT404');
    expect(await kept()).toBe(4);
  });

  it('refuses a revoked key at once', async () => {
    expect(await read()).toEqual(['first', 1]);
    const other = await api.withKey(['read']);
    expect(await read({ ...api, token: other.token })).toEqual(['first', 1]);
    await good(api.delete(`/v1/keys/${other.keyId}`));
    expect([await read({ ...api, token: other.token }), await read()]).toEqual([
      'PT401',
      ['first', 1],
    ]);
  });

  it('shows each tenant its own', async () => {
    const others = await tenantWith('theirs');
    expect([await read(), await read(others.api, others.object)]).toEqual([
      ['first', 1],
      ['theirs', 1],
    ]);
    expect([await read(others.api, object), await read(api, others.object)]).toEqual([
      'PT404',
      'PT404',
    ]);
  });

  it('keeps them through a transaction that fails', async () => {
    await client.query('begin');
    expect(await read(api, 'obj_missing')).toBe('PT404');
    await client.query('rollback');
    expect(await kept()).toBe(4);
    expect([await read(), await read(), await kept()]).toEqual([['first', 1], ['first', 1], 4]);
  });

  it('keeps no more than 200 on a connection', async () => {
    for (let n = 0; n < 199; n++) await client.query(`prepare other_${n} as select 1`);
    expect([await read(), await read(), await kept()]).toEqual([['first', 1], ['first', 1], 1]);
  });

  it('keeps nothing for a tenant that is not there', async () => {
    // Of several, some would live on this node.
    for (const digit of '01234567')
      expect(await read(api, object, 'notes', `ten_${digit.repeat(32)}`)).toBe('PT401');
    expect((await client.query('select from pg_prepared_statements where from_sql')).rowCount).toBe(
      0,
    );
  });
});
