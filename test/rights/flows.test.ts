import { beforeEach, describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

/** Only users who may read data can point it somewhere. */

const server = useServer({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

describe('an AI provider of a key that may not read', () => {
  const provider = {
    name: 'Theirs',
    provider_type: 'openai_compatible',
    api_key: 'sk-an-example',
    config_json: { base_url: 'http://127.0.0.1:9/v1', default_model: 'tiny' },
  };
  const ask = (client: Client, provider_id?: string) =>
    refusal(client.post('/v1/ai/chat', { message: 'Who?', provider_id }));

  it('is never the default', async () => {
    const blind = await api.withKey(['ai']);
    const asDefault = { ...provider, is_default: true };
    expect(await refusal(blind.post('/v1/ai-providers', asDefault))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ]);
    const { id } = await good(blind.post('/v1/ai-providers', provider));
    const path = `/v1/ai-providers/${id}`;
    for (const client of [blind, api])
      expect(await refusal(client.patch(path, { is_default: true }))).toEqual([
        403,
        'INSUFFICIENT_SCOPE',
      ]);
  });

  it('answers its author, and no others by its name', async () => {
    const blind = await api.withKey(['ai']);
    const { id } = await good(blind.post('/v1/ai-providers', provider));
    expect(await ask(api, id)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(await ask(blind, id)).toEqual([502, 'UPSTREAM_ERROR']);
  });

  it('is asked no more once its author may not read any more', async () => {
    const reader = await api.withKey(['ai', 'read', 'write']);
    await good(reader.post('/v1/ai-providers', { ...provider, is_default: true }));
    expect(await ask(api)).toEqual([502, 'UPSTREAM_ERROR']);
    await good(api.delete(`/v1/keys/${reader.keyId}`));
    expect(await ask(api)).toEqual([403, 'FORBIDDEN']);
  });
});
