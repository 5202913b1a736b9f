import type { Case, Scene } from '../support/journal-cases.ts';

const list = '/v1/comments';
const nobodys = `${list}/cmt_0`;

/** A comment on the first object of a scene. */
const said = ({ type, live }: Scene) => ({
  object_type_id: type.name,
  object_id: live[0],
  body: 'Is the price right?',
});

/** Of the scene's tenant, made before the call under test. */
let id: string;
async function made(scene: Scene): Promise<string> {
  const { body } = await scene.tenant.post(list, said(scene));
  ({ id } = body.data);
  return `${list}/${id}`;
}

/** A change of a comment that `before` has prepared. */
const changes = (
  call: (scene: Scene, path: string, headers: Record<string, string>) => ReturnType<Case['call']>,
  event = 'comment.updated',
): Case => ({
  call: async (scene, h) => call(scene, await made(scene), h),
  rows: () => [[event, 'comment', id]],
  refused: (scene, h) => call(scene, nobodys, h),
});

/** One case for each operation on comments that changes something. */
export const journalCases: Record<string, Case> = {
  'comment.create': {
    call: (scene, h) => scene.tenant.post(list, said(scene), h),
    rows: (_, data) => [['comment.created', 'comment', data.id]],
    refused: (scene, h) => scene.tenant.post(list, { ...said(scene), parent_id: 'cmt_0' }, h),
  },
  'comment.update': changes(({ tenant }, path, h) => tenant.patch(path, { body: 'Is it?' }, h)),
  'comment.delete': changes(
    ({ tenant }, path, h) => tenant.delete(path, undefined, h),
    'comment.deleted',
  ),
  'comment.resolve': changes(({ tenant }, path, h) => tenant.post(`${path}/resolve`, undefined, h)),
  'comment.unresolve': changes(async ({ tenant }, path, h) => {
    if (path !== nobodys) await tenant.post(`${path}/resolve`);
    return tenant.post(`${path}/unresolve`, undefined, h);
  }),
  'comment_reaction.put': changes(({ tenant }, path, h) =>
    tenant.put(`${path}/reactions/+1`, undefined, h),
  ),
  'comment_reaction.delete': changes(async ({ tenant }, path, h) => {
    if (path !== nobodys) await tenant.put(`${path}/reactions/+1`);
    return tenant.delete(`${path}/reactions/+1`, undefined, h);
  }),
};
