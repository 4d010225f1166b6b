import { DomainError } from '../errors.js';

/** What PostgreSQL's drivers tell of a failure, whichever of them raised it. */
interface DriverError {
  readonly code?: string;
  readonly constraint?: string;
}

/** A unique or foreign key constraint refused a row; operations turn it into the error of their noun. */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  readonly constraint: string;

  constructor(constraint: string, cause: unknown) {
    super(`The constraint ${constraint} refused a row.`, { cause });
    this.constraint = constraint;
  }
}

/** unique_violation and foreign_key_violation. */
const CONSTRAINT_VIOLATIONS = new Set(['23505', '23503']);
/** serialization_failure and deadlock_detected: safe to run again, nothing was kept. */
const RETRYABLE = new Set(['40001', '40P01']);
/** Class 08 (connection), 57P01–57P03 (shutdown, not yet up), 53300 (too many connections). */
const UNAVAILABLE = /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT)$/;
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** True when the transaction lost a race that the database broke and may simply be run again. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(driverError(error)?.code ?? '');
}

/** Turns a driver's exception into one that the program knows; anything else comes back unchanged. */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError || error instanceof ConstraintViolation) {
    return error;
  }
  const driver = driverError(error);
  if (driver?.constraint !== undefined && CONSTRAINT_VIOLATIONS.has(driver.code ?? '')) {
    return new ConstraintViolation(driver.constraint, error);
  }
  if (
    UNAVAILABLE.test(driver?.code ?? '') ||
    (error instanceof Error && UNAVAILABLE_MESSAGE.test(error.message))
  ) {
    return DomainError.of('DATABASE_UNAVAILABLE', {}, error);
  }
  return error;
}

/** Walks the cause chain to the driver's own error, which alone carries the SQLSTATE. */
function driverError(error: unknown): DriverError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') {
      return current as DriverError;
    }
    if (current instanceof AggregateError && current.errors.length > 0) {
      return driverError(current.errors[0]);
    }
  }
  return undefined;
}

/**
 * Runs `work` and answers a refused row with the error its constraint stands for.
 * Constraints that the map does not name stay what they are.
 */
export async function onConstraint<Result>(
  errors: Readonly<Record<string, () => DomainError>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const violation = toDomainError(error);
    const known = violation instanceof ConstraintViolation ? errors[violation.constraint] : undefined;
    throw known ? known() : error;
  }
}
