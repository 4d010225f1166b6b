import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { examples } from '../../facades/graphql/playground/examples.js';

test('a code generator that knows nothing of us makes types that compile and fit', async () => {
  const documents = examples({}).map(({ title, query }) => ({ location: title, document: parse(query) }));
  const generated = await codegen({
    schema: parse(readFileSync(resolve('schema/schema.graphql'), 'utf8')),
    documents,
    filename: 'generated.ts',
    config: { scalars: { DateTimeISO: 'string', JSON: 'unknown', JSONObject: 'Record<string, unknown>' } },
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  });
  const usage = `
    const input: CreateGroupMutationVariables = { input: { workspaceId: 'id', name: 'Support' } };
    export const nameOf = (answer: CreateGroupMutation): string => answer.createGroup.group.name + input.input.name;
    export const next = (answer: GroupsQuery): string | null | undefined => answer.workspace?.groups.pageInfo.endCursor;
  `;
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-codegen-'));
  try {
    writeFileSync(join(folder, 'generated.ts'), `${generated}\n${usage}`);
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const compile = () =>
      execFileSync(
        process.execPath,
        [
          tsc,
          '--ignoreConfig',
          '--noEmit',
          '--strict',
          '--skipLibCheck',
          '--types',
          '',
          join(folder, 'generated.ts'),
        ],
        { encoding: 'utf8', stdio: 'pipe' },
      );
    expect(compile()).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
