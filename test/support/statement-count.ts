import type { PGlite, Transaction } from '@electric-sql/pglite';
import type { Pool } from 'pg';

/** Counts statements at the driver, whoever sends them. BEGIN, COMMIT, ROLLBACK and savepoints are left out. */
export class StatementCount {
  readonly statements: string[] = [];
  /** How many transactions were begun. */
  transactions = 0;

  /** Runs `work` and gives the statements that it sent. */
  async during(work: () => Promise<unknown>): Promise<string[]> {
    const from = this.statements.length;
    await work();
    return this.statements.slice(from);
  }

  note(statement: unknown): void {
    const text = typeof statement === 'string' ? statement : String((statement as { text?: string }).text);
    if (/^\s*(begin|start transaction)/i.test(text)) {
      this.transactions += 1;
    }
    if (!/^\s*(begin|start transaction|commit|rollback|savepoint|release)/i.test(text)) {
      this.statements.push(text);
    }
  }

  /** Watches every connection of a server's pool. */
  watchPool(pool: Pool): void {
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        this.note(args[0]);
        return query(...args);
      }) as typeof client.query;
    });
  }

  /** Watches an embedded database, inside its transactions too. */
  watchPGlite(pglite: PGlite): PGlite {
    const noted = <Target extends object>(target: Target): Target =>
      new Proxy(target, {
        get: (object, key) => {
          const member = Reflect.get(object, key, object) as unknown;
          if (key === 'query') {
            return (...args: unknown[]) => {
              this.note(args[0]);
              return (member as (...args: unknown[]) => unknown).apply(object, args);
            };
          }
          if (key === 'transaction') {
            return (work: (tx: Transaction) => Promise<unknown>) => {
              this.transactions += 1;
              return (member as PGlite['transaction']).call(object, (tx) => work(noted(tx)));
            };
          }
          return typeof member === 'function' ? member.bind(object) : member;
        },
      });
    return noted(pglite);
  }
}
