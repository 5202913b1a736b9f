import type { Handler } from './handler.ts';

/**
 * A handler whose module is loaded when it is first called. For those whose libraries take as long to load as all the
 * rest together, so that the start of a process does not wait for them.
 * @param load imports the module, such as handlers/acs.ts
 */
export const lazy = <Module extends Record<Name, Handler<never>>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] => {
  const handler: Handler<never> = async (call) => (await load())[name](call);
  return handler as Module[Name];
};
