import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type Listener, listen } from '../support/listen.ts';
import { plain } from '../support/pictures.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { type Provider, startProvider, uploadPicture } from './support.ts';

const server = useServer({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let api: TenantClient;
let models: Provider;
beforeAll(async () => {
  models = await startProvider();
});
afterAll(() => models.close());
beforeEach(async () => {
  api = await createTenant(server);
  models.requests.length = 0;
});

const asked = async (provider_type = 'openai') =>
  (
    await made(
      api.post('/v1/ai-providers', {
        name: 'Theirs',
        provider_type,
        api_key: 'sk-an-example',
        config_json: { base_url: models.url, default_model: 'tiny' },
      }),
    )
  ).id;
const output_schema = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 10 }, age: { type: 'integer', minimum: 1 } },
  required: ['name', 'age'],
  additionalProperties: false,
};

describe('a generated text', () => {
  it('is made of a prompt, or of a template with its variables', async () => {
    const provider_id = await asked();
    models.turns = [{ words: ['Teatime'] }];
    const body = { template: 'A name for {{what}}', variables: { what: 'a shop of tea' } };
    const { text, usage } = await made(api.post('/v1/ai/generate', { ...body, provider_id }));
    expect([text, usage.total_tokens]).toEqual(['Teatime', 16]);
    expect(JSON.stringify(models.requests[0]?.body)).toContain('A name for a shop of tea');
    const { status } = await api.post('/v1/ai/generate', { template: 'A name for {{what}}' });
    expect(status).toBe(400);
    const local = await made(api.post('/v1/ai/generate', { prompt: 'A blue car. What car?' }));
    expect(local.text).toBe('A blue car.');
  });

  it.each([undefined, output_schema])('is kept without what cannot be stored', async (schema) => {
    const provider_id = await asked();
    models.turns = [
      { words: [schema ? '{"name": "A\\u0000d\\ud83da", "age": 36}' : 'A\0d\ud83da'] },
    ];
    const body = { prompt: 'Who?', provider_id, ...(schema ? { output_schema: schema } : {}) };
    const { text, object } = await made(api.post('/v1/ai/generate', body));
    expect([text, object]).toEqual(schema ? [null, { name: 'Ada', age: 36 }] : ['Ada', null]);
  });

  it('does not match the schema if it has a number that cannot be stored', async () => {
    const provider_id = await asked();
    models.turns = [{ words: ['{"name": "Ada", "age": 9007199254740993}'] }];
    const { status, body } = await api.post('/v1/ai/generate', {
      ...{ prompt: 'Who?', output_schema, provider_id },
    });
    expect([status, body.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
  });

  it('matches the schema if it is JSON: otherwise asked for once more, then refused', async () => {
    const provider_id = await asked();
    const generate = () =>
      api.post('/v1/ai/generate', { prompt: 'Who?', output_schema, provider_id });
    models.turns = [{ words: ['Ada, 36'] }, { words: ['```json\n{"name":"Ada","age":36}\n```'] }];
    const right = await made(generate());
    expect(right).toMatchObject({ text: null, object: { name: 'Ada', age: 36 } });
    expect(right.usage.total_tokens).toBe(32);
    expect(JSON.stringify(models.requests[1]?.body)).toContain('not JSON');
    models.turns = [{ words: ['{"name":"Ada","age":0,"admin":true}'] }];
    const { status, body } = await generate();
    expect([status, body.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
    expect(models.requests).toHaveLength(4);
    expect((await made(api.get('/v1/ai-usage'))).requests).toBe(2);
    const local = await made(api.post('/v1/ai/generate', { prompt: 'Who?', output_schema }));
    expect(local.object).toEqual({ name: 'Who?', age: 1 });
  });

  it('has a schema that is bounded, and holds no pattern', async () => {
    for (const schema of [
      { type: 'string', pattern: '^(a+)+$' },
      { type: 'whatever' },
      { $ref: 'https://example.com/schema.json' },
      { type: 'object', description: 'x'.repeat(20_001) },
    ]) {
      const { status, body } = await api.post('/v1/ai/generate', {
        prompt: 'Who?',
        output_schema: schema,
      });
      expect([status, body.error.param]).toEqual([400, 'output_schema']);
    }
  });
});

describe('moderation', () => {
  it('is by a word list, or by OpenAI', async () => {
    const local = await made(
      api.post('/v1/ai/moderate', { input: ['I will kill you', 'What a nice day'] }),
    );
    expect(local.results.map(({ flagged }: { flagged: boolean }) => flagged)).toEqual([
      true,
      false,
    ]);
    expect(local.results[0].categories.violence).toBe(true);
    const result = { flagged: true, categories: { hate: true }, category_scores: { hate: 0.9 } };
    models.turns = [
      (res) =>
        res
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ id: 'm', model: 'om\0ni\ud83d', results: [result] })),
    ];
    const provider_id = await asked();
    const remote = await made(api.post('/v1/ai/moderate', { input: 'Boo', provider_id }));
    expect(remote).toMatchObject({ model: 'omni', results: [result] });
    models.turns = [(res) => res.writeHead(200).end('{"results": []}')];
    const { status } = await api.post('/v1/ai/moderate', { input: 'Boo', provider_id });
    expect(status).toBe(502);
  });
});

describe('a description of an image', () => {
  it('is made of its header, or by a model from a scaled copy', async () => {
    const file_id = await uploadPicture(api);
    const local = await made(api.post('/v1/ai/describe-image', { file_id }));
    expect(local).toMatchObject({
      alt_text: 'PNG image, 40 x 20 pixels',
      tags: ['png', 'landscape'],
      model: 'local-header',
    });
    const seen = { description: 'A red field', alt_text: 'Red', tags: ['red'] };
    for (const type of ['openai', 'anthropic', 'google']) {
      models.turns = [{ words: [JSON.stringify(seen)] }];
      const provider_id = await asked(type);
      expect(await made(api.post('/v1/ai/describe-image', { file_id, provider_id }))).toMatchObject(
        seen,
      );
      expect(JSON.stringify(models.requests.at(-1)?.body)).toContain('/9j/');
    }
  });

  it('is of a file that the caller may read, and of no other', async () => {
    const other = await createTenant(server);
    const theirs = await uploadPicture(other);
    expect((await api.post('/v1/ai/describe-image', { file_id: theirs })).status).toBe(404);
    const file_id = await uploadPicture(api);
    await api.post('/v1/roles', { name: 'asker', permissions: ['ai:use'] });
    const { client } = await createUser(api, { role: 'asker' });
    const key = await api.withKey(['ai']);
    for (const one of [client, key])
      expect([403, 404]).toContain((await one.post('/v1/ai/describe-image', { file_id })).status);
    const form = new FormData();
    form.set('file', new File(['no picture'], 'a.txt', { type: 'text/plain' }));
    const { body } = await api.send('POST', '/v1/files/upload', { body: form });
    const { status } = await api.post('/v1/ai/describe-image', { file_id: body.data.id });
    expect(status).toBe(400);
  });

  it('is of a public URL, and of none inside', async () => {
    const bytes = await plain(30, 30).jpeg().toBuffer();
    const pictures: Listener = await listen({
      'GET /a.jpg': (_req: never, res: import('node:http').ServerResponse) => res.end(bytes),
    } as never);
    for (const url of ['http://169.254.169.254/a.jpg', `${server.url}/health`, 'http://[::1]:1/a'])
      expect((await api.post('/v1/ai/describe-image', { url })).status).toBe(400);
    await pictures.close();
    expect((await api.post('/v1/ai/describe-image', { url: `${pictures.url}/a.jpg` })).status).toBe(
      400,
    );
  });
});
