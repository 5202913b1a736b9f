import { EventSource } from 'eventsource';
import type { Client } from '../support/api.ts';
import { until } from '../support/until.ts';

const streams: EventSource[] = [];
const types = [
  ...['ready', 'form.submitted', 'automation.failed', 'function.failed', 'custom.mark'],
  ...['view.created', 'view.updated', 'report.completed'],
];

/** The events that a caller hears from now on, as one growing text. */
export async function listen(server: { url: string }, client: Client): Promise<() => string> {
  const source = new EventSource(`${server.url}/events/stream?types=*&token=${client.token}`);
  streams.push(source);
  let heard = '';
  for (const type of types)
    source.addEventListener(type, ({ data }) => {
      heard += ` ${type} ${data}`;
    });
  await until(
    async () => heard,
    (all) => all !== '',
  );
  return () => heard;
}

export function stopListening(): void {
  for (const stream of streams.splice(0)) stream.close();
}
