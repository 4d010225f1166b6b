import { resolve } from 'node:path';
import type { Quickstart } from './quickstart.js';

/** What the quickstart prints: where it runs, and calls to copy and paste. */
export function banner(quickstart: Quickstart, file: string): string {
  const { baseUrl, workspaceId, dataSourceId } = quickstart;
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

  # Ask the GraphQL API
  curl ${baseUrl}/graphql -H "Authorization: Bearer ${token('adminToken')}" \\
    -H 'Content-Type: application/json' \\
    -d '{"query":"{ workspaces { nodes { id name groups { nodes { id name isBuilderLevel } } } } }"}'

`;
}
