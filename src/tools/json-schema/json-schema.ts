import { compute, TooMuch } from '../../computing/compute.ts';
import { job } from '../../computing/job.ts';
import { ApiError } from '../../ground/errors.ts';
import { pathText, readForeign } from '../../ground/shapes/foreign-json.ts';

const judging = job<typeof import('./judge.ts').judge>(
  'judge',
  new URL('./judge.ts', import.meta.url),
  { cpuMs: 2_000 },
);
const maxSchema = 20_000;
/** A pattern of a stranger over the words of another stranger could run for ever. */
const refused = ['pattern', 'patternProperties', '$async'];

/** Whether JSON matches a schema; undefined, or the fault. */
export type Judge = (value: unknown) => Promise<string | undefined>;

/**
 * Makes a judge of a JSON Schema that a request brings.
 * @param path where it stands there
 * @throws ApiError 400, also for a schema that takes too long, and 429
 */
export async function judgeOf(
  tenant: string,
  schema: Record<string, unknown>,
  path: string,
): Promise<Judge> {
  const text = JSON.stringify(schema);
  const wrong = (message: string) => ApiError.invalid(path, 'invalid', message);
  if (text.length > maxSchema) throw wrong(`must not have more than ${maxSchema} characters`);
  const word = refused.find((one) => text.includes(`"${one}":`));
  if (word) throw wrong(`must not contain ${word}`);
  const ask = async (value?: unknown) => {
    const judged = await compute(tenant, judging, [{ schema, value }]).catch((error) => {
      if (!(error instanceof TooMuch)) throw error;
      throw wrong('takes too long to check. Make its definitions refer to each other less');
    });
    if (judged.schemaFault) throw wrong(judged.schemaFault);
    return judged.valueFault;
  };
  await ask();
  return ask;
}

/**
 * The JSON in the answer of a model, which may be between fences; without NUL and half surrogates. `fault` names
 * another value that cannot be stored.
 * @throws ApiError for what is not JSON
 */
export function jsonIn(said: string): { object: unknown; fault?: string } {
  const { value, faults } = readForeign(withoutFences(said));
  const wrong = faults.find(({ code }) => code !== 'nul' && code !== 'surrogate');
  if (!wrong) return { object: value };
  return { object: value, fault: `${pathText(wrong.path) || 'it'} ${wrong.message}` };
}

/**
 * Not with \s*```\s*$ in a pattern: that takes the square of the spaces within, and a model may send megabytes of
 * them.
 */
function withoutFences(said: string): string {
  const trimmed = said.trim();
  const inner = trimmed.endsWith('```') ? trimmed.slice(0, -3) : trimmed;
  return inner.replace(/^```(?:json)?/, '');
}
