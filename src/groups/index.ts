import { declareEvents } from '../ground/shapes/event-types.ts';
import { declareFunctions } from '../operations/functions.ts';
import type { Route } from '../operations/route.ts';
import type { Group } from '../tools/manifest/group.ts';
import { accounting } from './accounting/index.ts';
import { ai } from './ai/index.ts';
import { announcements } from './announcements/index.ts';
import { associations } from './associations/index.ts';
import { auditLogs } from './audit-logs/index.ts';
import { declareExports } from './auth/export-shape.ts';
import { auth } from './auth/index.ts';
import { automations } from './automations/index.ts';
import { backups } from './backups/index.ts';
import { billing } from './billing/index.ts';
import { books } from './books/index.ts';
import { comments } from './comments/index.ts';
import { dashboards } from './dashboards/index.ts';
import { data } from './data/index.ts';
import { diffs } from './diffs/index.ts';
import { dlq } from './dlq/index.ts';
import { email } from './email/index.ts';
import { errors } from './errors/index.ts';
import { events } from './events/index.ts';
import { featureFlags } from './feature-flags/index.ts';
import { fileCollections } from './file-collections/index.ts';
import { fileTags } from './file-tags/index.ts';
import { files } from './files/index.ts';
import { forms } from './forms/index.ts';
import { functions } from './functions/index.ts';
import { graphql } from './graphql/index.ts';
import { integrations } from './integrations/index.ts';
import { invariants } from './invariants/index.ts';
import { keys } from './keys/index.ts';
import { mfa } from './mfa/index.ts';
import { migrations } from './migrations/index.ts';
import { notifications } from './notifications/index.ts';
import { oauth } from './oauth/index.ts';
import { objectTypes } from './object-types/index.ts';
import { objects } from './objects/index.ts';
import { operatorGraphql } from './operator-graphql/index.ts';
import { passkeys } from './passkeys/index.ts';
import { plans } from './plans/index.ts';
import { platformJobs } from './platform-jobs/index.ts';
import { platformKeys } from './platform-keys/index.ts';
import { platformSettings } from './platform-settings/index.ts';
import { platformStatus } from './platform-status/index.ts';
import { plugins } from './plugins/index.ts';
import { policies } from './policies/index.ts';
import { portal } from './portal/index.ts';
import { realtime } from './realtime/index.ts';
import { reports } from './reports/index.ts';
import { revenue } from './revenue/index.ts';
import { roles } from './roles/index.ts';
import { saml } from './saml/index.ts';
import { sandboxes } from './sandboxes/index.ts';
import { savedReports } from './saved-reports/index.ts';
import { scheduledJobs } from './scheduled-jobs/index.ts';
import { settings } from './settings/index.ts';
import { shards } from './shards/index.ts';
import { shortUrls } from './short-urls/index.ts';
import { signingKeys } from './signing-keys/index.ts';
import { sql } from './sql/index.ts';
import { subscriptions } from './subscriptions/index.ts';
import { tenantKeys } from './tenant-keys/index.ts';
import { tenantRoutes } from './tenant-routes/index.ts';
import { tenants } from './tenants/index.ts';
import { tenantsAdmin } from './tenants-admin/index.ts';
import { tickets } from './tickets/index.ts';
import { transactions } from './transactions/index.ts';
import { usage } from './usage/index.ts';
import { userAnnouncements } from './user-announcements/index.ts';
import { users } from './users/index.ts';
import { views } from './views/index.ts';
import { webhooks } from './webhooks/index.ts';
import { workflows } from './workflows/index.ts';

/** Every group, in the order of the documentation. */
export const groups: Group[] = [
  objectTypes,
  objects,
  associations,
  views,
  sql,
  graphql,
  transactions,
  files,
  fileCollections,
  fileTags,
  shortUrls,
  accounting,
  forms,
  events,
  webhooks,
  automations,
  workflows,
  functions,
  realtime,
  comments,
  dashboards,
  savedReports,
  reports,
  auditLogs,
  errors,
  data,
  integrations,
  plugins,
  auth,
  users,
  mfa,
  migrations,
  passkeys,
  roles,
  oauth,
  saml,
  portal,
  notifications,
  userAnnouncements,
  email,
  keys,
  settings,
  tenants,
  sandboxes,
  billing,
  ai,
  announcements,
  tickets,
  policies,
  invariants,
  scheduledJobs,
  dlq,
  usage,
  tenantsAdmin,
  tenantKeys,
  platformKeys,
  platformStatus,
  platformJobs,
  platformSettings,
  featureFlags,
  tenantRoutes,
  shards,
  backups,
  diffs,
  signingKeys,
  operatorGraphql,
  plans,
  subscriptions,
  revenue,
  books,
];

export const routes: Route[] = groups.flatMap((group) => group.routes);

declareFunctions(routes);
declareEvents(groups.map(({ events = {} }) => events));
declareExports(groups.map(({ exports = {} }) => exports));
