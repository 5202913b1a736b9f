import type { z } from 'zod';
import { ApiError } from '../errors.ts';
import { issueExplainer, maxFaults, pathText } from './messages.ts';
import { strict } from './strict.ts';
import { withinUnions } from './unions.ts';

const maxKeyShown = 60;

/** A fault as `details` names it. */
interface Fault {
  path: string;
  code: string;
  message: string;
}

/**
 * Returns the fields of a schema. Members that it does not name are refused, at every depth (see `strict`).
 * @param where what an error is said of that has no path: `query`, `body`
 * @throws 400 VALIDATION_ERROR with up to 50 faults, BATCH_TOO_LARGE
 */
export function validate<T extends z.ZodType>(
  schema: T,
  value: unknown,
  where: string,
): z.infer<T> {
  const result = strict(schema).safeParse(value, { error: issueExplainer() });
  if (result.success) return result.data;
  throw fromIssues(result.error.issues.flatMap(withinUnions), where);
}

function fromIssues(issues: z.core.$ZodIssue[], where: string): ApiError {
  const tooLarge = issues.find((issue) => issue.message === 'BATCH_TOO_LARGE');
  if (tooLarge) {
    const path = pathText(tooLarge.path);
    return new ApiError(
      'BATCH_TOO_LARGE',
      `${path} contains more than 100 items. Send several batches.`,
      { param: path },
    );
  }
  const details = faultsOf(issues, where);
  const first = details[0];
  return new ApiError('VALIDATION_ERROR', `${first?.path}: ${first?.message}`, {
    details,
    param: first?.path,
  });
}

/** One for each issue, and one for each member that is not known. */
export const faultsOf = (issues: z.core.$ZodIssue[], where: string): Fault[] =>
  issues
    .slice(0, maxFaults)
    .flatMap((issue) => {
      const { path, code, message } = issue;
      if (code !== 'unrecognized_keys') return { path: pathText(path) || where, code, message };
      return message.split('\n').map((hint, at) => ({
        path: pathText([...path, shown(issue.keys[at] ?? '')]),
        code: 'unrecognized_key',
        message: hint,
      }));
    })
    .slice(0, maxFaults);

const shown = (key: string): string =>
  key.length > maxKeyShown ? `${key.slice(0, maxKeyShown)}…` : key;
