import type { Config } from '../../src/ground/config/config.ts';
import { groups } from '../../src/groups/index.ts';
import { createFinder } from '../../src/operations/find-route.ts';
import type { TaskDeps } from '../../src/tools/lanes/tasks.ts';
import { operationServices } from '../../src/tools/services/operation-services.ts';

/** The dependencies of tasks that a test runs by itself. @param url of insula_worker */
export function taskDeps(config: Config, url: string): TaskDeps {
  const ways = {
    url,
    lookOutbound: async () => ({ held: false, at: '', changed: {} }),
    lookInstallation: async () => ({
      ...{ self_serve: null, read_only: false, maintenance: null, shard: 'active' as const },
    }),
    lookRoutes: async () => ({ stamp: '' }),
    ensureLogin: async () => {},
  };
  const services = operationServices(config, ways, groups, {});
  const { findRoute } = createFinder(
    groups.flatMap(({ routes }) => routes),
    config,
  );
  return { config, storage: services.storage, services, findRoute };
}
