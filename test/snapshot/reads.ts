/** Reads of two tenants compared: fields that differ, each with its path. */
export function differences(one: unknown, other: unknown, at = ''): string[] {
  if (!isObject(one) || !isObject(other)) return one === other ? [] : [at];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    differences(one[key], other[key], `${at}.${key}`),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Fields that may differ, and why. The path of a route, then that of the field. */
export type Named = Array<[path: RegExp, field: RegExp, why: string]>;

/** The fields that a copy in the same installation shows differently. */
export const named: Named = [
  [/./, /^\.body\.request_id$/, 'of the request'],
  [/^\/v1\/files/, /\.storage_key$/, 'bytes lie where this tenant has them'],
  [/stats$/, /^\.body\.data\.to$/, 'the moment of the question'],
  [/\/reports\//, /\.generated_at$/, 'the moment of the question'],
  [/^\/v1\/sandboxes/, /./, 'they belong to the tenant that made them'],
  [/^\/v1\/changes$/, /next_since$/, 'tenant.restored, and the key that asks'],
  [/^\/v1\/audit-logs$/, /./, 'these two come first'],
  [/^\/v1\/audit-logs\/verify$/, /checked|from|to|hash/, 'sealed again from the first row'],
  [/^\/v1\/(email|webhook-deliveries)/, /\.(status|error|completed_at)$/, 'muted'],
  [/\/(runs|logs)(\/|$)/, /\.(status|error|finished_at)$/, 'was under way'],
  [/^\/v1\/dashboards/, /\.share_token$/, 'an address'],
  [/^\/v1\/tenants\/current$/, /name|slug|custom_domain|updated_at/, 'its own'],
  [/^\/v1\/branding/, /custom_domain/, 'hosts belong to the installation'],
  [/^\/v1\/email\/domains/, /verified/, 'a domain is proved again'],
  [/^\/v1\/billing/, /./, 'subscriptions belong to the installation'],
  [/^\/v1\/data\/export/, /./, 'exports do not come along'],
  [/^\/v1\/keys/, /./, 'the key that asks'],
  [/^\/v1\/ai\/conversations/, /./, 'of the key that asks'],
  [/^\/v1\/tickets/, /\.number$/, 'numbers belong to the installation'],
  [/./, /\.next_run_at$/, 'computed again'],
  [/^\/v1\/(usage|activity|analytics)/, /./, 'figures belong to the installation'],
];

export const isNamed = (path: string, field: string, list = named): boolean =>
  list.some(([paths, fields]) => paths.test(path) && fields.test(field));
