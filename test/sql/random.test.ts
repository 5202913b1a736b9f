import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { changes, reads } from './random-statements.ts';

/** How many statements; `SQL_STATEMENTS=10000 SQL_SEED=7 npm test -- test/sql/random` for more, and for others. */
const count = Number(process.env.SQL_STATEMENTS ?? 500);
const seed = Number(process.env.SQL_SEED ?? 1);

const server = useServer();
const marker = 'canary-3f1b';
let api: TenantClient;
let other: TenantClient;

const properties = {
  name: 'string',
  size: 'number',
  price: 'currency',
  open: 'boolean',
  day: 'date',
  tags: 'array',
  extra: 'json',
  state: 'string',
};
const words = ['a', 'ab', 'b', "O'Hara", '%', 'é'];

async function fill(client: TenantClient, mark: (text: string) => string): Promise<void> {
  for (const name of ['things', 'parts']) {
    await client.post('/v1/object-types', { name });
    for (const [property, data_type] of Object.entries(properties))
      await client.post(`/v1/object-types/${name}/properties`, {
        name: property,
        data_type,
        is_indexed: property === 'name' || property === 'size',
      });
    const objects = Array.from({ length: 30 }, (_, n) => ({
      properties: {
        ...(n % 7 === 0 ? {} : { name: mark(words[n % words.length] as string) }),
        ...(n % 5 === 0 ? {} : { size: (n % 9) - 2 }),
        ...(n % 3 === 0 ? { open: n % 2 === 0 } : {}),
        ...(n % 4 === 0 ? { day: `2026-01-0${(n % 9) + 1}`, tags: [mark('t'), n] } : {}),
        ...(n % 6 === 0
          ? { price: { amount: `${n}.50`, currency: 'EUR' }, extra: { a: mark('x') } }
          : {}),
        state: mark(n % 2 === 0 ? 'even' : 'odd'),
      },
    }));
    expect((await client.post(`/v1/objects/${name}/batch/create`, { objects })).status).toBe(201);
  }
}

beforeAll(async () => {
  api = await createTenant(server);
  other = await createTenant(server);
  await fill(api, (text) => text);
  await fill(other, (text) => `${marker} ${text}`);
  await other.post('/v1/object-types', { name: 'canary-type', display_name: marker });
  await createUser(other, { email: `${marker}@example.com` });
  await other.post('/v1/events', { event_type: marker, data: { marker } });
});

const placeholdersIn = (sql: string) => [...sql.matchAll(/\$([1-3])/g)].map(([, n]) => Number(n));

/** Sends statements, a few at a time. */
async function sendAll(statements: string[], more: object): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const queue = [...statements];
  const work = async () => {
    for (let sql = queue.pop(); sql !== undefined; sql = queue.pop()) {
      const { status, body } = await api.post('/v1/sql', {
        sql,
        params: ['a', 1, null].slice(0, Math.max(0, ...placeholdersIn(sql))),
        ...more,
      });
      const said = JSON.stringify(body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (![200, 400, 403, 409, 504].includes(status) || said.includes(marker))
        throw new Error(`${sql}\n${status} ${said.slice(0, 500)}`);
    }
  };
  await Promise.all([work(), work(), work()]);
  return statuses;
}

describe('any statement', () => {
  it('gets an answer or a refusal, and nothing of another tenant', {
    timeout: 600_000,
  }, async () => {
    const statuses = await sendAll(fc.sample(reads, { numRuns: count, seed }), {});
    // Were all refused, nothing would have been tried.
    expect(statuses.get(200)).toBeGreaterThan(count / 50);
  });

  it('that changes something gets an answer or a refusal, and nothing of another tenant', {
    timeout: 600_000,
  }, async () => {
    const before = await other.post('/v1/objects/things/search', { limit: 100 });
    await sendAll(fc.sample(changes, { numRuns: Math.ceil(count / 4), seed }), {
      allow_write: true,
    });
    expect((await other.post('/v1/objects/things/search', { limit: 100 })).body.data).toEqual(
      before.body.data,
    );
  });
});

