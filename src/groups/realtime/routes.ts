import { z } from 'zod';
import { handled, type Route } from '../../operations/route.ts';
import { eventNames } from '../events/shapes.ts';
import { eventStream } from './handlers/event-stream.ts';
import { realtimeStats } from './handlers/realtime-stats.ts';
import { Stats } from './shapes.ts';

export const routes: Route[] = [
  handled({
    id: 'event.stream',
    method: 'GET',
    path: '/events/stream',
    scope: 'read',
    permission: 'events:read',
    takesQueryToken: true,
    summary: 'Listen to events as they happen (server-sent events)',
    description:
      'A stream for EventSource. It begins with `event: ready`; each event then has `id: <seq>`, its type as ' +
      '`event:`, and itself as `data:`. A comment comes every 15 seconds. After a lost connection, `Last-Event-ID` ' +
      'continues where it ended, each event once; if that is too long ago, `event: resync` says so.',
    query: z.object({
      token: z.string().min(1).max(8192).optional().meta({
        description: 'Instead of the Authorization header, which browsers cannot send',
      }),
      types: eventNames.optional().meta({
        description:
          'Names separated by commas; `object.*`, `custom.*` and `*` match all of a kind. Default: object.*,file.*',
      }),
      object_types: z
        .string()
        .min(1)
        .max(4000)
        .transform((text) => text.split(','))
        .optional()
        .meta({
          description:
            'Ids or names of object types, separated by commas: only their events are sent. Events that belong to ' +
            'no object type are sent too',
        }),
      since: z.string().max(200).optional().meta({
        description: '`seq` of an event: starts after it. The header Last-Event-ID does the same',
      }),
    }),
    returns: z.never(),
    takesHeaders: {
      'Last-Event-ID': 'The `id` of the last event that arrived; EventSource sends it by itself',
    },
    produces: ['text/event-stream'],
    handler: eventStream,
    looks: ['realtime_access', 'realtime_subscribe', 'realtime_judge', 'realtime_replay'],
    errors: ['INVALID_CURSOR', 'NOT_FOUND', 'CONCURRENCY_LIMITED'],
  }),
  handled({
    id: 'realtime.stats',
    method: 'GET',
    path: '/v1/realtime/stats',
    scope: 'read',
    permission: 'events:read',
    summary: 'Count the open connections and channels of your tenant',
    returns: Stats,
    handler: realtimeStats,
  }),
];
