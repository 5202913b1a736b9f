import { beforeEach, describe, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { good } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

/** Large computations on a tenant's input run elsewhere: another tenant's requests are answered meanwhile. */

const server = useServer();
let api: TenantClient;
let other: TenantClient;
beforeEach(async () => {
  [api, other] = [await createTenant(server), await createTenant(server)];
});

/** Definitions that each refer twice to the next: 4 kB that stand for 2^45 schemas. */
const doubling = () => {
  const definitions = Object.fromEntries(
    Array.from({ length: 45 }, (_, n) => {
      const next = { $ref: `#/$defs/d${n + 1}` };
      return [`d${n}`, { allOf: [next, next] }];
    }),
  );
  return { $ref: '#/$defs/d0', $defs: { ...definitions, d45: { type: 'object' } } };
};
const nested = (depth: number): object =>
  depth === 0 ? { type: 'string' } : { type: 'array', minItems: 100, items: nested(depth - 1) };
const generate = (output_schema: object, more: object = {}) =>
  api.post('/v1/ai/generate', { prompt: 'Who?', output_schema, ...more });

/** Whether the other tenant gets an answer before the hostile request has its own. */
async function meanwhile<T>(hostile: Promise<T>): Promise<T> {
  let isOver = false;
  const ended = hostile.finally(() => {
    isOver = true;
  });
  await good(other.get('/v1/object-types'));
  await good(other.post('/v1/ai/embeddings', { input: 'a blue car' }));
  expect(isOver).toBe(false);
  return ended;
}

describe('a JSON Schema that stands for an endless one', () => {
  it('is refused as output_schema, while others are answered', async () => {
    const { status, body } = await meanwhile(generate(doubling()));
    expect([status, body.error?.details]).toEqual([
      400,
      [expect.objectContaining({ path: 'output_schema', code: 'invalid' })],
    ]);
  });

  it('is refused as settings_schema of a plugin', async () => {
    const manifest_json = { name: 'evil', version: '1.0.0', settings_schema: doubling() };
    const { status, body } = await meanwhile(api.post('/v1/plugins', { manifest_json }));
    expect([status, body.error?.details?.[0]?.path]).toEqual([
      400,
      'manifest_json.settings_schema',
    ]);
  });

  it.each([
    [{ $ref: '#' }],
    [{ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    [{ allOf: [{ $ref: '#' }] }],
    [{ $ref: '#/nowhere' }],
    [{ properties: { a: true, b: false }, type: 'object', required: ['c'] }],
  ])('or one without a meaning is refused: %j', async (schema) => {
    const { status, body } = await generate(schema);
    expect([status, body.error?.details?.[0]?.path]).toEqual([400, 'output_schema']);
  });
});

describe('the local model', () => {
  it.each([
    ['lists in lists', nested(4)],
    [
      'long texts',
      { type: 'array', minItems: 100, items: { type: 'string', minLength: 4e8, maxLength: 4e8 } },
    ],
    ['one long text', { type: 'string', minLength: 4e8, maxLength: 4e8 }],
  ])('makes no more than max_tokens of %s', async (_, schema) => {
    const { status, body } = await generate(schema, { max_tokens: 50 });
    expect([status, body.error?.details?.[0]?.path]).toEqual([400, 'max_tokens']);
  });

  it('makes what fits', async () => {
    const { object } = await made(generate(nested(1), { max_tokens: 1_000 }));
    expect(object).toEqual(Array.from({ length: 100 }, () => 'Who?'));
  });

  it('embeds and judges long texts while others are answered', async () => {
    const word = (n: number) => `w${n.toString(36)}x${(n * 7919).toString(36)} `;
    const text = (n: number) =>
      Array.from({ length: 2_500 }, (_, i) => word(n * 2_500 + i))
        .join('')
        .slice(0, 20_000);
    const input = Array.from({ length: 12 }, (_, n) => text(n));
    const { data } = await meanwhile(
      good(api.post('/v1/ai/embeddings', { input, dimensions: 2048 })),
    );
    expect(data).toHaveLength(12);
    const { results } = await made(api.post('/v1/ai/moderate', { input }));
    expect(results).toHaveLength(12);
  });
});