interface Condition {
  filter: object;
  sql: string;
}
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const leaf = (property: string, operator: string, value: unknown, sql: string): Condition => ({
  filter: { property, operator, value },
  sql,
});

const word = fc.constantFrom(...words);
const number = fc.integer({ min: -3, max: 8 });
const day = fc.integer({ min: 1, max: 9 }).map((n) => `2026-01-0${n}`);
const leaves = fc.oneof(
  word.map((w) => leaf('name', 'eq', w, `name = ${quoted(w)}`)),
  word.map((w) => leaf('name', 'neq', w, `name is distinct from ${quoted(w)}`)),
  word.map((w) => leaf('name', 'contains', w, `strpos(name, ${quoted(w)}) > 0`)),
  word.map((w) => leaf('name', 'starts_with', w, `starts_with(name, ${quoted(w)})`)),
  fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((some) => leaf('name', 'in', some, `name in (${some.map(quoted).join(', ')})`)),
  fc
    .array(number, { minLength: 1, maxLength: 3 })
    .map((some) => leaf('size', 'nin', some, `coalesce(size not in (${some.join(', ')}), true)`)),
  number.map((n) => leaf('size', 'eq', n, `size = ${n}`)),
  ...(['gt', 'gte', 'lt', 'lte'] as const).flatMap((operator, i) => {
    const sign = ['>', '>=', '<', '<='][i];
    return [
      number.map((n) => leaf('size', operator, n, `size ${sign} ${n}`)),
      day.map((d) => leaf('day', operator, d, `day ${sign} '${d}'`)),
    ];
  }),
  fc
    .tuple(number, number)
    .map((two) => leaf('size', 'between', two, `size between ${two[0]} and ${two[1]}`)),
  fc.boolean().map((b) => leaf('open', 'eq', b, `open = ${b}`)),
  fc.boolean().map((b) => leaf('size', 'is_null', b, `size is ${b ? '' : 'not '}null`)),
);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => {
  const group = fc.array(tie('condition'), { minLength: 1, maxLength: 3 });
  return {
    condition: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      { weight: 4, arbitrary: leaves },
      ...(['and', 'or'] as const).map((word) => ({
        weight: 1,
        arbitrary: group.map((parts) => ({
          filter: { [word]: parts.map(({ filter }) => filter) },
          sql: `(${parts.map(({ sql }) => sql).join(` ${word} `)})`,
        })),
      })),
      {
        weight: 1,
        arbitrary: tie('condition').map(({ filter, sql }) => ({
          filter: { not: filter },
          sql: `(${sql}) is not true`,
        })),
      },
    ),
  };
});

describe('the same question', () => {
  it('has the same answer as in a search and an aggregate', { timeout: 600_000 }, async () => {
    const parts = async (sql: string) => {
      const { status, body } = await api.post('/v1/sql', { sql });
      if (status !== 200) throw new Error(`${sql}\n${JSON.stringify(body)}`);
      return body.data.rows as Record<string, unknown>[];
    };
    for (const { filter, sql } of fc.sample(condition, { numRuns: Math.ceil(count / 10), seed })) {
      const found = await api.post('/v1/objects/parts/search', { filters: [filter], limit: 100 });
      const rows = await parts(`select id from parts where ${sql}`);
      expect([sql, rows.map(({ id }) => id).toSorted()]).toEqual([
        sql,
        found.body.data.results.map(({ id }: { id: string }) => id).toSorted(),
      ]);
      const grouped = await api.post('/v1/objects/parts/aggregate', {
        filters: [filter],
        group_by: ['state'],
        metrics: [
          { fn: 'count' },
          { fn: 'sum', property: 'size' },
          { fn: 'max', property: 'name' },
        ],
      });
      const sums = await parts(
        `select state, count(*) as count, sum(size) as sum_size, max(name collate "C") as max_name from parts where ${sql} group by state`,
      );
      const byState = (list: Record<string, unknown>[]) =>
        list.toSorted((a, b) => (String(a.state) < String(b.state) ? -1 : 1));
      expect([sql, byState(sums)]).toEqual([sql, byState(grouped.body.data.rows)]);
    }
  });
});
