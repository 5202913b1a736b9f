import { crud, fresh, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a template of emails': posted(
    crud('email_template'),
    '/v1/email/templates',
    () => ({ name: fresh(), subject: 'Hello', text: 'Good morning' }),
    { subject: 'Good morning' },
  ),
};
