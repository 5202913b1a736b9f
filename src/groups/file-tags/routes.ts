import { z } from 'zod';
import type { Route } from '../../operations/route.ts';
import { idBatch, labelPage } from '../files/shapes.ts';
import { color, FileTag, name } from './shapes.ts';

const tags = '/v1/files/tags';
const tag = `${tags}/:tag_id`;
const tagsOfFile = '/v1/files/:file_id/tags';

export const routes: Route[] = [
  {
    id: 'file_tag.list',
    method: 'GET',
    path: tags,
    scope: 'read',
    permission: 'files:read',
    summary: 'List file tags, newest first',
    query: labelPage,
    carriesHeaders: true,
    returns: z.array(FileTag),
  },
  {
    id: 'file_tag.create',
    method: 'POST',
    path: tags,
    scope: 'files',
    summary: 'Create a file tag',
    status: 201,
    body: z.object({ name, color }),
    isVersioned: true,
    returns: FileTag,
    errors: ['ALREADY_EXISTS', 'INVALID_STATE'],
    example: { body: { name: 'harbour', color: '#0080ff' } },
  },
  {
    id: 'file_tag.update',
    method: 'PATCH',
    path: tag,
    scope: 'files',
    summary: 'Change the name or the color of a file tag',
    body: z.object({ name: name.optional(), color }),
    isVersioned: true,
    returns: FileTag,
    errors: ['ALREADY_EXISTS'],
    example: { body: { color: '#ff8000' } },
  },
  {
    id: 'file_tag.delete',
    method: 'DELETE',
    path: tag,
    scope: 'files',
    summary: 'Delete a tag and remove it from all files',
    isConditional: true,
    returns: z.object({ tag_id: z.string(), deleted: z.literal(true) }),
  },
  {
    id: 'file.tag',
    method: 'POST',
    path: tagsOfFile,
    scope: 'files',
    summary: 'Add tags to a file',
    description: 'Ids that do not exist are left out.',
    body: z.object({ tag_ids: idBatch }),
    returns: z.object({
      file_id: z.string(),
      tagged: z.number().int().meta({ description: 'How many it did not have before' }),
    }),
    isConditional: true,
    errors: ['BATCH_TOO_LARGE', 'INVALID_STATE'],
    example: { body: { tag_ids: ['ftag_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d'] } },
  },
  {
    id: 'file.untag',
    method: 'DELETE',
    path: `${tagsOfFile}/:tag_id`,
    scope: 'files',
    summary: 'Remove a tag from a file',
    returns: z.object({ file_id: z.string(), tag_id: z.string(), removed: z.literal(true) }),
    isConditional: true,
  },
];
