import { z } from 'zod';
import { createdBy, openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { filters } from '../objects/search-shapes.ts';
import { ObjectRecord } from '../objects/shapes.ts';

const providerType = z.enum(['openai', 'anthropic', 'google', 'openai_compatible', 'local']);
const modelName = z.string().min(1).max(100);
const config = z.object({
  base_url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  default_model: modelName.optional(),
  embedding_model: modelName.optional(),
  prices: z
    .record(modelName, z.object({ input: z.number().min(0), output: z.number().min(0) }))
    .optional()
    .meta({
      description:
        'US dollars per million tokens, by model name prefix; default: the published prices of the providers',
    }),
});

export const AiProvider = z
  .object({
    id: z.string(),
    name: z.string(),
    provider_type: providerType,
    api_key_preview: z.string().nullable(),
    config_json: config,
    enabled: z.boolean(),
    is_default: z.boolean().meta({ description: 'Used when a request names no model' }),
    created_by: createdBy,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'AiProvider' });

export const providerBody = z.object({
  name: z.string().min(1).max(100),
  provider_type: providerType,
  api_key: z
    .string()
    .min(8)
    .max(500)
    .regex(/^[!-~]+$/, 'must be printable ASCII without spaces')
    .optional()
    .meta({ description: 'Stored encrypted; only its last four characters are ever shown' }),
  config_json: config.optional(),
  enabled: z.boolean().optional(),
  is_default: z.boolean().optional(),
});

/** Where a request asks, and which model. */
export const asked = {
  provider_id: z.string().min(1).max(200).optional().meta({
    description: 'Default: the default provider, or the local models if there is none',
  }),
  model: modelName.optional(),
};

const text = z.string().min(1).max(30_000);
const vector = z.array(z.number()).min(1).max(4096);

export const embeddingsBody = z.object({
  input: z.union([text, z.array(text).min(1).max(100)]),
  dimensions: z.number().int().min(8).max(4096).optional(),
  ...asked,
});

const usage = z.object({ prompt_tokens: z.number().int(), total_tokens: z.number().int() });
export const Embeddings = z
  .object({
    model: z.string(),
    dimensions: z.number().int(),
    data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
    usage,
  })
  .meta({ id: 'Embeddings' });

export const vectorsBody = z.object({
  items: z
    .array(
      z
        .object({
          id: z.string().min(1).max(200),
          text: text
            .optional()
            .meta({ description: 'Turned into a vector, unless vector is given' }),
          vector: vector.optional(),
          metadata: openMap.optional(),
          object_type_id: z.string().min(1).max(200).optional(),
          object_id: z.string().min(1).max(200).optional(),
        })
        .refine((item) => item.text ?? item.vector, {
          path: ['text'],
          message: 'is required unless vector is given',
        })
        .refine((item) => (item.object_id === undefined) === (item.object_type_id === undefined), {
          path: ['object_type_id'],
          message: 'goes with object_id',
        }),
    )
    .min(1)
    .max(100),
  ...asked,
});

export const vectorSearchBody = z
  .object({
    collection: z.string().min(1).max(100).optional(),
    object_type_id: z.string().min(1).max(200).optional().meta({
      description: 'The id or name of an object type with `ai_index`: finds its objects',
    }),
    query: text.optional(),
    vector: vector.optional(),
    limit: z.number().int().min(1).max(50).default(10),
    min_score: z.number().min(0).max(1).optional(),
    filters: filters.meta({
      description:
        'Filters on the metadata or, with object_type_id, on properties as in an object search',
    }),
    include_object: z
      .boolean()
      .optional()
      .meta({ description: 'Include the object that a vector belongs to' }),
    hybrid: z.boolean().optional().meta({
      description:
        'Also searches for the words of query, and ranks matches of both kinds first; may be combined with vector',
    }),
    ...asked,
  })
  .refine(
    ({ collection, object_type_id }) =>
      (collection === undefined) !== (object_type_id === undefined),
    { path: ['collection'], message: 'is required unless object_type_id is given; not both' },
  )
  .refine(
    ({ object_type_id, provider_id, model }) =>
      object_type_id === undefined || (provider_id ?? model) === undefined,
    {
      path: ['provider_id'],
      message:
        'and model can only be sent with collection: for an object type, its ai_index determines them',
    },
  )
  .refine(({ query, hybrid }) => query !== undefined || !hybrid, {
    path: ['query'],
    message: 'is required for hybrid, whose words it has',
  })
  .refine(
    ({ query, vector: given, hybrid }) => hybrid || (query === undefined) !== (given === undefined),
    {
      path: ['query'],
      message: 'is required unless vector is given; both only with hybrid',
    },
  );

export const VectorResults = z
  .object({
    model: z.string().nullable().meta({ description: 'null before there are any vectors' }),
    results: z.array(
      z.object({
        id: z.string(),
        score: z.number().meta({ description: 'The cosine; 0 for less' }),
        text: z.string().nullable(),
        metadata: openMap,
        object_type_id: z.string().nullable(),
        object_id: z.string().nullable(),
        object: ObjectRecord.optional().meta({ description: 'With include_object' }),
      }),
    ),
  })
  .meta({ id: 'VectorResults' });

const counted = {
  requests: z.number().int(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  cost_usd: z.number(),
};
export const AiUsage = z
  .object({
    period: z.string(),
    ...counted,
    by_model: z.array(z.object({ model: z.string(), ...counted })),
    by_operation: z.array(z.object({ operation: z.string(), ...counted })),
    by_day: z.array(z.object({ day: z.string(), ...counted })),
    limit: z.number().int().nullable().meta({ description: 'Tokens a month; null for no limit' }),
  })
  .meta({ id: 'AiUsage' });

const tokens = z.object({
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  total_tokens: z.number().int(),
});

const written = {
  system: text.optional().meta({ description: 'Additional instructions for the model' }),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.number().int().min(1).max(100_000).default(1_000),
};

export const chatBody = z
  .object({
    message: text.optional(),
    messages: z
      .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: text }))
      .min(1)
      .max(100)
      .optional(),
    ...written,
    stream: z.boolean().default(false).meta({ description: 'Answer with server-sent events' }),
    conversation_id: z.string().min(1).max(200).optional(),
    store: z.boolean().default(true).meta({ description: 'Store it as one of your conversations' }),
    tools: z
      .array(z.enum(['search', 'get', 'aggregate']))
      .max(3)
      .optional()
      .meta({ description: 'Tools that the model may call, with your rights' }),
    grounding: z
      .object({
        object_type_ids: z.array(z.string().min(1).max(200)).min(1).max(10),
        limit: z.number().int().min(1).max(20).default(5),
      })
      .optional()
      .meta({ description: 'Sources to answer from: objects that you can see' }),
    ...asked,
  })
  .refine(({ message, messages }) => (message === undefined) !== (messages === undefined), {
    path: ['message'],
    message: 'is required, or messages instead, but not both',
  })
  .refine(({ messages }) => messages === undefined || messages.at(-1)?.role === 'user', {
    path: ['messages'],
    message: 'must end with one of the user',
  })
  .refine(({ messages, conversation_id }) => !messages || conversation_id === undefined, {
    path: ['conversation_id'],
    message: 'goes with message, not with messages',
  });

