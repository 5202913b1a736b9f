import type { Question } from '../question.ts';

/** One question in each of two languages that applications ask in. */
export const asking: Question[] = [
  {
    asks: 'In SQL: which origin has the most powerful cars, on average, and how many are they?',
    about: 'cars',
    call: () => ({
      method: 'POST',
      path: '/v1/sql',
      body: {
        sql: 'select origin, count(*) as cars, round(avg(horsepower)) as horsepower from cars group by origin order by 3 desc limit $1',
        params: [1],
      },
    }),
    says({ data: { rows } }) {
      const [{ origin, cars, horsepower }] = rows;
      return `${origin}: ${cars} cars, ${horsepower} horsepower on average`;
    },
  },
  {
    asks: 'In GraphQL: what were the three largest earthquakes, and where?',
    about: 'earthquakes',
    call: () => ({
      method: 'POST',
      path: '/v1/graphql',
      body: {
        query:
          '{ earthquakes(sort: "mag", order: desc, first: 3) { nodes { place mag } totalCount } }',
      },
    }),
    says({ data: { earthquakes } }) {
      const largest = earthquakes.nodes.map(
        ({ place, mag }: { place: string; mag: number }) => `${mag} ${place}`,
      );
      return `${largest.join('; ')}, of ${earthquakes.totalCount}`;
    },
  },
];
