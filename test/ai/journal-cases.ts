import type { Case, Scene } from '../support/journal-cases.ts';
import { uploadPicture } from './support.ts';

const providers = '/v1/ai-providers';
const local = { name: 'Local', provider_type: 'local' };
const nobodys = `${providers}/aip_0`;
const items = [{ id: 'a', vector: [1, 0] }];

/** Of the scene's tenant, made before the call under test. */
let id: string;
async function made({ tenant }: Scene): Promise<string> {
  ({ id } = (await tenant.post(providers, local)).body.data);
  return `${providers}/${id}`;
}

async function stored({ tenant }: Scene): Promise<string> {
  await tenant.put('/v1/ai/vectors/cars', { items: [{ id: 'a', text: 'A blue car' }] });
  return '/v1/ai/vectors/cars/a';
}

/** One case for each operation that changes something; what models are used for, what is said to them, and vectors, are no events. */
export const journalCases: Record<string, Case> = {
  'ai_provider.create': {
    call: ({ tenant }, h) => tenant.post(providers, local, h),
    rows: (_, data) => [['ai_provider.created', 'ai_provider', data.id]],
    refused: ({ tenant }, h) => tenant.post(providers, { ...local, provider_type: 'openai' }, h),
  },
  'ai_provider.update': {
    call: async (scene, h) => scene.tenant.patch(await made(scene), { name: 'Ours' }, h),
    rows: () => [['ai_provider.updated', 'ai_provider', id]],
    refused: ({ tenant }, h) => tenant.patch(nobodys, { name: 'Ours' }, h),
  },
  'ai_provider.delete': {
    call: async (scene, h) => scene.tenant.delete(await made(scene), undefined, h),
    rows: () => [['ai_provider.deleted', 'ai_provider', id]],
    refused: ({ tenant }, h) => tenant.delete(nobodys, undefined, h),
  },
  'ai.embeddings': {
    call: ({ tenant }, h) => tenant.post('/v1/ai/embeddings', { input: 'a' }, h),
    rows: () => [],
    refused: ({ tenant }, h) =>
      tenant.post('/v1/ai/embeddings', { input: 'a', provider_id: 'aip_0' }, h),
  },
  'ai.vector_put': {
    call: ({ tenant }, h) => tenant.put('/v1/ai/vectors/cars', { items }, h),
    rows: () => [],
    refused: ({ tenant }, h) =>
      tenant.put('/v1/ai/vectors/cars', { items: [{ id: 'a', vector: [0, 0] }] }, h),
  },
  'ai.vector_delete': {
    call: async (scene, h) => scene.tenant.delete(await stored(scene), undefined, h),
    rows: () => [],
    refused: ({ tenant }, h) => tenant.delete('/v1/ai/vectors/cars/none', undefined, h),
  },
  'ai.vector_search': {
    call: async (scene, h) => {
      await stored(scene);
      return scene.tenant.post('/v1/ai/vector-search', { collection: 'cars', query: 'car' }, h);
    },
    rows: () => [],
    refused: ({ tenant }, h) =>
      tenant.post('/v1/ai/vector-search', { collection: 'none', query: 'car' }, h),
  },
  'ai.chat': {
    call: ({ tenant }, h) => tenant.post('/v1/ai/chat', { message: 'Hello' }, h),
    rows: () => [],
    refused: ({ tenant }, h) =>
      tenant.post('/v1/ai/chat', { message: 'Hello', provider_id: 'aip_0' }, h),
  },
  'ai_conversation.update': {
    call: async ({ tenant }, h) => {
      const { body } = await tenant.post('/v1/ai/chat', { message: 'Hello' });
      const path = `/v1/ai/conversations/${body.data.conversation_id}`;
      return tenant.patch(path, { title: 'Hi' }, h);
    },
    rows: () => [],
    refused: ({ tenant }, h) => tenant.patch('/v1/ai/conversations/conv_0', { title: 'Hi' }, h),
  },
  'ai_conversation.delete': {
    call: async ({ tenant }, h) => {
      const { body } = await tenant.post('/v1/ai/chat', { message: 'Hello' });
      return tenant.delete(`/v1/ai/conversations/${body.data.conversation_id}`, undefined, h);
    },
    rows: () => [],
    refused: ({ tenant }, h) => tenant.delete('/v1/ai/conversations/conv_0', undefined, h),
  },
  'ai.generate': {
    call: ({ tenant }, h) => tenant.post('/v1/ai/generate', { prompt: 'Hello' }, h),
    rows: () => [],
    refused: ({ tenant }, h) =>
      tenant.post('/v1/ai/generate', { prompt: 'Hello', provider_id: 'aip_0' }, h),
  },
  'ai.moderate': {
    call: ({ tenant }, h) => tenant.post('/v1/ai/moderate', { input: 'Hello' }, h),
    rows: () => [],
    refused: ({ tenant }, h) =>
      tenant.post('/v1/ai/moderate', { input: 'Hello', provider_id: 'aip_0' }, h),
  },
  'ai.describe_image': {
    call: async ({ tenant }, h) => {
      const file_id = await uploadPicture(tenant);
      return tenant.post('/v1/ai/describe-image', { file_id }, h);
    },
    rows: () => [],
    refused: ({ tenant }, h) => tenant.post('/v1/ai/describe-image', { file_id: 'file_0' }, h),
  },
};
