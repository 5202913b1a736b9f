import type { Question } from '../question.ts';

const path = ({ movie }: { movie?: string }, rest = '') => `/v1/objects/movies/${movie}${rest}`;

const state = ({ version, properties }: { version: number; properties: Record<string, unknown> }) =>
  `version ${version}, running_time_min ${properties.running_time_min ?? 'missing'}`;

/** A change, what it leaves behind, and the way back. */
export const changing: Question[] = [
  {
    asks: 'Its running time is missing; it is 162 minutes:',
    about: 'movies',
    call: (memory) =>
      memory.movie
        ? { method: 'PATCH', path: path(memory), body: { properties: { running_time_min: 162 } } }
        : undefined,
    says: ({ data }) => state(data),
  },
  {
    asks: 'What was it before?',
    about: 'movies',
    call: (memory) =>
      memory.movie ? { method: 'GET', path: path(memory, '/versions?limit=1') } : undefined,
    says: ({ data }) => state(data[0]),
  },
  {
    asks: 'And back to the first version:',
    about: 'movies',
    call: (memory) =>
      memory.movie ? { method: 'POST', path: path(memory, '/versions/1/restore') } : undefined,
    says: ({ data }) => state(data),
  },
];
