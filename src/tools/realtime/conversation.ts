import { toApiError } from '../../db/errors.ts';
import { ApiError } from '../../ground/errors.ts';
import type { Rights } from './audience.ts';
import { type Channel, keyOf, parseChannel } from './channels.ts';
import type { Connection } from './connection.ts';
import { type ClientMessage, channelsOf, type MessageId, type Subscribe } from './messages.ts';
import { withPermission } from './permission.ts';
import { placeOf, restoredTo } from './row.ts';
import { goLive, type Subscription } from './subscription.ts';

type Options = Pick<Subscribe, 'filter' | 'events' | 'since'>;

/** The answer of api.realtime_subscribe. */
interface Subscribed extends Rights {
  /** The id of the object type. */
  type?: string;
  since: string | null;
}

/** Does what a message of a client asks for. @throws ApiError, which the client is told */
export async function answer(
  connection: Connection,
  message: ClientMessage,
  id: MessageId,
): Promise<void> {
  switch (message.type) {
    case 'subscribe':
      for (const name of channelsOf(message)) await trySubscribe(connection, name, message, id);
      return;
    case 'unsubscribe':
      for (const channel of channelsOf(message)) {
        connection.forget(channel);
        connection.send({ type: 'unsubscribed', id, channel });
      }
      return;
    case 'ping':
      connection.send({ type: 'pong', id });
      return;
    case 'auth':
      return authenticate(connection, message.token, id);
    case 'broadcast':
    case 'presence':
      return speak(connection, message, id);
  }
}

/** Each channel for itself: one that is refused does not hold up the others. */
export async function trySubscribe(
  connection: Connection,
  name: string,
  options: Options,
  id: MessageId,
): Promise<void> {
  try {
    await subscribe(connection, name, options, id);
  } catch (error) {
    connection.fail(error, id, name);
  }
}

async function subscribe(
  connection: Connection,
  name: string,
  options: Options,
  id: MessageId,
): Promise<void> {
  const channel = parseChannel(name);
  checkChannel(connection, channel, options);
  // Heard from now on, and kept until the database has named the starting place.
  const joining = connection.feed.join();
  let answered: Subscribed;
  try {
    answered = await ask(connection, channel, options, id);
  } catch (error) {
    joining.end();
    throw error;
  }
  connection.forget(name);
  if (connection.isClosed) return joining.end();
  const { since, seq, past, type } = answered;
  const subscribed = { type: 'subscribed', id, channel: name, seq: since ?? seq };
  if (channel.kind === 'room') {
    joining.end();
    connection.listened.set(name, { channel });
    const members = connection.deps.hub.rooms.enter(connection.audience.tenant, name, connection);
    connection.send({ ...subscribed, members });
    return;
  }
  if (channel.dashboard !== undefined) {
    joining.end();
    connection.listened.set(name, { channel });
    connection.send(subscribed);
    connection.deps.hub.boards.enter(
      connection.audience.tenant,
      name,
      channel.dashboard,
      connection,
    );
    return;
  }
  const subscription = make(connection, channel, options, answered);
  if (since === null && past.length > 0) subscription.past = new Set(past);
  connection.listened.set(name, {
    channel: { ...channel, ...(type ? { type } : {}) },
    subscription,
  });
  connection.send(subscribed);
  const { audience } = connection;
  const start = { audience, joining, seq: since ?? seq, isPresent: since === null };
  subscription.place = placeOf(start.seq);
  goLive(subscription, start).catch((error) => {
    if (connection.isClosed) return;
    connection.fail(error, id, name);
    connection.close(1012, 'connect again with since');
  });
}

function checkChannel(connection: Connection, { name, kind }: Channel, { filter }: Options): void {
  const { limits } = connection.deps.hub;
  if (connection.listened.size >= limits.channels && !connection.listened.has(name))
    throw ApiError.invalid(
      'channel',
      'too_many',
      `would exceed the ${limits.channels} channels that a connection may have`,
    );
  if (kind === 'notifications' && connection.userId === null)
    throw new ApiError('FORBIDDEN', 'An API key has no notifications: connect as a user.');
  if (filter !== undefined && ['view', 'room', 'dashboard'].includes(kind))
    throw ApiError.invalid('filter', 'not_here', 'cannot be given for this channel');
}

/** Resolves a channel; the client learns that a place is too old, and continues from the present. */
async function ask(
  connection: Connection,
  { name: channel, kind, type, object, view, dashboard, permission }: Channel,
  { filter, since }: Options,
  id: MessageId,
): Promise<Subscribed> {
  const { audience } = connection;
  const credential = withPermission(audience.credential, permission);
  const args = { kind, type, object, view, dashboard, filter };
  const call = async (more: object): Promise<Subscribed> =>
    JSON.parse(await audience.ask('realtime_subscribe', { ...args, ...more }, credential));
  // A dashboard is shown as it is, wherever the client has been.
  if (since === undefined || dashboard !== undefined) return call({});
  try {
    return await call({ since });
  } catch (thrown) {
    const { code, message: reason, extras } = toApiError(thrown);
    if (code !== 'GONE') throw thrown;
    connection.send({ type: 'resync', id, channel, reason, ...restoredTo(extras) });
    return call({});
  }
}

function make(
  connection: Connection,
  channel: Channel,
  { filter, events }: Options,
  { type, seq }: Subscribed,
): Subscription {
  const isOfObjects = channel.kind === 'objects' || channel.kind === 'object';
  const conditions =
    channel.kind === 'view'
      ? { type, view: channel.view }
      : filter !== undefined && { ...(isOfObjects ? { type } : {}), filter };
  const patterns = events ?? channel.patterns;
  return {
    channel: channel.name,
    key: keyOf(channel, type, connection.userId ?? undefined),
    ...(patterns ? { patterns } : {}),
    ...(conditions ? { filter: JSON.stringify(conditions) } : {}),
    ...(channel.kind === 'notifications' ? { isOwn: true } : {}),
    outlet: connection,
    place: placeOf(seq),
  };
}

async function authenticate(connection: Connection, token: string, id: MessageId): Promise<void> {
  const { audience } = connection;
  const who = await connection.deps.admit(token);
  const isSame =
    who.tenant === audience.tenant &&
    (who.rights.user_id ?? who.rights.id) === (audience.rights.user_id ?? audience.rights.id);
  if (!isSame)
    throw new ApiError(
      'FORBIDDEN',
      'This token belongs to another user. Open a new connection with it.',
    );
  await connection.become(who);
  const { expiresAt } = who;
  const expires_at = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
  connection.send({ type: 'authenticated', id, expires_at });
}

/** To the others in a room: needs the right to write data. */
async function speak(
  connection: Connection,
  message: Extract<ClientMessage, { type: 'broadcast' | 'presence' }>,
  id: MessageId,
): Promise<void> {
  const { audience, userId: user } = connection;
  const { channel } = message;
  if (connection.listened.get(channel)?.channel.kind !== 'room')
    throw ApiError.invalid(
      'channel',
      'not_subscribed',
      'must be a room that you have subscribed to',
    );
  await audience.requireWrite();
  const { rooms } = connection.deps.hub;
  if (message.type === 'presence')
    rooms.present(audience.tenant, channel, connection, user, message.state ?? null);
  else {
    const { event, payload = null } = message;
    rooms.broadcast(audience.tenant, channel, connection, { event, payload, user });
  }
  if (id !== null) connection.send({ type: 'ack', id });
}
