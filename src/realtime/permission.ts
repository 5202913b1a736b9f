import type { Credential } from '../db/call.ts';

/**
 * What the database is asked with, for a channel that needs a permission; none for what is a user's own, and for
 * questions about channels that were let in.
 */
export function withPermission(credential: Credential, permission?: string): Credential {
  if ('session' in credential && permission === undefined)
    return { ...credential, scope: 'user', permission: '' };
  // Whoever looks through the eyes of a user does it on a stream of events.
  return { ...credential, scope: 'read', permission: permission ?? 'events:read' };
}
