import { z } from 'zod';
import { countedQuery, timestamp } from '../../ground/shapes/schemas.ts';

const id = z.string().min(1).max(100);

export const Comment = z
  .object({
    id: z.string(),
    object_type_id: z.string().nullable(),
    object_id: z.string().nullable().meta({ description: 'null on a file' }),
    file_id: z.string().nullable().meta({ description: 'null on an object' }),
    parent_id: z.string().nullable().meta({ description: 'The comment that it replies to' }),
    body: z.string().nullable().meta({
      description: 'As it was sent: escape it, or render it by an allow-list. null once deleted',
    }),
    author: z.object({
      id: z.string().meta({ description: 'The id of a user, or of a key' }),
      email: z
        .string()
        .nullable()
        .meta({ description: 'null for a key, and for a user who was deleted' }),
    }),
    mentions: z.array(z.string()).meta({ description: 'Ids of users' }),
    attachments: z.array(z.string()).meta({ description: 'Ids of files' }),
    reactions: z
      .record(z.string(), z.number().int())
      .meta({ description: 'The count of each', example: { '👍': 2 } }),
    resolved_at: timestamp.nullable(),
    edited_at: timestamp.nullable(),
    is_deleted: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Comment' });

const said = z.object({
  body: z.string().min(1).max(10_000).meta({ description: 'Stored as sent, including any markup' }),
  mentions: z.array(id).max(50).optional().meta({
    description:
      'Ids of users. Those who can see the object or file are notified, once per comment',
  }),
  attachments: z.array(id).max(20).optional().meta({ description: 'Ids of files that you see' }),
});

const target = {
  object_type_id: id.optional().meta({ description: 'Id or name, together with object_id' }),
  object_id: id.optional(),
  file_id: id.optional().meta({ description: 'Instead of an object' }),
};

type Target = { object_type_id?: string; object_id?: string; file_id?: string };
/** Neither a file and an object, nor half of an object. */
const isOneTarget = ({ object_type_id, object_id, file_id }: Target) =>
  (object_type_id === undefined) === (object_id === undefined) &&
  !(object_id !== undefined && file_id !== undefined);
const oneTarget = {
  message: 'must be given together with object_type_id, and without file_id',
  path: ['object_id'],
};

export const commentBody = said
  .extend({
    ...target,
    parent_id: id.nullable().optional().meta({
      description:
        'The comment on the same object or file that it replies to; up to 32 levels deep',
    }),
  })
  .refine(isOneTarget, oneTarget);
export const commentChange = said.partial();

/** The query of a list of comments. */
const wordsQuery = countedQuery.extend({
  query: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'A text in the body, in any case' }),
  order: z.enum(['asc', 'desc']).optional().meta({ description: 'Default desc: newest first' }),
});
export const listQuery = wordsQuery.extend(target).refine(isOneTarget, oneTarget);
