import { deleted, page } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { Comment, commentBody, commentChange, listQuery } from './shapes.ts';

const list = '/v1/comments';
const one = `${list}/:comment_id`;
const reaction = `${one}/reactions/:emoji`;
/** A comment that was deleted changes no more. */
const errors = ['INVALID_STATE'] as const;

export const routes: Route[] = [
  {
    id: 'comment.list',
    method: 'GET',
    path: list,
    scope: 'read',
    summary: 'List comments, newest first',
    description:
      'On an object or a file; without either, on everything that you see. `order=asc` reads a thread from its beginning.',
    query: listQuery,
    returns: page(Comment),
    errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  },
  {
    id: 'comment.create',
    method: 'POST',
    path: list,
    rides: 'quick',
    scope: 'write',
    status: 201,
    summary: 'Comment on an object or a file',
    description: 'Everyone who can see the object or file can see the comment.',
    body: commentBody,
    isVersioned: true,
    returns: Comment,
    errors: ['NOT_FOUND'],
    example: { body: { object_type_id: 'deals', object_id: 'obj_…', body: 'Is the price right?' } },
  },
  {
    id: 'comment.get',
    method: 'GET',
    path: one,
    rides: 'quick',
    scope: 'read',
    summary: 'Get a comment',
    isVersioned: true,
    returns: Comment,
  },
  {
    id: 'comment.update',
    method: 'PATCH',
    path: one,
    scope: 'write',
    summary: 'Edit a comment of your own',
    description: 'The event comment.updated includes the previous text.',
    body: commentChange,
    isVersioned: true,
    returns: Comment,
    errors: [...errors],
    example: { body: { body: 'Is the price right, without tax?' } },
  },
  {
    id: 'comment.delete',
    method: 'DELETE',
    path: one,
    scope: 'write',
    summary: 'Delete a comment',
    description:
      'Your own; with the permission `comments:manage` or an API key, any comment. The text is removed; an empty comment stays in place for its replies.',
    isConditional: true,
    returns: deleted,
    errors: [...errors],
  },
  {
    id: 'comment.resolve',
    method: 'POST',
    path: `${one}/resolve`,
    scope: 'write',
    summary: 'Resolve a comment',
    isVersioned: true,
    returns: Comment,
    errors: [...errors],
  },
  {
    id: 'comment.unresolve',
    method: 'POST',
    path: `${one}/unresolve`,
    scope: 'write',
    summary: 'Reopen a resolved comment',
    isVersioned: true,
    returns: Comment,
    errors: [...errors],
  },
  {
    id: 'comment_reaction.put',
    method: 'PUT',
    path: reaction,
    scope: 'write',
    summary: 'React to a comment',
    description: 'Once with each emoji. A comment can have up to 20 different emojis.',
    isVersioned: true,
    returns: Comment,
    errors: [...errors],
  },
  {
    id: 'comment_reaction.delete',
    method: 'DELETE',
    path: reaction,
    scope: 'write',
    summary: 'Remove a reaction',
    isVersioned: true,
    returns: Comment,
    errors: [...errors],
  },
];
