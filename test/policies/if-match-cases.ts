import { type IfMatchCases, ofType, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a policy': posted(
    ['policy.update', 'policy.delete'],
    ofType('policies'),
    () => ({ name: 'all' }),
    { priority: 3 },
    { canGet: false },
  ),
};
