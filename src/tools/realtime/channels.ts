import { ApiError } from '../../ground/errors.ts';
import { customEventName, isEventPattern } from '../../ground/shapes/event-types.ts';

/**
 * A channel that a client may listen to, by the client's name for it; the database determines the rest
 * (app.realtime_channel).
 */
export interface Channel {
  /** As it was sent. */
  name: string;
  kind:
    | 'objects'
    | 'object'
    | 'view'
    | 'files'
    | 'events'
    | 'notifications'
    | 'comments'
    | 'dashboard'
    | 'room';
  /** The permission that the roles of a user need; none for the user's own data. */
  permission?: string;
  type?: string;
  object?: string;
  view?: string;
  dashboard?: string;
  folder?: string;
  /** Names of events, also with *. */
  patterns?: string[];
}

const maxName = 300;
const roomName = /^(?:room|presence):[\w.:@/-]{1,100}$/;

/** @throws 400 for a name that is not a channel */
export function parseChannel(name: unknown): Channel {
  if (typeof name !== 'string' || name.length > maxName) throw noChannel();
  const [kind = '', ...rest] = name.split(':');
  const tail = rest.join(':');
  if (roomName.test(name)) return { name, kind: 'room', permission: 'objects:read' };
  switch (kind) {
    case 'objects':
      return objects(name, rest);
    case 'views':
      if (rest.length === 1 && tail) return data(name, 'view', { view: tail });
      break;
    case 'dashboards':
      if (rest.length === 1 && tail) return data(name, 'dashboard', { dashboard: tail });
      break;
    case 'comments':
      if (rest.length === 1 && tail) return data(name, 'comments', { object: tail });
      break;
    case 'files':
      return files(name, rest.length === 0 ? undefined : tail);
    case 'events':
      return events(name, rest.length === 0 ? undefined : tail);
    case 'notifications':
      if (rest.length === 0) return { name, kind: 'notifications' };
      break;
  }
  throw noChannel();
}

/** Returns the key that app.realtime_keys gives the rows of a channel; '' for all rows. */
export function keyOf({ kind, object, folder }: Channel, type?: string, user?: string): string {
  if (kind === 'objects' || kind === 'view') return `o:${type}`;
  if (kind === 'object') return `o:${type}:${object}`;
  if (kind === 'files') return folder === undefined ? 'f' : `f:${folder}`;
  if (kind === 'comments') return `c:${object}`;
  return kind === 'notifications' ? `n:${user}` : '';
}

const data = (name: string, kind: Channel['kind'], more: Partial<Channel>): Channel => ({
  name,
  kind,
  permission: 'objects:read',
  ...more,
});

function objects(name: string, [type, object, ...more]: string[]): Channel {
  if (!type || object === '' || more.length > 0) throw noChannel();
  return object === undefined
    ? data(name, 'objects', { type })
    : data(name, 'object', { type, object });
}

function files(name: string, folder?: string): Channel {
  const parts = folder?.split('/') ?? [];
  const isPath = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isPath) throw noChannel();
  const named = folder === undefined ? {} : { folder };
  return { name, kind: 'files', permission: 'files:read', ...named };
}

function events(name: string, type?: string): Channel {
  const all: Channel = { name, kind: 'events', permission: 'events:read' };
  if (type === undefined) return all;
  if (isEventPattern(type)) return { ...all, patterns: [type] };
  // An event of one's own may be called as it was posted.
  if (customEventName.test(type)) return { ...all, patterns: [`custom.${type}`] };
  throw noChannel();
}

/** Whether an event is of one of some names (app.event_matches). */
export const matchesAny = (type: string, patterns: readonly string[]): boolean =>
  patterns.some(
    (one) => one === type || one === '*' || one === `${type.slice(0, type.indexOf('.'))}.*`,
  );

const noChannel = () =>
  ApiError.invalid(
    'channel',
    'unknown',
    'must be objects:<type>, objects:<type>:<id>, views:<id>, files, files:<folder>, events, events:<name>, ' +
      'notifications, comments:<object id>, dashboards:<id>, room:<name> or presence:<name>',
  );
