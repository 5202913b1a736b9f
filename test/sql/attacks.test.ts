import { expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';
import { attacks, bombs } from './attacks.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
const marker = 'canary-7f3a';

it('refuses each attack, and never reveals data of another tenant', async () => {
  expect(attacks.length).toBeGreaterThan(80);
  for (const tenant of [api, other]) await tenant.post('/v1/object-types', { name: 'contacts' });
  await other.post('/v1/objects/contacts', { properties: { name: marker } });
  const wrong = [];
  for (const [title, sql, status] of attacks) {
    const answer = await api.post('/v1/sql', { sql });
    const isRight =
      answer.status === status &&
      answer.body.error.code === (status === 403 ? 'FORBIDDEN' : 'SQL_ERROR');
    if (!isRight || JSON.stringify(answer.body).includes(marker))
      wrong.push([title, sql, status, answer.status, answer.body.error?.message]);
  }
  expect(wrong).toEqual([]);
});

it('ends what would not end by itself with 504, and answers the next statement', async () => {
  const ended = await Promise.all(
    bombs.map(async ([title, sql]) => [title, (await api.post('/v1/sql', { sql })).status]),
  );
  expect(ended).toEqual(bombs.map(([title, , status]) => [title, status]));
  const next = await api.post('/v1/sql', { sql: 'select 1 as one' });
  expect(next.body.data.rows).toEqual([{ one: 1 }]);
});

it('answers at most 1,000 rows and 5 MB, and reports that there is more', async () => {
  const many = await api.post('/v1/sql', { sql: 'select n from generate_series(1, 5000) n' });
  expect([many.body.data.row_count, many.body.data.truncated]).toEqual([1000, true]);
  const exactly = await api.post('/v1/sql', { sql: 'select n from generate_series(1, 1000) n' });
  expect([exactly.body.data.row_count, exactly.body.data.truncated]).toEqual([1000, false]);
  const long = `select n, (select string_agg(md5(x::text), '') from generate_series(1, 1000) x) from generate_series(1, 1000) n`;
  const large = await api.post('/v1/sql', { sql: long });
  expect([large.status, large.body.data.truncated]).toEqual([200, true]);
  expect(JSON.stringify(large.body.data.rows).length).toBeLessThan(5_100_000);
  const one = await api.post('/v1/sql', {
    sql: `select string_agg(md5(n::text), '') from generate_series(1, 600000) n`,
  });
  expect([one.status, one.body.data.row_count, one.body.data.truncated]).toEqual([200, 0, true]);
});
