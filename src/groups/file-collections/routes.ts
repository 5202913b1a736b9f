import { z } from 'zod';
import { offsetQuery } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { idBatch, labelPage } from '../files/shapes.ts';
import { Collection, CollectionItem, cover, description, id, name } from './shapes.ts';

const collections = '/v1/files/collections';
const collection = `${collections}/:collection_id`;
const exampleId = 'file_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d';

export const routes: Route[] = [
  {
    id: 'collection.list',
    method: 'GET',
    path: collections,
    scope: 'read',
    permission: 'files:read',
    summary: 'List file collections, newest first',
    query: labelPage,
    carriesHeaders: true,
    returns: z.array(Collection),
  },
  {
    id: 'collection.create',
    method: 'POST',
    path: collections,
    scope: 'files',
    summary: 'Create a file collection',
    status: 201,
    body: z.object({ name, description, cover_file_id: cover }),
    isVersioned: true,
    returns: Collection,
    errors: ['NOT_FOUND', 'INVALID_STATE'],
    example: { body: { name: 'For the brochure', description: 'Spring edition' } },
  },
  {
    id: 'collection.get',
    method: 'GET',
    path: collection,
    scope: 'read',
    permission: 'files:read',
    summary: 'Get a file collection',
    isVersioned: true,
    returns: Collection,
  },
  {
    id: 'collection.update',
    method: 'PATCH',
    path: collection,
    scope: 'files',
    summary: 'Change a collection’s name, description or cover',
    body: z.object({ name: name.optional(), description, cover_file_id: cover }),
    isVersioned: true,
    returns: Collection,
    example: { body: { name: 'For the brochure, final' } },
  },
  {
    id: 'collection.delete',
    method: 'DELETE',
    path: collection,
    scope: 'files',
    summary: 'Delete a file collection',
    description: 'Its files stay.',
    isConditional: true,
    returns: z.object({ collection_id: z.string(), deleted: z.literal(true) }),
  },
  {
    id: 'collection.items',
    method: 'GET',
    path: `${collection}/items`,
    scope: 'read',
    permission: 'files:read',
    summary: 'List the files in a collection, in its order',
    query: offsetQuery,
    carriesHeaders: true,
    returns: z.array(CollectionItem),
  },
  {
    id: 'collection.add',
    method: 'POST',
    path: `${collection}/items`,
    scope: 'files',
    summary: 'Add up to 100 files to a collection',
    description: 'They come after the files already in it. Ids that do not exist are left out.',
    body: z.object({ file_ids: idBatch }),
    returns: z.object({
      collection_id: z.string(),
      added: z.number().int().meta({ description: 'How many were not in it before' }),
    }),
    errors: ['BATCH_TOO_LARGE', 'INVALID_STATE'],
    example: { body: { file_ids: [exampleId] } },
  },
  {
    id: 'collection.order',
    method: 'POST',
    path: `${collection}/order`,
    scope: 'files',
    summary: 'Reorder the files in a collection',
    description: 'The files named come first, the others after them in their present order.',
    body: z.object({ file_ids: z.array(id).min(1).max(10_000) }),
    returns: z.object({
      collection_id: z.string(),
      moved: z.number().int().meta({ description: 'How many changed their position' }),
    }),
    example: { body: { file_ids: [exampleId] } },
  },
  {
    id: 'collection.remove',
    method: 'DELETE',
    path: `${collection}/items/:file_id`,
    scope: 'files',
    summary: 'Remove a file from a collection',
    description: 'The file itself stays.',
    returns: z.object({
      collection_id: z.string(),
      file_id: z.string(),
      removed: z.literal(true),
    }),
  },
];
