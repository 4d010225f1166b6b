import { Readable } from 'node:stream';
import type { Middleware } from 'koa';
import { z } from 'zod';
import type { Execute } from '../../schema/execute.js';
import type { Admission } from '../../src/access/admission.js';
import type { Caller } from '../../src/context.js';
import { DomainError } from '../../src/errors.js';
import { problemsOfIssues } from '../../src/problems.js';
import { operation } from '../operation.js';
import { toErrorBody } from '../rest/errors.js';

/** Where the audit trail can be fetched as newline-delimited JSON. */
export const AUDIT_EXPORT_PATH = '/audit.ndjson';

interface Data {
  readonly auditEntries: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly unknown[];
  };
}

/** One page of the export, oldest first. */
export const exportPage = operation<{ after: string | null; where: object }, Data>(
  `query ExportAuditEntries($after: String, $where: AuditEntryWhere) {
    auditEntries(first: 100, after: $after, where: $where, orderBy: { field: AT }) {
      pageInfo { hasNextPage endCursor }
      nodes {
        id at workspaceId action requestId
        actor { kind tokenId name }
        subject { type id name }
        changes { field value previous }
      }
    }
  }`,
);

const text = z.string().min(1, 'must not be empty').optional();
const instant = z.iso.datetime({ offset: true, error: 'must be an ISO 8601 date and time' }).optional();

const parameters = z.strictObject({
  workspaceId: text,
  action: text,
  actorName: text,
  subjectType: text,
  subjectId: text,
  since: instant,
  until: instant,
});

/** Streams the audit trail within reach of an admin token, one entry a line; a page at a time is in memory. */
export function auditExport(facade: {
  readonly admission: Pick<Admission, 'admit'>;
  readonly execute: Execute;
  readonly now: () => Date;
}): Middleware {
  return async (koa, next) => {
    if (koa.path !== AUDIT_EXPORT_PATH) {
      return next();
    }
    const { requestId } = koa.state;
    try {
      if (koa.method !== 'GET') {
        koa.set('Allow', 'GET');
        throw DomainError.of('METHOD_NOT_ALLOWED', { method: koa.method, allowed: 'GET' });
      }
      const principal = await facade.admission.admit('admin', koa.get('authorization'));
      koa.state.principal = principal;
      const where = whereOf(Object.fromEntries(new URLSearchParams(koa.querystring)), facade.now());
      const caller: Caller = { principal, requestId };
      // The first page comes before the head of the answer, so that what fails at once has a status.
      const first = await facade.execute(exportPage, { after: null, where }, caller);
      koa.type = 'application/x-ndjson; charset=utf-8';
      koa.attachment('audit.ndjson');
      koa.set('Cache-Control', 'no-store');
      koa.body = Readable.from(
        linesOf(first, (after) => facade.execute(exportPage, { after, where }, caller)),
      );
    } catch (error) {
      const body = toErrorBody(error, { path: koa.path, requestId, now: facade.now() });
      koa.state.error = error;
      koa.status = body.statusCode;
      koa.body = body;
      if (body.statusCode === 401) {
        koa.set('WWW-Authenticate', 'Bearer realm="Rollcall GraphQL"');
      }
    }
  };
}

/** Without an end, the export ends where it began: entries that it causes itself would never end. */
function whereOf(query: Readonly<Record<string, string>>, now: Date): object {
  const parsed = parameters.safeParse(query);
  if (!parsed.success) {
    throw DomainError.of('VALIDATION_FAILED', { problems: problemsOfIssues(parsed.error.issues) });
  }
  const { since, until, ...equal } = parsed.data;
  return {
    ...Object.fromEntries(Object.entries(equal).map(([field, value]) => [field, { eq: value }])),
    at: { lt: until ?? now.toISOString(), ...(since === undefined ? {} : { gte: since }) },
  };
}

async function* linesOf(first: Data, read: (after: string | null) => Promise<Data>): AsyncGenerator<string> {
  let { nodes, pageInfo } = first.auditEntries;
  while (nodes.length > 0) {
    yield nodes.map((node) => `${JSON.stringify(node)}\n`).join('');
    if (!pageInfo.hasNextPage) {
      return;
    }
    ({ nodes, pageInfo } = (await read(pageInfo.endCursor)).auditEntries);
  }
}
