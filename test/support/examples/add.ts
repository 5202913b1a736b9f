import { openApiDocument } from '../../../src/doors/http/openapi.ts';
import { groups } from '../../../src/groups/index.ts';
import { Contract, type OpenApi } from '../contract.ts';
import { mergeExamples } from './kept.ts';

/** The operations whose answers have a shape to show an example of. */
export const shownOperations = (contract: Contract, { paths }: OpenApi): string[] =>
  Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .map(({ operationId }) => operationId)
    .filter((id) => contract.shown(id));

/** Adds the candidates of a run to the kept examples. @returns the operations that have a new one */
export function addExamples(folder: string): string[] {
  const document = openApiDocument(groups, 'http://localhost') as unknown as OpenApi;
  const contract = new Contract(document);
  return mergeExamples(folder, shownOperations(contract, document), (id, data) =>
    contract.fits(id, data),
  );
}
