import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/doors/http/openapi.ts';
import { groups, routes } from '../../src/groups/index.ts';

/** The literal promise to clients: method, path, scope where it names one, status where not 200. */
const given = `
  GET    /v1/object-types
  POST   /v1/object-types                                            schema 201
  GET    /v1/object-types/:object_type_id
  PATCH  /v1/object-types/:object_type_id                            schema
  DELETE /v1/object-types/:object_type_id
  GET    /v1/object-types/:object_type_id/properties
  POST   /v1/object-types/:object_type_id/properties                 schema 201
  PATCH  /v1/object-types/:object_type_id/properties/:property_id
  DELETE /v1/object-types/:object_type_id/properties/:property_id
  POST   /v1/objects/:object_type_id                                 write 201
  GET    /v1/objects/:object_type_id/:object_id
  PATCH  /v1/objects/:object_type_id/:object_id                      write
  DELETE /v1/objects/:object_type_id/:object_id
  GET    /v1/objects/:object_type_id/list
  POST   /v1/objects/:object_type_id/batch/create                    write 201
  POST   /v1/objects/:object_type_id/batch/read
  POST   /v1/objects/:object_type_id/batch/update
  GET    /v1/objects/:object_type_id/trash
  POST   /v1/objects/:object_type_id/:object_id/restore
  GET    /v1/objects/:object_type_id/:object_id/versions
  GET    /v1/audit-logs
  POST   /v1/events
  GET    /v1/events/list
  GET    /v1/object-types/:object_type_id/views
  POST   /v1/object-types/:object_type_id/views                      write 201
  PATCH  /v1/object-types/:object_type_id/views/:view_id             write
  DELETE /v1/object-types/:object_type_id/views/:view_id             write
  GET    /v1/object-types/:object_type_id/policies
  POST   /v1/object-types/:object_type_id/policies                    201
  PATCH  /v1/object-types/:object_type_id/policies/:policy_id
  DELETE /v1/object-types/:object_type_id/policies/:policy_id
  POST   /v1/policies/simulate
  PUT    /v1/objects/:from_type/:from_id/associations/:association_type/:to_type/:to_id write
  DELETE /v1/objects/:from_type/:from_id/associations/:association_type/:to_type/:to_id write
  GET    /v1/objects/:type/:id/associations                          read
  POST   /v1/data/import
  GET    /v1/data/export/:export_id
  GET    /v1/auth/passkeys                                           user
  DELETE /v1/auth/passkeys/:credential_id                            user
  POST   /v1/auth/anonymous                                          public
  GET    /v1/auth/me/export                                          user
  GET    /v1/users                                                   auth
  POST   /v1/users                                                   auth 201
  GET    /v1/users/:user_id                                          auth
  PATCH  /v1/users/:user_id                                          auth
  DELETE /v1/users/:user_id                                          auth
  GET    /v1/users/:user_id/mfa                                      auth
  GET    /v1/keys
  POST   /v1/keys                                                    auth 201
  PATCH  /v1/keys/:key_id
  DELETE /v1/keys/:key_id
  POST   /v1/keys/:key_id/rotate
  GET    /v1/scheduled-jobs
  POST   /v1/scheduled-jobs                                          201
  GET    /v1/scheduled-jobs/:job_id
  PATCH  /v1/scheduled-jobs/:job_id
  DELETE /v1/scheduled-jobs/:job_id
  POST   /v1/scheduled-jobs/:job_id/execute
  POST   /v1/files/:file_id/tags
  DELETE /v1/files/:file_id/tags/:tag_id
  GET    /v1/files/collections
  POST   /v1/files/collections                                       201
  PATCH  /v1/files/collections/:collection_id
  DELETE /v1/files/collections/:collection_id
  GET    /v1/files/collections/:collection_id/items
  POST   /v1/files/collections/:collection_id/items
  DELETE /v1/files/collections/:collection_id/items/:file_id
  GET    /v1/files/tags
  POST   /v1/files/tags                                              201
  PATCH  /v1/files/tags/:tag_id
  DELETE /v1/files/tags/:tag_id
  GET    /v1/dlq
  POST   /v1/dlq/:msg_id/retry
  DELETE /v1/dlq/:msg_id
  GET    /admin/tenants                                              platform
  POST   /admin/tenants                                              platform 201
  GET    /admin/tenants/:tenant_id                                   platform
  PATCH  /admin/tenants/:tenant_id                                   platform
  DELETE /admin/tenants/:tenant_id                                   platform
  POST   /admin/tenants/:tenant_id/suspend                           platform
  POST   /admin/tenants/:tenant_id/activate                          platform
  POST   /admin/tenants/:tenant_id/keys                              platform 201
`;

describe('the promised routes', () => {
  it.each(
    given
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/)),
  )('exist: %s %s', (method = '', path = '', ...rest) => {
    const route = routes.find((one) => one.method === method && one.path === path);
    expect(route).toBeDefined();
    expect(route?.status ?? 200).toBe(rest.includes('201') ? 201 : 200);
    const scope = rest.find((word) => word !== '201');
    if (scope) expect(route?.scope).toBe(scope);
  });
});

describe('the promised public paths', () => {
  it.each(['/', '/health', '/ready', '/docs', '/docs/openapi.json', '/events/types'])(
    'need no token: %s',
    (path) => {
      const { paths } = openApiDocument(groups, 'http://localhost') as {
        paths: Record<string, { get?: { security: unknown[] } }>;
      };
      expect(paths[path]?.get?.security).toEqual([]);
    },
  );
});
