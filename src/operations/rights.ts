import type { Context } from './operation.ts';

/**
 * For `before` that compiles, hashes or looks names up: a request may hold a hundred of those, and only the database knows
 * the rights of its caller.
 * @throws the refusal that the operation itself would answer to a caller who may not do it
 */
export async function requireRights({ ask }: Pick<Context, 'ask'>): Promise<void> {
  // Read with the scope and the permission of the operation; one row, of every tenant.
  await ask('tenant_current_get', {});
}
