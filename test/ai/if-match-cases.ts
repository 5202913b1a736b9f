import { crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'an AI provider': posted(
    crud('ai_provider'),
    '/v1/ai-providers',
    () => ({ name: 'Local', provider_type: 'local' }),
    { name: 'Ours' },
  ),
};
