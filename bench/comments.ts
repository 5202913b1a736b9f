import { type Harness, type Ours, spent } from './harness.ts';

/** A comment on an object, against making an object: `create` is the load that does. */
export async function measureComments(harness: Harness, create: Ours): Promise<void> {
  const { id } = await harness.post<{ id: string }>('/v1/objects/small', {});
  const body = { object_type_id: 'small', object_id: id, body: 'Is the price right, without tax?' };
  const [comments, creates] = await harness.weigh(
    { ...create, paths: ['/v1/comments'], body: JSON.stringify(body) },
    create,
    harness.api,
  );
  harness.report(
    'comment on an object, against the create of one',
    comments.perSecond / creates.perSecond,
    0.7,
    '>=',
    `${Math.round(comments.perSecond)}/s of ${Math.round(creates.perSecond)}/s; ${spent(comments)} of ${spent(creates)}`,
  );
}
