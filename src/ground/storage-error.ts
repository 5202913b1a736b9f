import { ApiError } from './errors.ts';

export type StorageFault = 'not_there' | 'too_large' | 'wrong_size' | 'full' | 'unavailable';

export class StorageError extends Error {
  override name = 'StorageError';
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

const retrySeconds = 30;

/** Turns an error of the storage into an error of the API. The details are for the log. */
export function fromStorage(error: StorageError): ApiError {
  const answer = answerOf(error);
  answer.cause = error;
  return answer;
}

function answerOf({ fault, message }: StorageError): ApiError {
  switch (fault) {
    case 'too_large':
      return new ApiError('PAYLOAD_TOO_LARGE', `The file is too large: ${message} were sent.`);
    case 'wrong_size':
      return ApiError.invalid('body', 'wrong_size', `must have the declared size: ${message}`);
    case 'not_there':
      return new ApiError(
        'INTERNAL_ERROR',
        'The bytes of this file are missing. Report the request_id: `insula doctor --storage` lists them.',
      );
    case 'full':
      return new ApiError(
        'SERVICE_UNAVAILABLE',
        'The storage is full, so the file was not saved. Try again later.',
        { retry_after: retrySeconds },
      );
    case 'unavailable':
      return new ApiError(
        'SERVICE_UNAVAILABLE',
        'The file storage is unreachable. Nothing was kept; try again in a moment.',
        { retry_after: retrySeconds },
      );
  }
}
