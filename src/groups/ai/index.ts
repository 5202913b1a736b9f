import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const ai: Group = {
  name: 'ai',
  description: 'Models of AI providers, or the local ones: embeddings, and what is near to what.',
  routes,
  events: { ai_provider: 'created updated deleted' },
  parameters: {
    provider_id: 'The id of an AI provider',
    collection: 'The name of a collection of vectors',
    vector_id: 'The id that a vector was stored under',
  },
};
