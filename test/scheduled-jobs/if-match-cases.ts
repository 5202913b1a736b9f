import { crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a scheduled job': posted(
    crud('job'),
    '/v1/scheduled-jobs',
    () => ({
      name: 'nightly',
      cron_expression: '30 2 * * *',
      action_type: 'event',
      action_config: { event_type: 'nightly' },
    }),
    { description: 'At half past two' },
  ),
};
