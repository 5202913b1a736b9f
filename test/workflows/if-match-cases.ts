import { crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';
import { expense } from './support.ts';

export const ifMatchCases: IfMatchCases = {
  'a workflow': posted([...crud('workflow'), 'workflow.publish'], '/v1/workflows', () => expense, {
    description: 'What employees pay themselves first',
  }),
};
