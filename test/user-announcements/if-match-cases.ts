import { crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'an announcement to users': posted(
    crud('user_announcement'),
    '/v1/user-announcements',
    () => ({ title: 'Maintenance' }),
    { title: 'Maintenance on Sunday' },
  ),
};
