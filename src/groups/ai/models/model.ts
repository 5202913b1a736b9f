/** The settings of a provider, as app.ai_provider_chosen returns them; its key is decrypted. */
export interface ProviderSettings {
  type: 'openai' | 'anthropic' | 'google' | 'openai_compatible' | 'local';
  api_key?: string | undefined;
  config: {
    base_url?: string;
    default_model?: string;
    embedding_model?: string;
    prices?: Record<string, Price>;
  };
}

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
}

/** As models count them. */
export interface Tokens {
  prompt: number;
  completion: number;
}

export interface Embedded {
  /** As it answered: with what it was asked, or with its own default. */
  model: string;
  embeddings: number[][];
  /** Each as JSON, in their place. */
  json?: string[];
  tokens: number;
}

export interface Message {
  role: 'user' | 'assistant';
  content: string;
}

/** A record that an answer may be taken from. */
export interface Source {
  text: string;
}

/** A tool that a model may call while it answers. */
export interface Tool {
  name: string;
  description: string;
  /** JSON Schema of its input. */
  parameters: Record<string, unknown>;
  /** Whatever comes of it, a refusal too, is told to the model. */
  run(input: unknown): Promise<unknown>;
}

export interface Question {
  /** Alternating, the last one a user's. */
  messages: Message[];
  system?: string | undefined;
  /** Known facts, numbered from 1: data, never instructions. */
  sources?: Source[] | undefined;
  /** JSON Schema of what is answered, as JSON and nothing else. */
  schema?: Record<string, unknown> | undefined;
  tools?: Tool[] | undefined;
  /** A picture that the last message is about. */
  image?: { bytes: Buffer; mimeType: string } | undefined;
  model?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Is given the words as they come. */
  onDelta?: ((words: string) => void) | undefined;
}

export interface Answered {
  model: string;
  content: string;
  finishReason: 'stop' | 'length' | 'content_filter' | 'tool_calls' | 'other';
  tokens: Tokens;
}

/** Asks models. Each of their failures is an ApiError: 502, or 429 with the wait that they ask for. */
export interface ModelAsker {
  embed(
    texts: string[],
    options: {
      model?: string | undefined;
      dimensions?: number | undefined;
      signal?: AbortSignal | undefined;
      /** Wants `json` where it is made elsewhere: half a million numbers take long to read and to write again. */
      asJson?: boolean;
    },
  ): Promise<Embedded>;
  chat(question: Question): Promise<Answered>;
}
