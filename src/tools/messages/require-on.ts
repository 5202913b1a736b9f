import type { Context } from '../../operations/operation.ts';

/**
 * Before an operation whose only sense is the mail or text that it sends at once.
 * @throws MutedError where nothing leaves the tenant
 */
export async function requireOn<Args>({ services, caller }: Context, args: Args): Promise<Args> {
  await services.hold.requireOn(caller.tenant);
  return args;
}
