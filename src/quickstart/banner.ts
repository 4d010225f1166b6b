import { dirname, resolve } from 'node:path';
import type { Quickstart } from './quickstart.js';

/** What the quickstart prints: where it runs, and calls to copy and paste. */
export function banner(quickstart: Quickstart, file: string, scimBasePath: string): string {
  const { baseUrl, workspaceId, dataSourceId } = quickstart;
  const push = `${baseUrl}/api/ext/apps/${quickstart.appId}/versions/${quickstart.versionIds[0]}/git-sync/push`;
  const groups = `${baseUrl}/api/ext/workspace/${workspaceId}/groups`;
  // The tokens themselves stay in the file: what a terminal shows is kept in too many places.
  const token = (name: keyof Quickstart) => `$(node -p "require('${resolve(file)}').${name}")`;
  return `
Rollcall is ready at ${baseUrl}
The ids and tokens of the demo workspace are in ${file}. Copy and paste:

  # Create a group with flags and rules, for an app by name and a data source by id
  curl -i ${groups} \\
    -H "Authorization: Basic ${token('externalApiToken')}" \\
    -H 'Content-Type: application/json' \\
    -d '{ "name": "Support",
          "permissions": { "appCreate": true, "folderCRUD": true },
          "granularPermissions": [
            { "type": "app", "applyToAll": false, "resources": ["Customer Directory"],
              "permissions": { "canEdit": true, "environments": ["development", "staging"] } },
            { "type": "data_source", "applyToAll": false, "resources": ["${dataSourceId}"],
              "permissions": { "canUse": true } } ] }'

  # Get a group: put the address from the Location header of the answer at the end
  curl -H "Authorization: Basic ${token('externalApiToken')}" ${groups}/GROUP_ID

  # Provision a user over SCIM, as an identity provider does
  curl -i ${baseUrl}${scimBasePath}/Users \\
    -H "Authorization: Bearer ${token('scimToken')}" -H 'Content-Type: application/scim+json' \\
    -d '{ "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "userName": "ada@example.com",
          "name": { "givenName": "Ada", "familyName": "Lovelace" } }'

${quickstart.gitRemoteUrl === null ? NO_GIT : pushCalls(push, token('externalApiToken'), quickstart, dirname(file))}
  # Ask the GraphQL API, or open ${baseUrl}/graphql in a browser: the playground has an example for each job
  curl ${baseUrl}/graphql -H "Authorization: Bearer ${token('adminToken')}" \\
    -H 'Content-Type: application/json' \\
    -d '{"query":"{ workspaces { nodes { id name groups { nodes { id name isBuilderLevel } } } } }"}'

`;
}

/** Where the command line looks by itself. */
const DEFAULT_DATA_DIR = 'data';

const NO_GIT = `  # Pushing to Git has no demo: no git program is installed here. Install one and start again,
  # or configure a repository of your own with the GraphQL mutation configureGitRepository
`;

function pushCalls(
  push: string,
  token: string,
  { gitRemoteUrl, appId, versionIds }: Quickstart,
  dataDir: string,
): string {
  const env = dataDir === DEFAULT_DATA_DIR ? '' : `DATA_DIR='${resolve(dataDir)}' `;
  return `  # Push the first version of the demo app to Git, then look at what arrived
  curl -X POST ${push} \\
    -H "Authorization: Basic ${token}" \\
    -H 'Content-Type: application/json' -d '{ "commitMessage": "First push" }'
  git clone ${gitRemoteUrl} demo && git -C demo log --stat

  # The same for the second version, with a progress bar; "git -C demo pull" shows what changed
  ${env}npx rollcall push --app ${appId} --version ${versionIds[1]} --message "Second push"
`;
}
