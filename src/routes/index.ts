import type { Route, RouteGroup } from '../http/route.ts';
import { associations } from './associations.ts';
import { auditLogs } from './audit-logs.ts';
import { auth } from './auth.ts';
import { automations } from './automations.ts';
import { data } from './data.ts';
import { dlq } from './dlq.ts';
import { email } from './email.ts';
import { events } from './events.ts';
import { fileCollections } from './file-collections.ts';
import { fileTags } from './file-tags.ts';
import { files } from './files.ts';
import { functions } from './functions.ts';
import { keys } from './keys.ts';
import { mfa } from './mfa.ts';
import { notifications } from './notifications.ts';
import { oauth } from './oauth.ts';
import { objectTypes } from './object-types.ts';
import { objects } from './objects.ts';
import { passkeys } from './passkeys.ts';
import { platform } from './platform.ts';
import { policies } from './policies.ts';
import { realtime } from './realtime.ts';
import { roles } from './roles.ts';
import { saml } from './saml.ts';
import { scheduledJobs } from './scheduled-jobs.ts';
import { settings } from './settings.ts';
import { tenants } from './tenants.ts';
import { transactions } from './transactions.ts';
import { usersGroup } from './users.ts';
import { savedViews } from './views.ts';
import { webhooks } from './webhooks.ts';

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
