import { crud, type IfMatchCases, ofType, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a saved view': posted(crud('view'), ofType('views'), () => ({ name: 'open' }), {
    columns: ['id'],
  }),
};
