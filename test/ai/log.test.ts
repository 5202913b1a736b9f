import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { type Provider, startProvider } from './support.ts';

const server = useOwnDatabase({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8', LOG_LEVEL: 'trace' });
const key = 'sk-canary-of-the-key';
let models: Provider;
beforeAll(async () => {
  models = await startProvider();
});
afterAll(() => models.close());

it('neither log nor journal contains prompts, answers or keys of models', async () => {
  const api = await createTenant(server);
  const config_json = { base_url: models.url, default_model: 'tiny' };
  const provider = { name: 'p', provider_type: 'openai', api_key: key, config_json };
  expect((await api.post('/v1/ai-providers', { ...provider, is_default: true })).status).toBe(201);
  const asked = { message: 'canary-of-the-question', system: 'canary-of-the-system' };
  models.turns = [{ words: ['canary-of-the-answer'] }];
  const chat = await api.post('/v1/ai/chat', asked);
  expect(chat.body.data.content).toBe('canary-of-the-answer');
  const prompt = 'canary-of-the-prompt';
  expect((await api.post('/v1/ai/generate', { prompt })).status).toBe(200);
  // An error page that a model sends instead of an answer goes no further either.
  models.turns = [
    (res) =>
      void res
        .writeHead(500)
        .end(JSON.stringify({ error: { message: `canary-of-the-error ${key}` } })),
    (res) => void res.end('canary-of-the-garbage'),
  ];
  for (const _ of models.turns.slice())
    expect((await api.post('/v1/ai/chat', asked)).body.error.code).toBe('UPSTREAM_ERROR');
  expect(server.logLines.length).toBeGreaterThan(3);
  expect(server.logLines.filter((line) => line.includes('canary'))).toEqual([]);
  const { rows } = await server.db.query(
    `select type from app.journal j where tenant_id = $1 and row(j.*)::text like '%canary%'`,
    [api.tenant.id],
  );
  expect(rows).toEqual([]);
});
