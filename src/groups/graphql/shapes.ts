import { z } from 'zod';
import { openMap } from '../../ground/shapes/schemas.ts';
import { foreign } from '../../ground/shapes/strict.ts';

/** A request as GraphQL over HTTP has it. */
export const question = foreign(
  z
    .object({
      query: z.string().min(1).max(100_000).meta({ description: 'One GraphQL document' }),
      operationName: z
        .string()
        .max(200)
        .nullable()
        .optional()
        .meta({ description: 'The operation to run, if the document holds several' }),
      variables: openMap.nullable().optional(),
      extensions: openMap.nullable().optional(),
    })
    .meta({ id: 'GraphqlRequest' }),
);

export const GraphqlAnswer = z
  .object({
    data: openMap.nullable().optional(),
    errors: z
      .array(
        z.object({
          message: z.string(),
          locations: z.array(z.object({ line: z.number(), column: z.number() })).optional(),
          path: z.array(z.union([z.string(), z.number()])).optional(),
          extensions: z.looseObject({
            code: z.string().meta({ description: 'One of the error codes of the API' }),
          }),
        }),
      )
      .optional(),
  })
  .meta({ id: 'GraphqlAnswer' });
