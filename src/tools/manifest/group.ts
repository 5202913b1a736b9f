import type { RouteGroup } from '../../operations/route.ts';
import type { BringsApiServices } from '../../operations/services.ts';
import type { WorkerGroup } from './worker-group.ts';

/** The manifest of a group: all that the rest of the house knows of it. Each src/groups/<group>/index.ts holds one. */
export interface Group extends RouteGroup, WorkerGroup, BringsApiServices {
  /** The events of its nouns, as the journal names them: `{webhook: 'created updated deleted'}`. */
  events?: Record<string, string>;
  /** The lists that `GET /v1/auth/me/export` has from it, and what each holds: `export` in its registry.sql fills them. */
  exports?: Record<string, string>;
}
