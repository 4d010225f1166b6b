#!/usr/bin/env node
import { argv, exit, stderr, stdout, versions } from 'node:process';

const OLDEST_NODE = 22;

const HELP = `Rollcall: workspace groups over REST, users and groups over SCIM 2.0, apps pushed to Git.

  npm start                 start the service
  npm start -- --help       show this text

Without configuration it runs the quickstart: an embedded database in ./data, a demo workspace, and
tokens in ./data/quickstart.json. Configuration is read from environment variables; .env.example lists
all of them. For production, set DATABASE_URL to a PostgreSQL server.
`;

if (argv.includes('--help') || argv.includes('-h')) {
  stdout.write(HELP);
} else if (Number.parseInt(versions.node, 10) < OLDEST_NODE) {
  stderr.write(
    `Rollcall needs Node.js ${OLDEST_NODE} or newer; this is ${versions.node}. ` +
      'Start it with "npm start", which brings its own, or install a newer one.\n',
  );
  exit(1);
} else {
  // Loaded only now: older versions of Node.js cannot even read what follows.
  const { start } = await import('./start.js');
  await start();
}
