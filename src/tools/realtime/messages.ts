import { z } from 'zod';
import { ApiError } from '../../ground/errors.ts';
import { eventError, isEventPattern } from '../../ground/shapes/event-types.ts';
import { checkFilterMembers } from '../../ground/shapes/filter-members.ts';
import { parseJsonText } from '../../ground/shapes/json-body.ts';
import { validate } from '../../ground/shapes/validate.ts';
import { maxPayloadBytes } from './limits.ts';

const id = z.union([z.string().max(100), z.number()]).optional();
const name = z.string().max(300);
const channels = { id, channel: name.optional(), channels: z.array(name).max(100).optional() };
const anything = z.custom<unknown>(() => true);
const small = anything.refine(
  (value) => Buffer.byteLength(JSON.stringify(value ?? null)) <= maxPayloadBytes,
  `must not be larger than ${maxPayloadBytes} bytes as JSON`,
);
const patterns = z
  .array(
    z
      .string()
      .max(120)
      .refine(
        isEventPattern,
        eventError('must be names from GET /events/types, or patterns with *'),
      ),
  )
  .min(1)
  .max(100);

/** A message of a client on a socket. */
const ClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe'),
    ...channels,
    filter: anything.superRefine(checkFilterMembers).optional(),
    events: patterns.optional(),
    since: z.string().max(200).optional(),
  }),
  z.object({ type: z.literal('unsubscribe'), ...channels }),
  z.object({ type: z.literal('ping'), id }),
  z.object({ type: z.literal('auth'), id, token: z.string().max(8192) }),
  z.object({
    type: z.literal('broadcast'),
    id,
    channel: name,
    event: z.string().min(1).max(100),
    payload: small.optional(),
  }),
  z.object({ type: z.literal('presence'), id, channel: name, state: small.optional() }),
]);

export type ClientMessage = z.infer<typeof ClientMessage>;
export type Subscribe = Extract<ClientMessage, { type: 'subscribe' }>;

export type MessageId = string | number | null;

/** The `id` of a message, for the answer to it, whatever else is wrong with it. */
export function idOf(message: unknown): MessageId {
  const given = (message as { id?: unknown } | null)?.id;
  const isShort = typeof given === 'string' && given.length <= 100;
  return isShort || typeof given === 'number' ? given : null;
}

/** @throws INVALID_JSON for anything but a JSON object: such a client does not know the protocol */
export function readMessage(text: string): object {
  const message = parseJsonText(text);
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw new ApiError('INVALID_JSON', 'A message must be one JSON object.');
  return message;
}

/** @throws 400 for an unknown message, or one with unknown members */
export function checkMessage(message: object): ClientMessage {
  const { action, ...rest } = message as Record<string, unknown>;
  return validate(ClientMessage, { ...rest, type: rest.type ?? action }, 'type');
}

/** The channels that a message names. @throws 400 when it names none */
export function channelsOf({
  channel,
  channels: list = [],
}: {
  channel?: string | undefined;
  channels?: string[] | undefined;
}): string[] {
  const all = [...(channel === undefined ? [] : [channel]), ...list];
  if (all.length === 0) throw ApiError.invalid('channel', 'required', 'must be given');
  return all;
}
