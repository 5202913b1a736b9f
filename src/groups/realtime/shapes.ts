import { z } from 'zod';

const count = z.number().int();

export const Stats = z
  .object({
    total_connections: count.meta({ description: 'Sockets and streams' }),
    channels: z.record(z.string(), count).meta({ description: 'The number of listeners on each' }),
    channel_count: count,
    by_node: z
      .array(z.object({ node: z.string(), connections: count, channels: count }))
      .meta({ description: 'The process that answered; other processes are not included' }),
  })
  .meta({ id: 'RealtimeStats' });
