import type { Question } from '../question.ts';

interface Found {
  results: { properties: Record<string, unknown>; highlight?: Record<string, string> }[];
  total: number;
}

const titles = ({ data }: { data: Found }) =>
  `${data.total} found: ${data.results.map(({ properties }) => properties.title).join(' · ')}`;

const searchMovies = (body: object) => ({
  method: 'POST',
  path: '/v1/objects/movies/search',
  body,
});

/** Filters, words and sums. */
export const finding: Question[] = [
  {
    asks: 'Which comedies or adventures of the nineties have 8 points and more? (docs/data/filters.md is the language)',
    about: 'movies',
    call: () =>
      searchMovies({
        filters: [
          { property: 'major_genre', operator: 'in', value: ['Comedy', 'Adventure'] },
          { release_date: { gte: '1990-01-01', lt: '2000-01-01' } },
          { imdb_rating: { gte: 8 } },
        ],
        sort: 'imdb_rating',
        order: 'desc',
        properties: ['title', 'imdb_rating'],
        limit: 5,
      }),
    says: titles,
  },
  {
    asks: 'Which movies mention kings but not lions? The best match first, its words marked:',
    about: 'movies',
    call: () =>
      searchMovies({ query: 'king -lion', highlight: true, properties: ['title'], limit: 5 }),
    says: ({ data }: { data: Found }) =>
      `${data.total} found: ${data.results.map(({ highlight }) => highlight?.title).join(' · ')}`,
  },
  {
    asks: 'What did each genre earn, and how good was it?',
    about: 'movies',
    call: () => ({
      method: 'POST',
      path: '/v1/objects/movies/aggregate',
      body: {
        filters: [{ property: 'major_genre', operator: 'exists', value: true }],
        group_by: ['major_genre'],
        metrics: [
          { fn: 'sum', property: 'worldwide_gross', as: 'earned' },
          { fn: 'avg', property: 'imdb_rating', as: 'rating' },
          { fn: 'count' },
        ],
        limit: 4,
      },
    }),
    says: ({ data }) =>
      data.rows
        .map(
          (row: { major_genre: string; earned: number; rating: number; count: number }) =>
            `${row.major_genre} ${row.earned.toLocaleString('en')} (${row.count} movies, ${row.rating.toFixed(1)})`,
        )
        .join(' · '),
  },
  {
    asks: 'In which months did it rain most in Seattle?',
    about: 'seattle-weather',
    call: () => ({
      method: 'POST',
      path: '/v1/objects/seattle-weather/aggregate',
      body: {
        group_by: ['date'],
        interval: 'month',
        metrics: [{ fn: 'sum', property: 'precipitation', as: 'mm' }],
        sort: 'mm',
        order: 'desc',
        limit: 3,
      },
    }),
    says: ({ data }) =>
      data.rows.map((row: { date: string; mm: number }) => `${row.date} ${row.mm} mm`).join(' · '),
  },
];
