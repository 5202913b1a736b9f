import type { ValidateFunction } from 'ajv';
import { ApiError } from '../errors.ts';

const maxSchema = 20_000;
/** A pattern of a stranger over the words of another stranger could run for ever. */
const refused = ['pattern', 'patternProperties', '$async'];

/** Whether JSON is as a schema says; undefined, or what is wrong. */
export type Judge = (value: unknown) => string | undefined;

/** Makes a judge of a JSON Schema that a request brings. @param path where it stands there @throws ApiError 400 */
export async function judgeOf(schema: Record<string, unknown>, path: string): Promise<Judge> {
  const text = JSON.stringify(schema);
  const wrong = (message: string) => ApiError.invalid(path, 'invalid', message);
  if (text.length > maxSchema) throw wrong(`must not have more than ${maxSchema} characters`);
  const word = refused.find((one) => text.includes(`"${one}":`));
  if (word) throw wrong(`must not contain ${word}`);
  // Loaded where there is one.
  const { Ajv } = await import('ajv');
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  let validate: ValidateFunction;
  try {
    validate = ajv.compile(schema);
  } catch (error) {
    throw wrong(`is not a JSON Schema: ${(error as Error).message.slice(0, 300)}`);
  }
  return (value) =>
    validate(value) ? undefined : ajv.errorsText(validate.errors?.slice(0, 5), { dataVar: 'it' });
}

/** The JSON in what a model said, which may stand between fences. @throws SyntaxError */
export const jsonIn = (said: string): unknown =>
  JSON.parse(said.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''));
