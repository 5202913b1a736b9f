import type { Question } from '../question.ts';

/** `Avatar 2,767,891,499 · Titanic 1,842,879,955` */
const ranking =
  (name: string, value: string, unit = '') =>
  (reply: { data: Page }) =>
    reply.data.results
      .map(({ properties }) => `${properties[name]} ${number(properties[value])}${unit}`)
      .join(' · ');

interface Page {
  results: { id: string; properties: Record<string, unknown> }[];
}

const number = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en') : value);
const best = '/v1/objects/movies/list?sort=worldwide_gross&order=desc&limit=3';

/** Lists, sorted and paged; one object with its version. */
export const reading: Question[] = [
  {
    asks: 'Which object types are there?',
    call: () => ({ method: 'GET', path: '/v1/object-types' }),
    says: ({ data }) => data.map((type: { name: string }) => type.name).join(', '),
  },
  {
    asks: 'How many movies are there?',
    about: 'movies',
    call: () => ({ method: 'GET', path: '/v1/objects/movies/list?limit=1' }),
    says: ({ data }) => number(data.total) as string,
  },
  {
    asks: 'Which movies earned most, worldwide?',
    about: 'movies',
    call: () => ({ method: 'GET', path: best }),
    remembers({ data }, memory) {
      memory.movie = data.results[0].id;
      memory.cursor = data.next_cursor;
    },
    says: ranking('title', 'worldwide_gross'),
  },
  {
    asks: 'And the three after them?',
    about: 'movies',
    call: ({ cursor }) =>
      cursor ? { method: 'GET', path: `${best}&cursor=${cursor}` } : undefined,
    says: ranking('title', 'worldwide_gross'),
  },
  {
    asks: 'Which airports lie furthest north?',
    about: 'airports',
    call: () => ({
      method: 'GET',
      path: '/v1/objects/airports/list?sort=latitude&order=desc&limit=3',
    }),
    says: ranking('name', 'latitude', '°'),
  },
  {
    asks: 'Which earthquakes were the strongest of their week?',
    about: 'earthquakes',
    call: () => ({
      method: 'GET',
      path: '/v1/objects/earthquakes/list?sort=mag&order=desc&limit=3',
    }),
    says: ranking('place', 'mag'),
  },
  {
    asks: 'When was Seattle hottest?',
    about: 'seattle-weather',
    call: () => ({
      method: 'GET',
      path: '/v1/objects/seattle-weather/list?sort=temp_max&order=desc&limit=1',
    }),
    says: ranking('date', 'temp_max', ' °C'),
  },
  {
    asks: 'What is known about the first movie? (Its ETag is its version.)',
    about: 'movies',
    call: ({ movie }) =>
      movie ? { method: 'GET', path: `/v1/objects/movies/${movie}`, withHeaders: true } : undefined,
    says: ({ headers, data }) =>
      `ETag: ${headers.get('etag')}, X-Request-Id: ${headers.get('x-request-id')}, ${JSON.stringify(data.properties)}`,
  },
];
