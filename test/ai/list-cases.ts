import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'ai_provider.list': { rows: [{ table: 'ai_providers', set: { is_default: 'false' } }] },
  'ai_conversation.list': {
    rows: [{ table: 'ai_conversations', of: `s.owner like 'api_key:%'` }],
  },
};
