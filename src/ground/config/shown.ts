import { documentation, variables } from './variables.ts';

/** A variable of the environment as the operator sees it: never a secret. */
export interface ShownVariable {
  is_set: boolean;
  /** null for a secret, and for one that is not set. */
  value: string | null;
}

/** Name and password in an address. */
const userInfo = /\/\/[^/@]*@/;

/** The variables that the environment sets, by name, and each secret with whether it is set. */
export function shownEnvironment(env: NodeJS.ProcessEnv): Record<string, ShownVariable> {
  const shown = Object.entries(variables).flatMap(([name, schema]) => {
    const given = env[name] || undefined;
    const isSecret = documentation.get(schema)?.secret ?? false;
    if (given === undefined && !isSecret) return [];
    const value = isSecret || given === undefined ? null : given.replace(userInfo, '//…@');
    return [[name, { is_set: given !== undefined, value }] as const];
  });
  return Object.fromEntries(shown);
}
