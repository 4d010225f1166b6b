import { type FormEvent, createElement as h, type ReactElement, useState } from 'react';

export type TokenState = 'none' | 'accepted' | 'refused';

const STATES: Readonly<Record<TokenState, string>> = {
  none: 'Paste an admin token to begin; the quickstart keeps one in data/quickstart.json.',
  accepted: 'Connected.',
  refused: 'This token was refused.',
};

/** The bar above the editors: the token for every tab, kept until the browser tab closes. */
export function TokenBar(properties: {
  readonly token: string;
  readonly state: TokenState;
  readonly onToken: (token: string) => void;
}): ReactElement {
  const [draft, setDraft] = useState(properties.token);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    properties.onToken(draft.trim());
  };
  return h(
    'form',
    { className: 'token-bar', onSubmit: submit },
    h('strong', { className: 'token-bar-name' }, 'Rollcall', h('span', null, 'GraphQL')),
    h('label', { htmlFor: 'token' }, 'Admin token'),
    h('input', {
      id: 'token',
      type: 'password',
      autoComplete: 'off',
      spellCheck: false,
      placeholder: 'rca_…',
      value: draft,
      onChange: (event: { target: { value: string } }) => setDraft(event.target.value),
    }),
    h('button', { type: 'submit' }, 'Connect'),
    h(
      'span',
      { className: 'token-bar-state', 'data-state': properties.state, role: 'status' },
      STATES[properties.state],
    ),
  );
}
