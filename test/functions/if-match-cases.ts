import { crud, fresh, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a function': posted(
    [...crud('function'), 'function.version_restore'],
    '/v1/functions',
    () => ({ name: fresh(), code: 'export default () => 1' }),
    { description: 'Says one' },
    { also: [['POST', '/versions/1/restore']] },
  ),
};
