import { type Case, madeByOperator, type Scene } from '../support/journal-cases.ts';

const plans = '/owner/plans';

/** A plan's id that nothing has yet: tenants are made for each case. */
const planOf = ({ tenant }: Scene) => `p${tenant.tenant.id.slice(4)}`;

/** Of the plan that was made before the call under test. */
let id: string;
async function newPlan(scene: Scene): Promise<string> {
  id = await madeByOperator(scene, plans, { id: planOf(scene), name: 'Team' });
  return `${plans}/${id}`;
}

/** One case for each operation on plans that changes something. */
export const journalCases: Record<string, Case> = {
  'plan.create': {
    call: (scene, h) => scene.platform.post(plans, { id: planOf(scene), name: 'Team' }, h),
    rows: (_, data) => [['plan.created', 'plan', data.id]],
    refused: ({ platform }, h) => platform.post(plans, { id: 'pro', name: 'Pro' }, h),
  },
  'plan.update': {
    call: async (scene, h) => scene.platform.patch(await newPlan(scene), { limits: { rpm: 7 } }, h),
    rows: () => [['plan.updated', 'plan', id]],
    refused: ({ platform }, h) => platform.patch(`${plans}/none`, { name: 'x' }, h),
  },
  'plan.delete': {
    call: async (scene, h) => scene.platform.delete(await newPlan(scene), undefined, h),
    rows: () => [['plan.deleted', 'plan', id]],
    refused: ({ platform }, h) => platform.delete(`${plans}/free`, undefined, h),
  },
};
