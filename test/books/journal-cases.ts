import { type Case, madeByOperator, type Scene } from '../support/journal-cases.ts';

const books = '/owner/accounting';
const income = { type: 'income', amount: '19.90', currency: 'USD' };

/** Of the record that was made before the call under test. */
let id: string;
async function newRecord(scene: Scene): Promise<string> {
  id = await madeByOperator(scene, books, income);
  return `${books}/${id}`;
}

/** One case for each operation on the books that changes something. */
export const journalCases: Record<string, Case> = {
  'book_record.create': {
    call: ({ platform }, h) => platform.post(books, income, h),
    rows: (_, data) => [['book_record.created', 'book_record', data.id]],
    refused: ({ platform }, h) => platform.post(books, { ...income, currency: 'XXX' }, h),
  },
  'book_record.update': {
    call: async (scene, h) => scene.platform.patch(await newRecord(scene), { amount: '5' }, h),
    rows: () => [['book_record.updated', 'book_record', id]],
    refused: ({ platform }, h) => platform.patch(`${books}/rec_0`, { amount: '5' }, h),
  },
  'book_record.delete': {
    call: async (scene, h) => scene.platform.delete(await newRecord(scene), undefined, h),
    rows: () => [['book_record.deleted', 'book_record', id]],
    refused: ({ platform }, h) => platform.delete(`${books}/rec_0`, undefined, h),
  },
};
