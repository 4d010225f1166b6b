import type { Kysely, RawBuilder } from 'kysely';

/**
 * Runs one statement and gives its rows. Once the signal is aborted, the server is asked over another
 * connection to break the statement off; this resolves or rejects when the statement has really ended, so
 * that nothing runs on a connection that somebody else gets. The embedded database cannot break one off.
 */
export async function runStatement<Row>(
  kysely: Kysely<unknown>,
  statement: RawBuilder<Row>,
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  if (!signal) {
    return (await statement.execute(kysely)).rows;
  }
  const executor = kysely.getExecutor();
  const query = statement.compile(kysely);
  // Kysely has a way of its own to do this, but it writes every statement that it cancels to stderr.
  return executor.provideConnection(
    async (connection) => {
      await connection.collectSessionInfo?.();
      signal.throwIfAborted();
      let cancellation: Promise<void> | undefined;
      const cancel = () => {
        // Where even that fails, the statement ends by itself.
        cancellation = connection
          .cancelQuery?.((consumer) => executor.provideConnection(consumer))
          .catch(() => {});
      };
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return (await connection.executeQuery<Row>(query)).rows;
      } finally {
        signal.removeEventListener('abort', cancel);
        // Still on its way it could hit the next statement of this connection.
        await cancellation;
      }
    },
    { signal },
  );
}
