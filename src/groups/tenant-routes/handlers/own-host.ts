import { ApiError } from '../../../ground/errors.ts';
import type { Context } from '../../../operations/operation.ts';
import { ownHost } from '../../../operations/own-host.ts';

/** The database does not know BASE_URL, whose subdomains are the hosts of slugs. */
export const withOwnHost = <Args extends object>({ services }: Context, args: Args) => ({
  ...args,
  made: { own_host: ownHost(services.config.baseUrl) },
});

/** POST /admin/routes: the hosts of this server are its own to give, a tenant has <slug>.<host> already. */
export function prepareRoute(
  { services }: Context,
  args: { hostname?: string | null | undefined },
): object {
  const own = ownHost(services.config.baseUrl);
  const { hostname } = args;
  if (hostname === own || hostname?.endsWith(`.${own}`))
    throw ApiError.invalid(
      'hostname',
      'not_yours',
      `must not be a host of ${own}. Leave it out for a prefix there`,
    );
  return args;
}

/** A change holds at once in this process. */
export const changed = ({ services }: Context, answer: object): object => {
  services.routeTable.forget();
  return answer;
};
