/**
 * A function whose module is loaded when it is first called. For those whose libraries take as long to load as all the
 * rest together, so that the start of a process does not wait for them.
 * @param load imports the module, such as handlers/acs.ts
 */
export const lazy = <
  Module extends Record<Name, (...given: never[]) => unknown>,
  Name extends string,
>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] => {
  const later = async (...given: never[]) => (await load())[name](...given);
  return later as Module[Name];
};
