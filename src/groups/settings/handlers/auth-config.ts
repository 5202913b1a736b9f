import { isDots } from '../../../credentials/lost-secret.ts';
import { captchaSecret } from '../../../credentials/places.ts';
import type { Context } from '../../../operations/operation.ts';
import { secretPlace } from '../../oauth/index.ts';

type Json = Record<string, unknown>;

/**
 * POST /v1/auth-config: secrets are encrypted before they go to the database, each for its place. One that comes back
 * as it was shown is left out, and so stays.
 */
export function prepareAuthConfig({ services, caller }: Context, given: object): object {
  const { box } = services;
  const { tenant } = caller;
  const args: Json = { ...given };
  const made: Json = {};
  const hide = (from: Json, into: Json, section: string, name: string, place: string) => {
    const { [name]: secret, ...rest } = from[section] as Json;
    if (typeof secret !== 'string') return;
    from[section] = rest;
    if (isDots(secret)) return;
    into[section] = { [name]: box.seal(tenant, place, secret) };
  };
  if (args.captcha) hide(args, made, 'captcha', 'secret', captchaSecret);
  if (args.oauth) {
    args.oauth = { ...args.oauth };
    made.oauth = {};
    for (const [name, provider] of Object.entries(args.oauth as Json)) {
      if (provider)
        hide(args.oauth as Json, made.oauth as Json, name, 'client_secret', secretPlace(name));
    }
  }
  return { ...args, made };
}
