import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, type EmbeddingModel, embedMany } from 'ai';
import { ApiError } from '../errors.ts';
import { type Outbound, OutboundError } from '../outbound/safe-fetch.ts';
import type { ModelAsker, ProviderSettings } from './model.ts';

const timeoutMs = 60_000;
const maxBytes = 32 * 1024 * 1024;
const embeddingModels: Record<string, string | undefined> = {
  openai: 'text-embedding-3-small',
  google: 'gemini-embedding-001',
};

/** The models of a provider, asked over HTTP through the one way out. */
export function remoteModels(settings: ProviderSettings, outbound: Outbound): ModelAsker {
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
  };
}

function embeddingModel(
  { type, api_key: apiKey = '', config }: ProviderSettings,
  outbound: Outbound,
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

/** A fetch that leads only where this server may call. */
const fetchThrough =
  (outbound: Outbound): typeof fetch =>
  async (input, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const {
      status,
      body,
      headers: answered,
    } = await outbound.fetch(String(input), {
      method: init.method ?? 'GET',
      headers,
      ...(init.body === undefined || init.body === null ? {} : { body: String(init.body) }),
      timeoutMs,
      maxBytes,
    });
    return new Response(new Uint8Array(body), { status, headers: answered });
  };

/** What is told of a failure: never what was sent, which holds the key. */
function explain(thrown: unknown): unknown {
  if (thrown instanceof ApiError) return thrown;
  const cause = (thrown as { cause?: unknown }).cause;
  const refused = [thrown, cause].find((one) => one instanceof OutboundError);
  if (refused) return new ApiError('UPSTREAM_ERROR', (refused as OutboundError).message);
  if (APICallError.isInstance(thrown)) {
    const { statusCode, responseHeaders } = thrown;
    if (statusCode === 429) {
      const seconds = Number(responseHeaders?.['retry-after']);
      return new ApiError(
        'RATE_LIMITED',
        'The AI provider has too many requests. Try again later.',
        {
          retry_after: Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 30,
        },
      );
    }
    const said = statusCode === undefined ? 'did not answer as expected' : `answered ${statusCode}`;
    return new ApiError('UPSTREAM_ERROR', `The AI provider ${said}.`);
  }
  return new ApiError('UPSTREAM_ERROR', 'The AI provider did not answer as expected.');
}
