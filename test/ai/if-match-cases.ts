import { common, crud, fresh, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'an AI provider': posted(
    crud('ai_provider'),
    '/v1/ai-providers',
    () => ({ name: 'Local', provider_type: 'local' }),
    { name: 'Ours' },
  ),
  'a conversation': {
    operations: crud('ai_conversation'),
    async make({ api }) {
      const { body } = await api.post('/v1/ai/chat', { message: 'Hello' });
      const path = `/v1/ai/conversations/${body.data.conversation_id}`;
      return { ...common, path, etag: null, change: ['PATCH', { title: fresh() }] };
    },
  },
};
