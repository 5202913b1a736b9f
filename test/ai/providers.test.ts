import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type Listener, listen } from '../support/listen.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let api: TenantClient;
let models: Listener;
const embedding = { object: 'embedding', index: 0, embedding: [0.6, 0.8] };
beforeAll(async () => {
  api = await createTenant(server);
  models = await listen({
    'POST /openai/embeddings': () => ({
      object: 'list',
      model: 'small',
      data: [embedding],
      usage: { prompt_tokens: 7, total_tokens: 7 },
    }),
    'POST /google/models/tiny:embedContent': () => ({ embedding: { values: [0.6, 0.8] } }),
    'POST /broken/embeddings': () => ({ nothing: true }),
  });
});
afterAll(() => models.close());

const path = '/v1/ai-providers';
const key = 'sk-canary-0123456789';
const provider = (provider_type: string, folder: string, more: object = {}) =>
  made(
    api.post(path, {
      name: folder,
      provider_type,
      api_key: key,
      config_json: { base_url: `${models.url}/${folder}`, embedding_model: 'small' },
      ...more,
    }),
  );
const embed = (provider_id: string, more: object = {}) =>
  api.post('/v1/ai/embeddings', { input: 'words', provider_id, ...more });

describe('an AI provider', () => {
  it('is made, changed, listed and deleted, and never shows its key', async () => {
    const one = await provider('openai', 'openai', { is_default: true });
    expect(one).toMatchObject({ api_key_preview: '••••6789', enabled: true, is_default: true });
    const next = await made(
      api.post(path, { name: 'Local', provider_type: 'local', is_default: true }),
    );
    const all = await made(api.get(path));
    expect(all.map((p: { is_default: boolean }) => p.is_default)).toEqual([true, false]);
    const changed = await made(api.patch(`${path}/${one.id}`, { api_key: 'sk-other-abcdefgh' }));
    expect(changed.api_key_preview).toBe('••••efgh');
    expect(await made(api.get(`${path}/${one.id}`))).toEqual(changed);
    for (const table of ['ai_providers', 'journal']) {
      const { rows } = await server.db.query(
        `select string_agg(row_to_json(t)::text, '') as kept from app.${table} t`,
      );
      expect(rows[0].kept).not.toMatch(/sk-(canary|other)/);
    }
    for (const { id } of [one, next])
      expect(await made(api.delete(`${path}/${id}`))).toEqual({ id, deleted: true });
    expect((await api.get(`${path}/${one.id}`)).status).toBe(404);
  });

  it('is refused without what it needs, or with an address of the inside', async () => {
    const refused = async (body: object) => {
      const { status, body: answer } = await api.post(path, { name: 'x', ...body });
      return [status, answer.error.param];
    };
    expect(await refused({ provider_type: 'openai' })).toEqual([400, 'api_key']);
    expect(await refused({ provider_type: 'openai_compatible', api_key: key })).toEqual([
      400,
      'config_json.base_url',
    ]);
    const at = (base_url: string) => ({
      provider_type: 'openai',
      api_key: key,
      config_json: { base_url },
    });
    expect(await refused(at('http://169.254.169.254/v1'))).toEqual([400, 'config_json.base_url']);
    expect(await refused(at(`${server.url}/v1`))).toEqual([400, 'config_json.base_url']);
    expect(await refused({ ...at('https://example.com'), api_key: 'a b\r\nX: y12' })).toEqual([
      400,
      'api_key',
    ]);
  });
});

describe('embeddings', () => {
  it('are asked for as each provider wants to be asked', async () => {
    const answers = { openai: 'openai', openai_compatible: 'openai', google: 'google' };
    for (const [type, folder] of Object.entries(answers)) {
      const { id } = await provider(type, folder);
      const { body } = await embed(id, type === 'google' ? { model: 'tiny' } : {});
      expect([type, body.data?.data[0].embedding]).toEqual([type, [0.6, 0.8]]);
      const { headers } = models.requests.at(-1) ?? {};
      expect(`${headers?.authorization}${headers?.['x-goog-api-key']}`).toContain(key);
    }
    const usage = await made(api.get('/v1/ai-usage'));
    expect(usage.by_model).toContainEqual(
      expect.objectContaining({ model: 'small', requests: 2, prompt_tokens: 14 }),
    );
  });

  it('report the problem of a provider, without its key', async () => {
    for (const [type, folder] of [
      ['openai', 'broken'],
      ['openai', 'missing'],
      ['anthropic', 'openai'],
    ] as const) {
      const { id } = await provider(type, folder);
      const { status, body } = await embed(id);
      expect([folder, status, body.error.code]).toEqual([folder, 502, 'UPSTREAM_ERROR']);
      expect(JSON.stringify(body)).not.toContain(key);
    }
    const { id } = await provider('openai', 'openai', { enabled: false });
    expect((await embed(id)).status).toBe(409);
    expect((await embed('aip_0')).status).toBe(404);
  });
});
