import { until } from './until.ts';

/** Makes a request again for as long as it is told to come again: so many at once may be too many for a server that is slow. */
export const again = <T extends { status: number }>(request: () => Promise<T>): Promise<T> =>
  until(request, ({ status }) => status !== 429 && status !== 503);
