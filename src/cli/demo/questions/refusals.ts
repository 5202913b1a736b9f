import type { Question } from '../question.ts';

/** Requests that the server refuses; the answer is its error. */
export const refusals: Question[] = [
  {
    asks: 'What does it say to a car with a lot of horsepower?',
    about: 'cars',
    call: () => ({
      method: 'POST',
      path: '/v1/objects/cars',
      body: { properties: { name: 'insula one', horsepower: 'a lot' } },
    }),
  },
  {
    asks: 'And to a second airport with the same code?',
    about: 'airports',
    call: () => ({
      method: 'POST',
      path: '/v1/objects/airports',
      body: { properties: { iata: 'SFO', name: "Another one's" } },
    }),
  },
];