const source = z.object({
  number: z.number().int(),
  object_type_id: z.string(),
  object_id: z.string(),
});

export const ChatAnswer = z
  .object({
    id: z.string(),
    conversation_id: z.string().nullable(),
    model: z.string(),
    provider: providerType,
    message: z.object({ role: z.literal('assistant'), content: z.string() }),
    content: z.string(),
    finish_reason: z.enum(['stop', 'length', 'content_filter', 'tool_calls', 'other']),
    usage: tokens,
    sources: z.array(source.extend({ excerpt: z.string() })),
  })
  .meta({ id: 'ChatAnswer' });

export const Conversation = z
  .object({
    id: z.string(),
    title: z.string(),
    message_count: z.number().int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Conversation' });

export const ConversationWithMessages = Conversation.extend({
  messages: z.array(
    z.object({
      role: z.enum(['user', 'assistant']),
      content: z.string(),
      sources: z.array(source),
      model: z.string().nullable(),
      created_at: timestamp,
    }),
  ),
}).meta({ id: 'ConversationWithMessages' });

export const generateBody = z
  .object({
    prompt: text.optional(),
    template: text.optional().meta({ description: 'A template as in automations: {{name}}' }),
    variables: openMap.default({}),
    output_schema: openMap.optional().meta({ description: 'JSON Schema of the answer' }),
    ...written,
    ...asked,
  })
  .refine(({ prompt, template }) => (prompt === undefined) !== (template === undefined), {
    path: ['prompt'],
    message: 'is required, or template instead, but not both',
  });

export const Generated = z
  .object({
    id: z.string(),
    model: z.string(),
    text: z.string().nullable(),
    object: z.unknown().meta({ description: 'With output_schema' }),
    usage: tokens,
  })
  .meta({ id: 'Generated' });

export const moderateBody = z.object({
  input: z.union([text, z.array(text).min(1).max(100)]),
  ...asked,
});

export const Moderation = z
  .object({
    id: z.string(),
    model: z.string(),
    results: z.array(
      z.object({
        flagged: z.boolean(),
        categories: z.record(z.string(), z.boolean()),
        category_scores: z.record(z.string(), z.number()),
      }),
    ),
  })
  .meta({ id: 'Moderation' });

export const describeImageBody = z
  .object({
    file_id: z.string().min(1).max(200).optional(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional(),
    prompt: text.default('Describe this image.'),
    detail: z.enum(['low', 'high']).default('low'),
    ...asked,
  })
  .refine(({ file_id, url }) => (file_id === undefined) !== (url === undefined), {
    path: ['file_id'],
    message: 'is required, or url instead, but not both',
  });

export const ImageDescription = z
  .object({
    id: z.string(),
    description: z.string(),
    alt_text: z.string(),
    tags: z.array(z.string()),
    model: z.string(),
    usage: tokens,
  })
  .meta({ id: 'ImageDescription' });
