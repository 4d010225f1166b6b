/** A failure that is the caller's to mend; `exitCode` 2 is a wrong call, 1 a call that failed. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}
