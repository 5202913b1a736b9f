/** What a provider is known by, as app.ai_provider_chosen says it; its key is opened. */
export interface ProviderSettings {
  type: 'openai' | 'anthropic' | 'google' | 'openai_compatible' | 'local';
  api_key?: string | undefined;
  config: { base_url?: string; default_model?: string; embedding_model?: string };
}

export interface Embedded {
  /** As it answered: with what it was asked, or with its own default. */
  model: string;
  embeddings: number[][];
  tokens: number;
}

/** Asks models. Each failure of theirs is an ApiError: 502, or 429 with what they say of waiting. */
export interface ModelAsker {
  embed(
    texts: string[],
    options: {
      model?: string | undefined;
      dimensions?: number | undefined;
      signal?: AbortSignal | undefined;
    },
  ): Promise<Embedded>;
}
