import { type IfMatchCases, ofOperator } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a record of the books': ofOperator(
    'book_record',
    '/owner/accounting',
    () => ({ type: 'income', amount: '1', currency: 'USD' }),
    { category: 'plans' },
  ),
};
