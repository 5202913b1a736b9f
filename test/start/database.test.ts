import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';

describe('a test database', () => {
  it('lets the API log in and become a tenant, and nothing more', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.apiUrl });
    await client.connect();
    await client.query('set role insula_tenant');
    await client.query('reset role');
    await expect(client.query('set role insula_owner')).rejects.toThrow(/permission denied/);
    await expect(client.query('create temporary table t (a int)')).rejects.toThrow(/permission/);
    await client.end();
    await database.drop();
  });

  it('fails a test that leaves a connection open', async () => {
    const database = await createTestDatabase('empty');
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => {});
    await client.connect();
    await expect(database.drop()).rejects.toThrow('connections left open');
    await client.end();
  });
});
