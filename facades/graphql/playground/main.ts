import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './playground.css';
import { GraphiQL } from 'graphiql';
import { createElement as h, type ReactElement, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { examples, type KnownIds } from './examples.js';
import { ask, createFetcher } from './fetcher.js';
import { TokenBar, type TokenState } from './token-bar.js';

const TOKEN_KEY = 'rollcall:token';
const IDS =
  '{ workspaces(first: 1) { nodes { id apps(first: 1) { nodes { id versions(last: 1) { nodes { id } } } } } } }';

interface Session {
  readonly token: string;
  readonly state: TokenState;
  readonly ids: KnownIds;
}

/** Until a token is accepted nothing is kept: the tabs are still without the ids that it can look up. */
const nowhere = { length: 0, clear: () => {}, getItem: () => null, setItem: () => {}, removeItem: () => {} };

/** Tries a token by looking up the ids that the examples can use. */
async function open(token: string): Promise<Session> {
  if (token === '') {
    return { token, state: 'none', ids: {} };
  }
  const found = (await ask(token, IDS)) as Found | undefined;
  const workspace = found?.workspaces.nodes[0];
  const app = workspace?.apps.nodes[0];
  return {
    token,
    state: found ? 'accepted' : 'refused',
    ids: { workspaceId: workspace?.id, appId: app?.id, versionId: app?.versions.nodes[0]?.id },
  };
}

interface List<Node> {
  readonly nodes: readonly Node[];
}

interface Found {
  readonly workspaces: List<{
    readonly id: string;
    readonly apps: List<{ readonly id: string; readonly versions: List<{ readonly id: string }> }>;
  }>;
}

function Playground(): ReactElement | null {
  const [session, setSession] = useState<Session>();
  const connect = (token: string) => {
    sessionStorage.setItem(TOKEN_KEY, token);
    void open(token).then(setSession);
  };
  useEffect(() => {
    void open(sessionStorage.getItem(TOKEN_KEY) ?? '').then(setSession);
  }, []);
  const fetcher = useMemo(() => createFetcher(session?.token ?? ''), [session?.token]);
  if (!session) {
    return null;
  }
  return h(
    'div',
    { className: 'playground' },
    h(TokenBar, { token: session.token, state: session.state, onToken: connect }),
    h(
      GraphiQL,
      {
        // A new token may see another schema: everything but the tabs, which are kept, starts anew.
        key: session.token,
        fetcher,
        ...(session.state === 'accepted' ? {} : { storage: nowhere }),
        defaultTabs: examples(session.ids).map(({ query, variables }) => ({
          query,
          variables: JSON.stringify(variables, null, 2),
          headers: '',
        })),
        defaultEditorToolsVisibility: 'variables',
        shouldPersistHeaders: false,
        showPersistHeadersSettings: false,
      },
      h(GraphiQL.Logo, null, null),
    ),
  );
}

const root = document.getElementById('playground');
if (root) {
  createRoot(root).render(h(Playground));
}
