import { z } from 'zod';
import { type PermissionFlag, permissionFlags } from '../../src/directory/group.entity.js';
import { groupNameKey, isRoleName } from '../../src/directory/group-name.js';
import { type ResourceType, ruleEnvironments } from '../../src/directory/permission-rule.entity.js';
import { MAX_RULES, type RuleInput, ruleProblems } from '../../src/directory/rule-input.js';
import { DomainError, type Problem } from '../../src/errors.js';
import { problemsOfIssues } from '../../src/problems.js';

/** The body of Create Group, translated into the domain's words. */
export interface CreateGroupBody {
  readonly name: string;
  readonly permissions: Partial<Record<PermissionFlag, boolean>>;
  readonly rules: readonly RuleInput[];
}

/** What a value must be, or that there is none. */
const must = (message: string) => ({
  error: (issue: { readonly input?: unknown }) => (issue.input === undefined ? 'is required' : message),
});

const MAX_NAME_LENGTH = 50;
const NAME = /^[\p{L}\p{M}\p{Nd} _-]+$/u;
const RESERVED = new Set(['default', 'null', 'undefined', 'me']);

/** The narrow rule of the external create (contract §4); the domain's own is wider. */
const name = z
  .string(must('must be a string'))
  .transform((text) => text.normalize('NFC').trim())
  .superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const length = [...text].length;
    if (length < 1 || length > MAX_NAME_LENGTH) {
      refuse(`must have 1 to ${MAX_NAME_LENGTH} characters`);
    } else if (!NAME.test(text)) {
      refuse('may hold letters, marks, digits, spaces, _ and - alone');
    } else if (isRoleName(text)) {
      refuse('must not be the name of a role (admin, builder, end-user)');
    } else if (RESERVED.has(groupNameKey(text))) {
      refuse('must not be a reserved keyword (default, null, undefined, me)');
    }
  });

const flag = z.boolean(must('must be true or false')).optional();
const flags = Object.fromEntries(permissionFlags.map((key) => [key, flag])) as Record<
  PermissionFlag,
  typeof flag
>;

const body = z.strictObject(
  {
    name,
    permissions: z.strictObject(flags, must('must be an object of booleans')).optional(),
    granularPermissions: z
      .array(z.unknown(), must('must be an array of rules'))
      .max(MAX_RULES, `must hold at most ${MAX_RULES} rules`)
      .optional(),
  },
  must('must be a JSON object'),
);

const types: Readonly<Record<string, ResourceType>> = {
  app: 'app',
  data_source: 'data_source',
  datasource: 'data_source',
  workflow: 'workflow',
};

const rule = z.strictObject(
  {
    type: z.enum(Object.keys(types), must('must be app, data_source (or datasource) or workflow')),
    applyToAll: flag,
    resources: z.array(z.string('must be a string'), 'must be an array of ids or names').optional(),
    permissions: z.strictObject(
      {
        canEdit: flag,
        hideFromDashboard: flag,
        canUse: flag,
        canConfigure: flag,
        environments: z
          .array(
            z.enum(ruleEnvironments, `must be one of ${ruleEnvironments.join(', ')}`),
            'must be an array of environment names',
          )
          .optional(),
      },
      must('must be an object'),
    ),
  },
  must('must be an object'),
);

/** Checks the body of Create Group and reports every problem at once; throws VALIDATION_FAILED. */
export function parseCreateGroupBody(input: unknown): CreateGroupBody {
  const parsed = body.safeParse(input);
  const problems = problemsOfIssues(parsed.error?.issues ?? []);
  const rules = readRules(input, problems);
  if (!parsed.success || problems.length > 0) {
    throw DomainError.of('VALIDATION_FAILED', { problems: problems.map(named) });
  }
  return {
    name: parsed.data.name,
    permissions: (parsed.data.permissions ?? {}) as CreateGroupBody['permissions'],
    rules,
  };
}

/** Reads the rules even when the rest of the body is wrong, so that their problems are told too. */
function readRules(input: unknown, problems: Problem[]): RuleInput[] {
  const path = 'granularPermissions';
  const given = typeof input === 'object' && input !== null && path in input ? input[path] : undefined;
  if (!Array.isArray(given) || given.length > MAX_RULES) {
    return [];
  }
  const rules = given.map((element, index) => readRule(element, [path, index], problems));
  problems.push(...ruleProblems(rules, path));
  return rules.filter((read) => read !== undefined);
}

function readRule(input: unknown, at: readonly PropertyKey[], problems: Problem[]): RuleInput | undefined {
  const parsed = rule.safeParse(input);
  const found = problemsOfIssues(parsed.error?.issues ?? [], at);
  if (parsed.success) {
    found.push(...problemsOfIssues(permissionIssues(parsed.data), at));
  }
  problems.push(...found);
  return parsed.success && found.length === 0 ? toRuleInput(parsed.data) : undefined;
}

type RuleBody = z.output<typeof rule>;

/** What the interface's `canEdit` must be, by type; it stands for the pair of flags of data sources. */
function permissionIssues({ type, permissions }: RuleBody): z.core.$ZodIssue[] {
  const { canEdit, canUse, canConfigure } = permissions;
  const issue = (key: string, message: string): z.core.$ZodIssue => ({
    code: 'custom',
    path: ['permissions', key],
    message,
    input: permissions,
  });
  if (types[type] !== 'data_source') {
    return canEdit === undefined ? [issue('canEdit', 'is required')] : [];
  }
  if (canEdit !== undefined && (canUse !== undefined || canConfigure !== undefined)) {
    return [issue('canEdit', 'cannot be given together with canUse or canConfigure')];
  }
  return [];
}

/** For a data source, `canEdit: true` means canConfigure and `false` canUse (contract §4). */
function toRuleInput({ type, applyToAll, resources, permissions }: RuleBody): RuleInput {
  const resourceType = types[type] as ResourceType;
  const { canEdit, hideFromDashboard, canUse, canConfigure, environments } = permissions;
  const ofDataSource = resourceType === 'data_source';
  return {
    type: resourceType,
    applyToAll: applyToAll ?? false,
    resources: resources ?? [],
    canEdit: !ofDataSource && canEdit === true,
    hideFromDashboard: hideFromDashboard ?? false,
    canUse: canUse ?? (ofDataSource && canEdit === false),
    canConfigure: canConfigure ?? (ofDataSource && canEdit === true),
    environments: environments ?? null,
  };
}

/** A problem of the body as a whole has no path of its own. */
function named(problem: Problem): Problem {
  return problem.path === '' ? { ...problem, path: 'body' } : problem;
}
