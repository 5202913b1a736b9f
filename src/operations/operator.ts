import { ApiError } from '../ground/errors.ts';
import type { PlatformScope } from './route-caller.ts';

/** A platform key, as far as the doorway knows it. */
export interface Operator {
  /** `env` for PLATFORM_ADMIN_KEY. */
  id: string;
  label: string;
  scopes: string[];
}

/** Of PLATFORM_ADMIN_KEY, as app.platform_key_env_json shows it. */
export const ofEnvironment: Operator = { id: 'env', label: 'PLATFORM_ADMIN_KEY', scopes: ['*'] };

/** The refusal for a key without a scope; undefined for one that has it. */
export function lacking({ scopes }: Operator, needed: PlatformScope = '*'): ApiError | undefined {
  if (scopes.includes('*') || scopes.includes(needed)) return undefined;
  return new ApiError(
    'INSUFFICIENT_SCOPE',
    `This needs a platform key with the scope ${needed}. Use another key, or PATCH this one with a key that holds it.`,
    { details: { required: needed, held: scopes } },
  );
}

/** The part of a caller that says its platform key; nothing for PLATFORM_ADMIN_KEY, whose calls are as those of 1.0. */
export const operatorOf = ({
  operator,
}: {
  operator?: Operator;
}): { operator?: { id: string; label: string } } =>
  operator && operator !== ofEnvironment
    ? { operator: { id: operator.id, label: operator.label } }
    : {};
