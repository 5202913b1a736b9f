import type { Route, RouteGroup } from '../http/route.ts';
import { associations } from './associations/routes.ts';
import { auditLogs } from './audit-logs/routes.ts';
import { auth } from './auth/routes/sessions.ts';
import { automations } from './automations/routes.ts';
import { data } from './data/routes.ts';
import { dlq } from './dlq/routes.ts';
import { email } from './email/routes.ts';
import { events } from './events/routes.ts';
import { fileCollections } from './file-collections/routes.ts';
import { fileTags } from './file-tags/routes.ts';
import { files } from './files/index.ts';
import { functions } from './functions/routes.ts';
import { keys } from './keys/routes.ts';
import { mfa } from './mfa/routes.ts';
import { notifications } from './notifications/routes.ts';
import { oauth } from './oauth/routes.ts';
import { objectTypes } from './object-types/routes.ts';
import { objects } from './objects/routes.ts';
import { passkeys } from './passkeys/routes.ts';
import { platform } from './platform/routes.ts';
import { policies } from './policies/routes.ts';
import { realtime } from './realtime/routes.ts';
import { roles } from './roles/routes.ts';
import { saml } from './saml/routes.ts';
import { scheduledJobs } from './scheduled-jobs/routes.ts';
import { settings } from './settings/routes.ts';
import { tenants } from './tenants/routes.ts';
import { transactions } from './transactions/routes.ts';
import { usersGroup } from './users/routes.ts';
import { savedViews } from './views/routes.ts';
import { webhooks } from './webhooks/routes.ts';

/** Every group, in the order of the documentation. */
export const groups: RouteGroup[] = [
  objectTypes,
  objects,
  associations,
  savedViews,
  transactions,
  files,
  fileCollections,
  fileTags,
  events,
  webhooks,
  automations,
  functions,
  realtime,
  auditLogs,
  data,
  auth,
  usersGroup,
  mfa,
  passkeys,
  roles,
  oauth,
  saml,
  notifications,
  email,
  keys,
  settings,
  tenants,
  policies,
  scheduledJobs,
  dlq,
  platform,
];

export const routes: Route[] = groups.flatMap((group) => group.routes);

/** The SQL function behind a route: `object.create` → `object_create`. */
export const functionOf = (route: Route): string => route.id.replace('.', '_');
