import { confirmedDelete } from '../curl.ts';
import type { Question } from '../question.ts';

/** An object type of the demo's own, there only to be deleted. */
export const scratchType = 'demo-scratch';
const path = `/v1/object-types/${scratchType}`;

/** Deletes that affect other records take two steps. */
export const deleting: Question[] = [
  {
    asks: 'An object type to throw away:',
    call: () => ({ method: 'POST', path: '/v1/object-types', body: { name: scratchType } }),
    says: ({ data }) => data.id,
  },
  {
    asks: '… with a property:',
    call: () => ({
      method: 'POST',
      path: `${path}/properties`,
      body: { name: 'note', data_type: 'text' },
    }),
    says: ({ data }) => data.id,
  },
  {
    asks: 'Deleting it takes two steps. The first only says what would go with it:',
    call: () => ({ method: 'DELETE', path }),
    remembers({ error }, memory) {
      if (error?.confirm_token) memory.confirmToken = error.confirm_token;
    },
  },
  {
    asks: 'The second, with the token of the first, does it:',
    call: ({ confirmToken }) =>
      confirmToken
        ? { method: 'DELETE', path: `${path}?force=true&confirm_token=${confirmToken}` }
        : undefined,
    line: (url, token) => confirmedDelete(url, token, path),
  },
];
