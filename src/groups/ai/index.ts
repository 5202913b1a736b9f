import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const ai: Group = {
  name: 'ai',
  description:
    'Models of AI providers, or the local ones: chat, generated texts and JSON, embeddings, vectors, moderation, descriptions of images.',
  routes,
  lanes: [async () => (await import('./lane.ts')).startAiIndexLane],
  models: async () => (await import('./worker-models.ts')).makeModels,
  events: { ai_provider: 'created updated deleted' },
  parameters: {
    provider_id: 'The id of an AI provider',
    collection: 'The name of a collection of vectors',
    conversation_id: 'The id of one of your conversations with models',
    vector_id: 'The id that a vector was stored under',
  },
  exports: {
    conversations: 'Your conversations with models',
  },
};
