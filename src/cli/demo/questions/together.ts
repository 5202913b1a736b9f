import { undoLast } from '../curl.ts';
import type { Question } from '../question.ts';

interface Event {
  type: string;
  data: { properties?: { title?: string } } | null;
}

/** Several changes as one, what a follower hears of them, and the way back. */
export const together: Question[] = [
  {
    asks: 'To follow every change, begin here:',
    about: 'movies',
    call: () => ({ method: 'GET', path: '/v1/changes?since=now' }),
    remembers({ data }, memory) {
      memory.since = data?.next_since;
    },
    says: ({ data }) => data.next_since,
  },
  {
    asks: 'A sequel, linked to its original: two requests as one transaction, the second refers to the first.',
    about: 'movies',
    call: ({ movie }) =>
      movie
        ? {
            method: 'POST',
            path: '/v1/transaction',
            body: {
              requests: [
                {
                  id: 'sequel',
                  method: 'POST',
                  path: '/v1/objects/movies',
                  body: { properties: { title: 'The Sequel', director: 'Nobody' } },
                },
                {
                  method: 'PUT',
                  path: `/v1/objects/movies/{{sequel.data.id}}/associations/sequel-of/movies/${movie}`,
                },
              ],
            },
          }
        : undefined,
    remembers({ data }, memory) {
      if (data) memory.transaction = data.tx_id;
    },
    says: ({ data }) =>
      `transaction ${data.tx_id}: ${data.results.map(({ status }: { status: number }) => status).join(', ')}`,
  },
  {
    asks: 'Which movies have a sequel? (Filters follow associations.)',
    about: 'movies',
    call: () => ({
      method: 'POST',
      path: '/v1/objects/movies/search',
      body: {
        filters: [{ association: { type: 'sequel-of', direction: 'in', to_type: 'movies' } }],
        properties: ['title'],
      },
    }),
    says: ({ data }) =>
      data.results
        .map((found: { properties: { title: string } }) => found.properties.title)
        .join(', '),
  },
  {
    asks: 'All of it undone, in one step:',
    about: 'movies',
    call: ({ transaction }) =>
      transaction
        ? { method: 'POST', path: `/v1/transactions/${transaction}/undo`, body: {} }
        : undefined,
    line: undoLast,
    says: ({ data }) => `${data.undone} undone, ${data.conflicts.length} conflicts`,
  },
  {
    asks: 'And what did the follower see meanwhile?',
    about: 'movies',
    call: ({ since }) =>
      since
        ? { method: 'GET', path: `/v1/changes?since=${since}&types=object.*,association.*` }
        : undefined,
    says: ({ data }) => data.results.map(({ type }: Event) => type).join(', '),
  },
];
