import type { Logger } from 'pino';
import { AccessTokens } from './auth/access-token.ts';
import { Box } from './auth/box.ts';
import { OAuthClients } from './auth/oauth/clients.ts';
import { Passwords } from './auth/passwords.ts';
import { RefreshTokens } from './auth/refresh-token.ts';
import { SessionTokens } from './auth/session.ts';
import { SigningKeys } from './auth/signing-keys.ts';
import type { Config } from './config.ts';
import type { Gateway } from './db/call.ts';
import type { Services } from './http/handler.ts';
import { outboundOf } from './outbound/safe-fetch.ts';
import type { Wakeups } from './wakeups.ts';

/** What handlers work with, made once per process. */
export function createServices(
  config: Config,
  gateway: Gateway,
  log: Logger,
  wakeups: Wakeups,
): Services {
  const box = new Box(config.encryptionKey);
  const signingKeys = new SigningKeys(gateway, box);
  const accessTokens = new AccessTokens(config, signingKeys);
  const refreshTokens = new RefreshTokens(config.encryptionKey);
  const outbound = outboundOf(config);
  return {
    config,
    gateway,
    log,
    box,
    outbound,
    wakeups,
    oauthClients: new OAuthClients(outbound, box),
    passwords: new Passwords(),
    signingKeys,
    accessTokens,
    refreshTokens,
    sessionTokens: new SessionTokens(accessTokens, refreshTokens),
  };
}
