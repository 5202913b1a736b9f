import { z } from 'zod';
import { at, integrationSecrets } from '../../../credentials/places.ts';
import { type Provider, type RecordFault, recordPath } from './provider.ts';
import { faultsOf } from './read.ts';

const config = z.object({
  records: recordPath.optional().meta({
    description:
      'The path of the record or the array of records in a message; default: the message itself',
  }),
});

/** Messages that others send to /hooks/:integration_id, signed as Standard Webhooks say. */
export const webhookInbound: Provider<z.infer<typeof config>> = {
  name: 'webhook_inbound',
  description: 'Messages that are sent to /hooks/:integration_id, signed (Standard Webhooks)',
  config,
  ...integrationSecrets.webhook_inbound,
  directions: () => ['inbound'],
  async check() {},
  async *pull({ records: path }, context) {
    for (;;) {
      const messages = await context.inbox();
      if (messages.length === 0) return;
      const records: unknown[] = [];
      const faults = new Map<number, RecordFault>();
      for (const { body, faults: found } of messages) {
        const value = path === undefined ? body : at(body, path);
        const own = Array.isArray(value) ? value : [value];
        for (const [index, fault] of faultsOf(own, { faults: found ?? [] }, path, value))
          faults.set(records.length + index, fault);
        records.push(...own);
      }
      yield { records, faults, next: {}, taken: messages.map(({ id }) => id) };
    }
  },
};
