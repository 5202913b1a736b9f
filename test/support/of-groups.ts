import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(import.meta.dirname, '..');

/**
 * The modules test/<group>/<name>.ts and test/<group>/<part>-<name>.ts of all groups: what each adds to a common table. The
 * module that waits for them is not one that they import, but for its types: both would wait for ever.
 */
export function ofGroups<Module>(name: string): Promise<Module[]> {
  const files = globSync([`*/${name}.ts`, `*/*-${name}.ts`], { cwd: folder })
    .filter((file) => !file.startsWith('support'))
    .sort();
  return Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)));
}
