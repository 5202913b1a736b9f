import { type IfMatchCases, ofOperator } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'an announcement': ofOperator(
    'announcement',
    '/owner/announcements',
    () => ({ title: 'Hello' }),
    { body: 'More of it' },
  ),
};
