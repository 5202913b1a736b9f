import type { Credential } from '../../db/call.ts';

/**
 * The credential for a channel that needs a permission; unchanged for a user's own channels, and for questions about
 * channels that were admitted.
 */
export function withPermission(credential: Credential, permission?: string): Credential {
  if ('session' in credential && permission === undefined)
    return { ...credential, scope: 'user', permission: '' };
  // A caller with `as_user` listens to a stream of events.
  return { ...credential, scope: 'read', permission: permission ?? 'events:read' };
}
