import { spawnSync } from 'node:child_process';

/** Whether a program is on the PATH; where it is not, the output of the test says so. */
export function program(name: string, from = name): boolean {
  const { error } = spawnSync(name, ['--version'], { stdio: 'ignore' });
  if (error) console.warn(`NOT TESTED: there is no ${name} here. apt-get install ${from}`);
  return !error;
}
