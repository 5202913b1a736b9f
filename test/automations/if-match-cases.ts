import { crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'an automation': posted(
    crud('automation'),
    '/v1/automations',
    () => ({ name: 'greet', trigger_event: 'manual' }),
    { description: 'Says hello' },
  ),
};
