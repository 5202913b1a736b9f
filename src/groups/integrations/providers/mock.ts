import { z } from 'zod';
import { integrationSecrets } from '../../../credentials/places.ts';
import { openMap } from '../../../ground/shapes/schemas.ts';
import { OutboundError } from '../../../outbound/safe-fetch.ts';
import type { Provider } from './provider.ts';

const pageSize = 1000;
const config = z.object({
  records: z
    .array(openMap)
    .max(1000)
    .optional()
    .meta({ description: 'The records that it returns' }),
  count: z
    .number()
    .int()
    .min(0)
    .max(100_000)
    .optional()
    .meta({ description: 'Or the number of records {id, name, email} to generate' }),
  fail: z.boolean().optional().meta({ description: 'Lets each sync fail' }),
});

/** Needs no other system: to see how an integration works. */
export const mock: Provider<z.infer<typeof config>> = {
  name: 'mock',
  description: 'Records that stand in the config, or are made up: needs no other system',
  config,
  ...integrationSecrets.mock,
  directions: () => ['inbound', 'outbound', 'bidirectional'],
  async check() {},
  async *pull({ records, count = 0, fail }, _, cursor) {
    if (fail) throw new OutboundError('The mock fails, as its config says.');
    if (records) {
      yield { records, next: {} };
      return;
    }
    for (let from = Number(cursor.from ?? 0); from < count; from += pageSize) {
      const to = Math.min(count, from + pageSize);
      const made = Array.from({ length: to - from }, (_each, n) => madeUp(from + n + 1));
      yield { records: made, next: to < count ? { from: to } : {} };
    }
  },
  async push({ fail }) {
    if (fail) throw new OutboundError('The mock fails, as its config says.');
  },
};

const madeUp = (n: number) => ({
  id: `mock-${n}`,
  name: `Record ${n}`,
  email: `record${n}@example.com`,
});
