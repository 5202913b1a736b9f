import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type EmbeddingModel, embedMany } from 'ai';
import { ApiError } from '../../../ground/errors.ts';
import type { TenantOutbound } from '../../../outbound/safe-fetch.ts';
import type { ModelAsker, ProviderSettings } from './model.ts';
import { explain, fetchThrough } from './provider-http.ts';
import { chatRemotely } from './remote-chat.ts';

const embeddingModels: Record<string, string | undefined> = {
  openai: 'text-embedding-3-small',
  google: 'gemini-embedding-001',
};

/** The models of a provider, asked over HTTP through the one way out. */
export function remoteModels(settings: ProviderSettings, outbound: TenantOutbound): ModelAsker {
  return {
    async embed(texts, { model, dimensions, signal }) {
      const name = model ?? settings.config.embedding_model ?? embeddingModels[settings.type];
      if (name === undefined)
        throw ApiError.invalid('model', 'required', 'is required: this provider has no default');
      const options = dimensions === undefined ? {} : { dimensions };
      try {
        const { embeddings, usage } = await embedMany({
          model: embeddingModel(settings, outbound, name),
          values: texts,
          maxRetries: 0,
          ...(signal ? { abortSignal: signal } : {}),
          providerOptions: {
            openai: options,
            compatible: options,
            google: dimensions === undefined ? {} : { outputDimensionality: dimensions },
          },
        });
        return { model: name, embeddings, tokens: usage.tokens || 0 };
      } catch (thrown) {
        throw explain(thrown);
      }
    },
    chat: (question) => chatRemotely(settings, outbound, question),
  };
}

function embeddingModel(
  { type, api_key: apiKey = '', config }: ProviderSettings,
  outbound: TenantOutbound,
  name: string,
): EmbeddingModel {
  const fetch = fetchThrough(outbound);
  const at = config.base_url === undefined ? {} : { baseURL: config.base_url };
  switch (type) {
    case 'openai':
      return createOpenAI({ apiKey, fetch, ...at }).embedding(name);
    case 'google':
      return createGoogleGenerativeAI({ apiKey, fetch, ...at }).embedding(name);
    case 'anthropic':
      return createAnthropic({ apiKey, fetch, ...at }).embeddingModel(name);
    default:
      return createOpenAICompatible({
        name: 'compatible',
        apiKey,
        fetch,
        baseURL: config.base_url ?? '',
      }).embeddingModel(name);
  }
}
