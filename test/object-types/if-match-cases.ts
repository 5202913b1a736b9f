import { crud, fresh, type IfMatchCases, ofType, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'an object type': posted(
    crud('object_type'),
    '/v1/object-types',
    () => ({ name: fresh() }),
    // The name is asked for with every change: it says the type's own again.
    { name: 'renamed' },
  ),
  'a property': posted(
    crud('property'),
    ofType('properties'),
    () => ({ name: 'title', data_type: 'string' }),
    { description: 'Of the job' },
  ),
};
