import type { Credential } from '../../db/call.ts';

/**
 * The credential for a channel that needs a permission; unchanged for a user's own channels, and for questions about
 * channels that were admitted. To listen is open to an impersonated session.
 */
export function withPermission(credential: Credential, permission?: string): Credential {
  const asked: Credential = { ...credential, impersonable: true };
  if ('session' in credential && permission === undefined)
    return { ...asked, scope: 'user', permission: '' };
  // A caller with `as_user` listens to a stream of events.
  return { ...asked, scope: 'read', permission: permission ?? 'events:read' };
}
