import { z } from 'zod';
import { createdBy, openMap, timestamp } from '../../http/schemas.ts';
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
});

export const AiProvider = z
  .object({
    id: z.string(),
    name: z.string(),
    provider_type: providerType,
    api_key_preview: z.string().nullable(),
    config_json: config,
    enabled: z.boolean(),
    is_default: z.boolean().meta({ description: 'Asked where a request names none' }),
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
    .meta({ description: 'Sealed; only its last four characters are ever shown' }),
  config_json: config.optional(),
  enabled: z.boolean().optional(),
  is_default: z.boolean().optional(),
});

/** Where a request asks, and which model. */
export const asked = {
  provider_id: z.string().min(1).max(200).optional().meta({
    description: 'The default is the default provider, or the local models where there is none',
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
          text: text.optional().meta({ description: 'Made a vector of, unless vector is given' }),
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
    collection: z.string().min(1).max(100),
    query: text.optional(),
    vector: vector.optional(),
    limit: z.number().int().min(1).max(50).default(10),
    min_score: z.number().min(0).max(1).optional(),
    filters: filters.meta({ description: 'Of the metadata' }),
    include_object: z
      .boolean()
      .optional()
      .meta({ description: 'Answers also the object that a vector stands for' }),
    hybrid: z.boolean().optional().meta({
      description:
        'Finds also what has the words of query, and puts what stands high by words and by vectors first; vector may be given besides',
    }),
    ...asked,
  })
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
    model: z.string(),
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
