import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/process/app.ts';
import { createClient } from '../support/api.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase({ LOG_LEVEL: 'trace' });
const api = useTenant(server);

/** Every row of every table, as text. */
async function dump(db: pg.Pool): Promise<string> {
  const { rows: tables } = await db.query(
    `select format('%I.%I', nspname, relname) as name from pg_class c
       join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname in ('app', 'graphile_worker', 'private', 'graphile_migrate')`,
  );
  const texts = tables.map(async ({ name }) => {
    const { rows } = await db.query(
      `select coalesce(string_agg(t::text, E'\\n'), '') as text from ${name} t`,
    );
    return rows[0].text as string;
  });
  return (await Promise.all(texts)).join('\n');
}

describe('the secret of a key', () => {
  it('is stored nowhere once it was shown: no table, response or log line contains it', async () => {
    const key = await api.withKey(['read', 'auth'], { label: 'Watched' });
    const { token: rotated } = (await key.post(`/v1/keys/${key.keyId}/rotate`)).body.data;
    const user = api.as(rotated);
    await user.get('/v1/object-types');
    await key.get('/v1/object-types');
    await user.get(`/v1/object-types?token=${rotated}`);
    await user.post('/v1/object-types', { name: 'x' });
    const listed = JSON.stringify((await user.get('/v1/keys')).body);

    const rows = await dump(server.db);
    expect(rows).toContain('Watched');
    expect(server.logLines.length).toBeGreaterThan(5);
    const everything = rows + server.logLines.join('') + listed;
    for (const token of [api.token, key.token, rotated]) {
      const secret = token.slice(-49, -6);
      expect(secret).toHaveLength(43);
      expect(everything).not.toContain(secret);
    }
  });
});

describe('a token that cannot be valid', () => {
  const handle = 'A'.repeat(12);
  const junk = (token: string): [string, string][] => [
    ['is junk', 'hello'],
    ['has a typing error', token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['has lost its end', token.slice(0, -1)],
    ['has something behind it', `${token}x`],
    ['names another tenant', token.replace(/ins_[0-9a-f]{32}/, `ins_${'0'.repeat(32)}`)],
    ['names another key', token.replace(/_[0-9A-Za-z]{12}_/, `_${handle}_`)],
    ['is in capitals', token.toUpperCase()],
    ['is 8,000 characters long', 'x'.repeat(8000)],
  ];

  it('is refused before the database does any work', async () => {
    // A server whose database is away can answer only what it needs no database for.
    const pool = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 1000 });
    const app = createApp({ config: server.config, pool, log: pino({ level: 'silent' }) });
    await new Promise<void>((resolve) => app.server.listen(0, '127.0.0.1', resolve));
    const { port } = app.server.address() as { port: number };
    const away = createClient({ url: `http://127.0.0.1:${port}` });
    for (const [why, token] of junk(api.token)) {
      const { status, body } = await away.as(token).get('/v1/object-types');
      expect([status, body.error.code], why).toEqual([401, 'INVALID_TOKEN']);
    }
    expect((await away.as(api.token).get('/v1/object-types')).status).toBe(503);
    await app.close();
    await pool.end();
  });

  it('is refused with the same message, whatever is wrong with it', async () => {
    const answers = await Promise.all(
      junk(api.token).map(async ([, token]) => (await api.as(token).get('/v1/keys')).body.error),
    );
    expect(new Set(answers.map((error) => JSON.stringify(error))).size).toBe(1);
  });

  it.each([
    ['no header', undefined],
    ['another scheme', 'Basic aW5zOng='],
    ['a scheme in lower case', 'bearer TOKEN'],
    ['no token', 'Bearer '],
    ['two tokens', 'Bearer TOKEN TOKEN'],
    ['the bare token', 'TOKEN'],
  ])('is refused with a hint how to send one: %s', async (_, header) => {
    const headers = { authorization: header?.replaceAll('TOKEN', api.token) };
    const {
      status,
      headers: got,
      body,
    } = await api.as(undefined).get('/v1/keys', undefined, headers);
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(got.get('www-authenticate')).toMatch(/^Bearer/);
  });
});
