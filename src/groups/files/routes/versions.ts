import { z } from 'zod';
import { pageQuery, wholeNumber } from '../../../ground/shapes/schemas.ts';
import { type Route, versionNumber } from '../../../operations/route.ts';
import { FileRecord, FileVersion } from '../shapes.ts';

/** Routes of earlier versions of files. */
export const fileVersions: Route[] = [
  {
    id: 'file.versions',
    method: 'GET',
    path: '/v1/files/:file_id/versions',
    scope: 'read',
    permission: 'files:read',
    summary: 'List the versions of a file, newest first',
    description:
      '`X-Total-Count` counts them all. For the bytes of one: GET /v1/files/:file_id/content?version=1, with a token.',
    query: pageQuery.omit({ cursor: true }).extend({
      before: wholeNumber(1, 2_147_483_647, 'Only versions below this one, for the next page'),
    }),
    carriesHeaders: true,
    returns: z.array(FileVersion),
  },
  {
    id: 'file.version_restore',
    method: 'POST',
    path: '/v1/files/:file_id/versions/:version_number/restore',
    scope: 'files',
    pathRules: { version_number: versionNumber },
    summary: 'Restore the bytes of an earlier version',
    isVersioned: true,
    carriesHeaders: true,
    returns: FileRecord,
    errors: ['INVALID_STATE', 'PLAN_LIMIT_EXCEEDED'],
  },
];
