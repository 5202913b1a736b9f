import { z } from 'zod';
import type { Route } from '../../../operations/route.ts';

/** `webhook_delivery` → `WebhookDelivery`, `X-Tenant-ID` → `XTenantId`. */
export const pascal = (words: string): string =>
  words
    .split(/[_.-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');

/** The body of an operation: `webhook.create` takes a `WebhookCreate`. */
export const bodyName = ({ id }: Route): string => pascal(id);

/** The same with a file beside its fields. */
export const formName = ({ id }: Route): string => `${pascal(id)}Form`;

/**
 * An answer without an id of its own: `usage.get` gives a `Usage`, `webhook.list` a `WebhookList`, `form.dependencies`
 * `FormDependencies`, and what is no GET the result of what it does: `webhook.recover` a `WebhookRecoverResult`. A list
 * of records with an id is named after it: the roles of a user are also a `RoleList`.
 */
export function answerName({ id, method, returns }: Route): string {
  const item = returns instanceof z.ZodArray && z.globalRegistry.get(returns.element as z.ZodType);
  if (item && item.id !== undefined) return `${item.id}List`;
  return method === 'GET' ? pascal(id.replace(/\.get$/, '')) : `${pascal(id)}Result`;
}
