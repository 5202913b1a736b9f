import { platformClient } from './api.ts';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

/** The metrics of a server, as text. */
export const scrape = async (server: Pick<TestServer, 'url' | 'config'>): Promise<string> =>
  (await platformClient(server as TestServer).get('/metrics')).body;

/** The value of a metric, with its labels; undefined where it is not shown. */
export function valueIn(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `));
  return line === undefined ? undefined : Number(line.slice(metric.length));
}

/** Waits until a metric has a value that is wanted. */
export const shows = (
  server: Pick<TestServer, 'url' | 'config'>,
  metric: string,
  isWanted: (value: number) => boolean,
): Promise<number | undefined> =>
  until(
    async () => valueIn(await scrape(server), metric),
    (value) => value !== undefined && isWanted(value),
  );
