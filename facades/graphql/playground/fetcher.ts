import type { Fetcher } from '@graphiql/toolkit';
import { getOperationAST } from 'graphql';
import { createClient } from 'graphql-sse';

const ENDPOINT = '/graphql';
const ACCEPT = 'application/graphql-response+json, application/json;q=0.9';

/** Sends operations with the token, unless the header editor names another; subscriptions come as events. */
export function createFetcher(token: string): Fetcher {
  return async (parameters, options) => {
    const headers = withToken(token, options?.headers ?? {});
    if (!('Authorization' in headers || 'authorization' in headers)) {
      return { errors: [{ message: 'Paste an admin token above, or set an Authorization header below.' }] };
    }
    const operation = options?.documentAST
      ? getOperationAST(options.documentAST, parameters.operationName)
      : undefined;
    if (operation?.operation === 'subscription') {
      const { query, variables, operationName } = parameters;
      const request = { query, variables: variables as Record<string, unknown>, operationName };
      return createClient({ url: ENDPOINT, headers, retryAttempts: 0 }).iterate(
        JSON.parse(JSON.stringify(request)),
      ) as AsyncIterableIterator<object>;
    }
    const response = await fetch(ENDPOINT, {
      method: 'POST',
      headers: { Accept: ACCEPT, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(parameters),
    });
    return response.json();
  };
}

/** Asks one question outside the editors; undefined when it was not answered. */
export async function ask(token: string, query: string): Promise<unknown> {
  const response = await fetch(ENDPOINT, {
    method: 'POST',
    headers: { Accept: ACCEPT, 'Content-Type': 'application/json', ...withToken(token, {}) },
    body: JSON.stringify({ query }),
  });
  const result = (await response.json()) as { data?: unknown };
  return response.ok ? result.data : undefined;
}

function withToken(token: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return token === '' || named ? { ...headers } : { ...headers, Authorization: `Bearer ${token}` };
}
