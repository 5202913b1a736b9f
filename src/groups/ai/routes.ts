import { z } from 'zod';
import { lazy } from '../../http/lazy-handler.ts';
import { handled, type Route } from '../../http/route.ts';
import { deleted } from '../../http/schemas.ts';
import {
  AiProvider,
  AiUsage,
  Embeddings,
  embeddingsBody,
  providerBody,
  VectorResults,
  vectorSearchBody,
  vectorsBody,
} from './shapes.ts';

const list = '/v1/ai-providers';
const one = '/v1/ai-providers/:provider_id';
const manage = 'ai:manage';
const use = 'ai:use';
const providers = () => import('./handlers/providers.ts');
const embeddings = () => import('./handlers/embeddings.ts');
const faults = ['NOT_FOUND', 'INVALID_STATE', 'UPSTREAM_ERROR', 'PLAN_LIMIT_EXCEEDED'] as const;

export const routes: Route[] = [
  {
    id: 'ai_provider.list',
    method: 'GET',
    path: list,
    scope: 'ai',
    permission: manage,
    summary: 'List AI providers, newest first',
    returns: z.array(AiProvider),
  },
  handled({
    id: 'ai_provider.create',
    method: 'POST',
    path: list,
    scope: 'ai',
    permission: manage,
    status: 201,
    summary: 'Create an AI provider',
    body: providerBody,
    isVersioned: true,
    returns: AiProvider,
    errors: ['INVALID_STATE'],
    handler: lazy(providers, 'createProvider'),
    example: { body: { name: 'Local', provider_type: 'local', is_default: true } },
  }),
  {
    id: 'ai_provider.get',
    method: 'GET',
    path: one,
    scope: 'ai',
    permission: manage,
    summary: 'Get an AI provider',
    isVersioned: true,
    returns: AiProvider,
  },
  handled({
    id: 'ai_provider.update',
    method: 'PATCH',
    path: one,
    scope: 'ai',
    permission: manage,
    summary: 'Change an AI provider',
    body: providerBody.partial(),
    isVersioned: true,
    returns: AiProvider,
    handler: lazy(providers, 'updateProvider'),
    example: { body: { enabled: false } },
  }),
  {
    id: 'ai_provider.delete',
    method: 'DELETE',
    path: one,
    scope: 'ai',
    permission: manage,
    summary: 'Delete an AI provider',
    isConditional: true,
    returns: deleted,
  },
  {
    id: 'ai.usage',
    method: 'GET',
    path: '/v1/ai-usage',
    scope: 'ai',
    permission: manage,
    summary: 'Get what models have been used for in a month',
    query: z.object({
      period: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, such as 2026-11')
        .optional()
        .meta({ description: 'In UTC; the default is this month' }),
    }),
    returns: AiUsage,
  },
  handled({
    id: 'ai.embeddings',
    method: 'POST',
    path: '/v1/ai/embeddings',
    scope: 'ai',
    permission: use,
    summary: 'Make embeddings of texts',
    body: embeddingsBody,
    returns: Embeddings,
    errors: [...faults],
    handler: lazy(embeddings, 'makeEmbeddings'),
    operations: ['ai_begin'],
    example: { body: { input: ['A blue car', 'A red bicycle'] } },
  }),
  handled({
    id: 'ai.vector_put',
    method: 'PUT',
    path: '/v1/ai/vectors/:collection',
    scope: 'ai',
    permission: manage,
    summary: 'Store vectors in a collection',
    description:
      'The first ones make the collection, with their model and dimensions. A vector that stands for an object is shown to those ' +
      'who see the object.',
    body: vectorsBody,
    returns: z.object({ upserted: z.number().int() }),
    errors: [...faults],
    handler: lazy(embeddings, 'putVectors'),
    example: { body: { items: [{ id: 'a', text: 'A blue car', metadata: { color: 'blue' } }] } },
  }),
  {
    id: 'ai.vector_delete',
    method: 'DELETE',
    path: '/v1/ai/vectors/:collection/:vector_id',
    scope: 'ai',
    permission: manage,
    summary: 'Delete a vector',
    returns: deleted,
  },
  handled({
    id: 'ai.vector_search',
    method: 'POST',
    path: '/v1/ai/vector-search',
    scope: 'ai',
    permission: use,
    summary: 'Find what is near to a text or a vector',
    body: vectorSearchBody,
    returns: VectorResults,
    errors: [...faults, 'INVALID_FILTER'],
    handler: lazy(embeddings, 'searchVectors'),
    example: { body: { collection: 'cars', query: 'bicycle' } },
  }),
];
