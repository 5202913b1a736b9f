import type { Context } from '../../../operations/operation.ts';

/** POST /admin/tenants: the owner's password is hashed first. There are no rules of the tenant's own yet. */
export async function prepareTenant(
  { services, caller }: Context,
  { owner_password, ...args }: { owner_password?: string },
): Promise<object> {
  if (owner_password === undefined) return args;
  const password_hash = await services.passwords.hash(owner_password, caller.tenant);
  return { ...args, made: { password_hash } };
}
