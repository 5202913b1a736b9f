import { fresh, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a tag of files': posted(
    ['file_tag.update', 'file_tag.delete'],
    '/v1/files/tags',
    () => ({ name: fresh() }),
    { color: '#0080ff' },
    { canGet: false },
  ),
};
