import { crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a form': posted(crud('form'), '/v1/forms', () => ({ name: 'Contact us' }), {
    name: 'Write to us',
  }),
};
