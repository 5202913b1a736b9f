import { describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { parametersOf } from '../../src/operations/parameters.ts';

/**
 * The promise to clients about requests, field by field: each has to be known, because unknown ones are refused.
 * `?` begins the names of the query.
 */
const given = `
  POST   /v1/tenants/lookup                      email
  POST   /v1/object-types                        name
  PATCH  /v1/object-types/:object_type_id        name
  DELETE /v1/object-types/:object_type_id        ? force confirm_token
  POST   /v1/object-types/:object_type_id/properties name data_type is_indexed is_sortable is_unique is_required default_value enum_values description
  PATCH  /v1/object-types/:object_type_id/properties/:property_id is_indexed is_sortable is_unique is_required default_value description
  POST   /v1/objects/:object_type_id             properties
  PATCH  /v1/objects/:object_type_id/:object_id  properties version
  DELETE /v1/objects/:object_type_id/:object_id  version ? force confirm_token
  GET    /v1/objects/:object_type_id/list        ? limit cursor sort order
  POST   /v1/objects/:object_type_id/batch/create objects
  POST   /v1/objects/:object_type_id/batch/read  object_ids
  POST   /v1/objects/:object_type_id/batch/update updates
  GET    /v1/objects/:object_type_id/trash       ? limit cursor
  GET    /v1/objects/:object_type_id/:object_id/versions ? limit
  POST   /v1/objects/:object_type_id/search      filters sort order limit cursor query properties include count highlight
  POST   /v1/objects/:object_type_id/aggregate   filters group_by metrics interval timezone limit
  POST   /v1/object-types/:object_type_id/views  name filters sort columns
  PATCH  /v1/object-types/:object_type_id/views/:view_id name filters sort columns
  PUT    /v1/objects/:from_type/:from_id/associations/:association_type/:to_type/:to_id meta
  GET    /v1/objects/:type/:id/associations      ? direction association_type limit cursor
  POST   /v1/files/upload                        access
  POST   /v1/files/upload-url                    filename mime_type size_bytes access folder meta
  PATCH  /v1/files/:file_id                      filename access folder meta object_type_id object_id
  GET    /v1/files/:file_id/content              ? token expires t
  GET    /v1/files/:file_id/variants/:variant    ? w h fit format
  POST   /v1/files/:file_id/signed-url           expires_in
  POST   /v1/files/:file_id/tags                 tag_ids
  GET    /v1/files/trash                         ? limit cursor
  GET    /v1/files/folders                       ? limit offset
  POST   /v1/files/search                        mime_type mime_category access status folder filename object_type_id object_id created_after created_before sort sort_dir limit cursor
  POST   /v1/files/batch/delete                  file_ids
  POST   /v1/files/batch/read                    file_ids
  POST   /v1/files/batch/update                  file_ids access folder
  POST   /v1/files/collections                   name description
  PATCH  /v1/files/collections/:collection_id    name description cover_file_id
  GET    /v1/files/collections/:collection_id/items ? limit offset
  POST   /v1/files/collections/:collection_id/items file_ids
  POST   /v1/files/tags                          name color
  PATCH  /v1/files/tags/:tag_id                  name color
  POST   /v1/auth/signup                         email phone password user_metadata data redirect_to turnstile_token code_challenge code_challenge_method
  POST   /v1/auth/signin                         email phone password turnstile_token
  POST   /v1/auth/token                          email phone password refresh_token auth_code code_verifier provider id_token nonce access_token ? grant_type
  POST   /v1/auth/refresh                        refresh_token
  POST   /v1/auth/signout                        scope
  POST   /v1/auth/otp                            email phone channel create_user user_metadata redirect_to turnstile_token
  POST   /v1/auth/otp/verify                     type token token_hash email phone
  GET    /v1/auth/verify                         ? token type redirect_to
  POST   /v1/auth/magic-link                     email redirect_to create_user user_metadata turnstile_token
  POST   /v1/auth/magic-link/verify              token
  POST   /v1/auth/resend                         type email phone
  POST   /v1/auth/forgot-password                email redirect_to turnstile_token
  POST   /v1/auth/reset-password                 token token_hash password
  POST   /v1/auth/verify-email                   token
  POST   /v1/auth/change-password                current_password new_password
  GET    /v1/auth/oauth/:provider                ? redirect_to scopes state code_challenge code_challenge_method skip_http_redirect
  POST   /v1/auth/oauth/token                    code auth_code code_verifier
  POST   /v1/auth/identities/link                provider redirect_to id_token
  POST   /v1/auth/anonymous                      user_metadata
  POST   /v1/auth/anonymous/link                 email password provider id_token phone otp on_conflict
  PATCH  /v1/auth/user                           email phone password user_metadata
  DELETE /v1/auth/user                           password nonce confirm_token
  POST   /v1/auth/invite                         email role user_metadata redirect_to
  POST   /v1/users/:user_id/generate-link        type redirect_to
  PUT    /v1/auth/notifications/preferences      channel enabled categories
  GET    /v1/auth/notifications                  ? limit cursor unread
  PATCH  /v1/auth/notifications/:notification_id is_read
  POST   /v1/notifications                       user_ids role type title body metadata channels
  POST   /v1/auth/mfa/enroll                     type friendly_name issuer
  POST   /v1/auth/mfa/challenge                  factor_id mfa_token
  POST   /v1/auth/mfa/verify                     factor_id code challenge_id mfa_token
  DELETE /v1/auth/mfa/:factor_id                 code
  POST   /v1/auth/passkeys/register/options      friendly_name
  POST   /v1/auth/passkeys/register/verify       challenge_id credential friendly_name
  POST   /v1/auth/passkeys/authenticate/options  email
  POST   /v1/auth/passkeys/authenticate/verify   challenge_id credential
  POST   /v1/auth/saml/providers                 type name metadata_url metadata_xml domains attribute_mapping default_role enabled
  POST   /v1/auth/saml/login                     email domain provider_id redirect_to skip_http_redirect
  GET    /v1/auth/saml/metadata                  ? provider_id download tenant_id
  POST   /v1/auth/saml/acs                       SAMLResponse RelayState
  POST   /v1/keys                                label scopes ip_allowlist expires_at rate_limit
  PATCH  /v1/keys/:key_id                        label scopes ip_allowlist rate_limit
  POST   /v1/keys/:key_id/rotate                 label scopes grace_period_seconds
  GET    /v1/users                               ? limit offset search role
  POST   /v1/users                               email password phone role email_verified user_metadata
  PATCH  /v1/users/:user_id                      email phone role banned ban_reason email_verified user_metadata
  DELETE /v1/users/:user_id                      ? force confirm_token
  POST   /v1/roles                               name description parent_role_id
  PATCH  /v1/roles/:role_id                      name description parent_role_id
  PUT    /v1/roles/:role_id/permissions          permissions
  POST   /v1/roles/assign                        user_id role_id
  POST   /v1/object-types/:object_type_id/policies name action role condition_json enabled check_json effect priority
  PATCH  /v1/object-types/:object_type_id/policies/:policy_id name action role condition_json enabled
  POST   /v1/policies/simulate                   policy policy_id object_type_id auth_context sample_data limit
  PATCH  /v1/governance                          audit_retention_days session_duration_secs password_min_length ip_allowlist require_mfa_roles trash_retention_days version_retention event_retention_days data_region force
  PATCH  /v1/branding                            custom_domain logo_url favicon_url primary_color brand_name footer_text custom_css
  POST   /v1/auth-config                         disable_signup email phone anonymous magic_link passkeys mfa saml oauth site_url redirect_allow_list jwt_expiry refresh_reuse_interval captcha password default_role templates
  GET    /v1/audit-logs                          ? limit offset action resource_type actor_id resource_id from to
  GET    /v1/dlq                                 ? limit offset source
  POST   /v1/dlq/retry-all                       source since
  POST   /v1/webhooks                            url events object_types status description headers throttle_rate ordering
  PATCH  /v1/webhooks/:webhook_id                url events status
  DELETE /v1/webhooks/:webhook_id                ? force confirm_token
  POST   /v1/webhooks/:webhook_id/replay         event payload
  POST   /v1/webhooks/:webhook_id/rotate-secret  secret grace_period_seconds
  POST   /v1/webhooks/:webhook_id/recover        since until
  GET    /v1/webhook-deliveries                  ? limit offset webhook_id status event_type since
  POST   /v1/automations                         name description trigger_event object_type_id conditions actions enabled mode run_as max_runs_per_minute
  PATCH  /v1/automations/:automation_id          name trigger_event conditions actions enabled
  GET    /v1/automations/:automation_id/runs     ? limit offset
  POST   /v1/automations/:automation_id/trigger  data
  GET    /v1/scheduled-jobs                      ? limit offset
  POST   /v1/scheduled-jobs                      name description cron_expression run_at action_type action_config enabled timezone
  PATCH  /v1/scheduled-jobs/:job_id              name description cron_expression run_at action_type action_config enabled
  POST   /v1/functions                           name description trigger_type code runtime enabled timeout_ms memory_mb env
  PATCH  /v1/functions/:function_id              name description trigger_type code runtime enabled version
  POST   /v1/functions/:function_id/execute      input async
  GET    /v1/functions/:function_id/logs         ? limit offset
  POST   /v1/events                              event_type data
  GET    /v1/events/list                         ? limit offset event_type from to
  GET    /v1/changes                             ? since types object_type limit
  GET    /events/stream                          ? token types object_types since
  POST   /v1/data/import                         object_type_id format rows data file_id mapping mode match_on on_error dry_run create_missing_properties date_format delimiter
  POST   /v1/data/export                         object_type_id format filters query properties sort order include include_deleted filename
  POST   /v1/transaction                         requests
  POST   /v1/tenants                             name slug brand_name owner email password plan_tier region turnstile_token
  GET    /admin/tenants                          ? limit offset search status plan shard_id
  POST   /admin/tenants                          name slug owner_email owner_password plan_tier region shard_id limits metadata
  PATCH  /admin/tenants/:tenant_id               name plan_tier status limits features metadata
  DELETE /admin/tenants/:tenant_id               ? force confirm_token
  POST   /admin/tenants/:tenant_id/suspend       reason
  POST   /admin/tenants/:tenant_id/keys          label scopes
`;

describe('the promised requests', () => {
  it.each(
    given
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/)),
  )('%s %s accept all fields that it names', (method = '', path = '', ...names) => {
    const route = routes.find((one) => one.method === method && one.path === path);
    if (!route) throw new Error('there is no such route');
    const at = names.includes('?') ? names.indexOf('?') : names.length;
    const [fields, parameters] = [names.slice(0, at), names.slice(at + 1)];
    expect(Object.keys(route.body?.shape ?? {})).toEqual(expect.arrayContaining(fields));
    expect(Object.keys(parametersOf(route).shape)).toEqual(expect.arrayContaining(parameters));
  });
});
