import type { HandlerCall } from '../../../http/handler.ts';

/** POST /admin/tenants: the owner's password is hashed first. There are no rules of the tenant's own yet. */
export async function tenantCreate(
  call: HandlerCall<{ owner_password?: string }>,
): Promise<string> {
  const { owner_password, ...args } = call.args;
  if (owner_password === undefined) return call.run('tenant_create', args);
  const password_hash = await call.services.passwords.hash(owner_password, call.caller.tenant);
  return call.run('tenant_create', { ...args, made: { password_hash } });
}
