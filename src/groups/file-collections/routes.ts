import { z } from 'zod';
import type { RouteGroup } from '../../http/route.ts';
import { offsetQuery, timestamp } from '../../http/schemas.ts';
import { fileAccess, idBatch, labelPage } from '../files/shapes.ts';

const id = z.string().min(1).max(200);
const name = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.trim() !== '', 'must not be blank')
  .meta({ example: 'For the brochure' });
const description = z.string().max(2000).nullable().optional();
const cover = id
  .nullable()
  .optional()
  .meta({ description: 'A file that you see, in the collection or not; null: none' });

const Collection = z
  .object({
    id: z.string(),
    collection_id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    cover_file_id: z
      .string()
      .nullable()
      .meta({ description: 'null also while it is in the trash, and for who does not see it' }),
    item_count: z
      .number()
      .int()
      .meta({ description: 'The files in it that you see, without those in the trash' }),
    created_by: z
      .string()
      .nullable()
      .meta({ description: 'User id; null when created with an API key' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'FileCollection' });

const CollectionItem = z
  .object({
    file_id: z.string(),
    filename: z.string(),
    mime_type: z.string(),
    size_bytes: z.number().int(),
    access: fileAccess,
    folder: z.string(),
    created_at: timestamp,
    sort_order: z.number().int(),
    added_at: timestamp,
  })
  .meta({ id: 'FileCollectionItem' });

const collections = '/v1/files/collections';
const collection = `${collections}/:collection_id`;
const exampleId = 'file_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d';

export const fileCollections: RouteGroup = {
  name: 'file-collections',
  description:
    'Collections put files together by hand, in an order. Deleting one leaves its files.',
  routes: [
    {
      id: 'collection.list',
      method: 'GET',
      path: collections,
      scope: 'read',
      permission: 'files:read',
      summary: 'List the collections of files, newest first',
      query: labelPage,
      returns: z.array(Collection),
    },
    {
      id: 'collection.create',
      method: 'POST',
      path: collections,
      scope: 'files',
      summary: 'Create a collection of files',
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
      summary: 'Get a collection of files',
      isVersioned: true,
      returns: Collection,
    },
    {
      id: 'collection.update',
      method: 'PATCH',
      path: collection,
      scope: 'files',
      summary: 'Change the name, the description or the cover of a collection',
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
      summary: 'Delete a collection; its files stay',
      isConditional: true,
      returns: z.object({ collection_id: z.string(), deleted: z.literal(true) }),
    },
    {
      id: 'collection.items',
      method: 'GET',
      path: `${collection}/items`,
      scope: 'read',
      permission: 'files:read',
      summary: 'List the files of a collection, in its order',
      query: offsetQuery,
      returns: z.array(CollectionItem),
    },
    {
      id: 'collection.add',
      method: 'POST',
      path: `${collection}/items`,
      scope: 'files',
      summary:
        'Add up to 100 files to a collection, behind those in it; ids that are not there are left out',
      body: z.object({ file_ids: idBatch }),
      returns: z.object({
        collection_id: z.string(),
        added: z.number().int().meta({ description: 'Those that were not in it before' }),
      }),
      errors: ['BATCH_TOO_LARGE', 'INVALID_STATE'],
      example: { body: { file_ids: [exampleId] } },
    },
    {
      id: 'collection.order',
      method: 'POST',
      path: `${collection}/order`,
      scope: 'files',
      summary:
        'Put the files of a collection in order: those named first, the others behind them as they were',
      body: z.object({ file_ids: z.array(id).min(1).max(10_000) }),
      returns: z.object({
        collection_id: z.string(),
        moved: z.number().int().meta({ description: 'Those whose place is another one now' }),
      }),
      example: { body: { file_ids: [exampleId] } },
    },
    {
      id: 'collection.remove',
      method: 'DELETE',
      path: `${collection}/items/:file_id`,
      scope: 'files',
      summary: 'Take a file out of a collection; the file stays',
      returns: z.object({
        collection_id: z.string(),
        file_id: z.string(),
        removed: z.literal(true),
      }),
    },
  ],
};
