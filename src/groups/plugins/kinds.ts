/** A body of a request, as it stands in a manifest. */
export type Body = Record<string, unknown>;

/** The kinds of parts in a manifest: one row for each. */
export interface Kind {
  /** As routes and dependents name one of them. */
  noun: string;
  /** Where they are made. `:parent` is the id or name of what holds them. */
  path: string;
  /** The member of a body that names it within its kind. Unique in a manifest. */
  name: (body: Body) => unknown;
  /** Whether its name may be missing: then its place among its like names it. */
  mayBeNameless?: boolean;
  /** The kind that holds it, and how a part at the top of the manifest names its holder. */
  within?: { kind: KindName; by: string };
  /** The member that switches it on and off with the plugin: its values, and what counts where a manifest has none. */
  switch?: { member: string; off: unknown; fallback: unknown };
  /** The member that holds another one, `enabled`, by which it runs or does not: the schedule of a report. */
  runsBy?: string;
  /** Members that a manifest made of records leaves out: they stand elsewhere in it. */
  kept?: string[];
  /** Members of which PATCH knows nothing: each is set by a PUT of its own under the path of the part. */
  apart?: string[];
  /** Members that may name parts which come after it: set by a PATCH once all parts are there. */
  later?: string[];
  /** A POST under the path of a part that has been made or changed. */
  afterwards?: { path: string; unless: (body: Body) => boolean };
}

const byName = ({ name }: Body) => name;
const enabled = { member: 'enabled', off: false, fallback: true };

/** In the order in which they are made: each may refer to those before it. They are removed the other way round. */
export const kinds = {
  // Before types: a role stays as long as policies name it.
  roles: { noun: 'role', path: '/v1/roles', name: byName, apart: ['permissions'] },
  object_types: {
    noun: 'object_type',
    path: '/v1/object-types',
    name: byName,
    kept: ['properties'],
    // Names its properties.
    later: ['ai_index'],
  },
  properties: {
    noun: 'property',
    path: '/v1/object-types/:parent/properties',
    name: byName,
    within: { kind: 'object_types', by: 'object_type' },
  },
  association_types: { noun: 'association_type', path: '/v1/association-types', name: byName },
  policies: {
    noun: 'policy',
    path: '/v1/object-types/:parent/policies',
    name: byName,
    within: { kind: 'object_types', by: 'object_type' },
  },
  views: {
    noun: 'view',
    path: '/v1/object-types/:parent/views',
    name: byName,
    within: { kind: 'object_types', by: 'object_type' },
  },
  email_templates: { noun: 'email_template', path: '/v1/email/templates', name: byName },
  functions: { noun: 'function', path: '/v1/functions', name: byName, switch: enabled },
  workflows: {
    noun: 'workflow',
    path: '/v1/workflows',
    name: byName,
    // Publishing switches it on.
    switch: { member: 'status', off: 'archived', fallback: 'active' },
    afterwards: { path: '/publish', unless: ({ status }) => status !== 'active' },
  },
  automations: {
    noun: 'automation',
    path: '/v1/automations',
    name: byName,
    switch: enabled,
  },
  webhooks: {
    noun: 'webhook',
    path: '/v1/webhooks',
    name: ({ description, url }) => description ?? url,
    switch: { member: 'status', off: 'paused', fallback: 'active' },
  },
  forms: {
    noun: 'form',
    path: '/v1/forms',
    name: byName,
    switch: { member: 'status', off: 'paused', fallback: 'draft' },
  },
  dashboards: {
    noun: 'dashboard',
    path: '/v1/dashboards',
    name: byName,
    // Places its widgets.
    later: ['layout_json'],
  },
  widgets: {
    noun: 'widget',
    path: '/v1/dashboards/:parent/widgets',
    name: ({ title }) => title || undefined,
    mayBeNameless: true,
    within: { kind: 'dashboards', by: 'dashboard' },
  },
  reports: { noun: 'report', path: '/v1/saved-reports', name: byName, runsBy: 'schedule' },
  jobs: { noun: 'job', path: '/v1/scheduled-jobs', name: byName, switch: enabled },
} satisfies Record<string, Omit<Kind, 'within'> & { within?: { kind: string; by: string } }>;

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];
export const kindOf = (name: KindName): Kind => kinds[name] as Kind;

/** The kinds that a part of a kind may hold, nested in it: properties of an object type. */
export const heldBy = (holder: KindName): KindName[] =>
  kindNames.filter((name) => kindOf(name).within?.kind === holder);
