import { z } from 'zod';
import { at, type Provider, recordPath } from './provider.ts';

const config = z.object({
  records: recordPath.optional().meta({
    description:
      'Where the record or the array of records stands in a message; the default is the message itself',
  }),
});

/** Messages that others send to /hooks/:integration_id, signed as Standard Webhooks say. */
export const webhookInbound: Provider<z.infer<typeof config>> = {
  name: 'webhook_inbound',
  description: 'Messages that are sent to /hooks/:integration_id, signed (Standard Webhooks)',
  config,
  secrets: [],
  bound: [],
  directions: () => ['inbound'],
  async check() {},
  async *pull({ records: path }, context) {
    for (;;) {
      const messages = await context.inbox();
      if (messages.length === 0) return;
      const records = messages.flatMap(({ body }) => {
        const found = path === undefined ? body : at(body, path);
        return Array.isArray(found) ? found : [found];
      });
      yield { records, next: {}, taken: messages.map(({ id }) => id) };
    }
  },
};
