import { DomainError, type Problem } from '../errors.js';
import type { ResourceType, RuleEnvironment } from './permission-rule.entity.js';

/** A granular rule as it is asked for: resources are ids or, failing that, exact names. */
export interface RuleInput {
  readonly type: ResourceType;
  readonly applyToAll: boolean;
  readonly resources: readonly string[];
  readonly canEdit: boolean;
  readonly hideFromDashboard: boolean;
  readonly canUse: boolean;
  readonly canConfigure: boolean;
  /** Null for all environments, empty for none. */
  readonly environments: readonly RuleEnvironment[] | null;
}

export const MAX_RULES = 100;
export const MAX_RESOURCES_PER_RULE = 1000;

/** Checks what must hold among the fields of a rule and among rules, and reports every breach at once. */
export function checkRules(rules: readonly RuleInput[], path: string): void {
  const problems = ruleProblems(rules, path);
  if (problems.length > 0) {
    throw DomainError.of('VALIDATION_FAILED', { problems });
  }
}

/**
 * The problems of a list of rules, each with its path below `path`. Rules that could not even be read
 * are undefined: they keep their place and are passed over.
 */
export function ruleProblems(rules: readonly (RuleInput | undefined)[], path: string): Problem[] {
  if (rules.length > MAX_RULES) {
    return [{ path, message: `must hold at most ${MAX_RULES} rules` }];
  }
  const coveringAll = new Set<ResourceType>();
  return rules.flatMap((rule, index) => {
    if (!rule) {
      return [];
    }
    const at = `${path}[${index}]`;
    const problems = oneRule(rule, at);
    if (rule.applyToAll && coveringAll.has(rule.type)) {
      problems.push({ path: at, message: `is a second rule for all resources of type ${rule.type}` });
    }
    if (rule.applyToAll) {
      coveringAll.add(rule.type);
    }
    return problems;
  });
}

function oneRule(rule: RuleInput, at: string): Problem[] {
  const problems: Problem[] = [];
  const refuse = (field: string, message: string) => problems.push({ path: `${at}.${field}`, message });

  if (rule.applyToAll && rule.resources.length > 0) {
    refuse('resources', 'must be empty when applyToAll is true');
  }
  if (!rule.applyToAll && rule.resources.length === 0) {
    refuse('resources', 'must name at least one resource when applyToAll is false');
  }
  if (rule.resources.length > MAX_RESOURCES_PER_RULE) {
    refuse('resources', `must name at most ${MAX_RESOURCES_PER_RULE} resources`);
  }
  if (rule.resources.some((resource) => resource === '' || resource.includes('\0'))) {
    refuse('resources', 'must hold ids or names, neither empty nor with NUL characters');
  }
  if (rule.hideFromDashboard && (rule.type !== 'app' || rule.canEdit)) {
    refuse(
      'permissions.hideFromDashboard',
      rule.type === 'app' ? 'cannot be true together with canEdit' : 'can be true for type app alone',
    );
  }
  if (rule.type === 'data_source') {
    if (rule.canUse === rule.canConfigure) {
      refuse('permissions', 'must set exactly one of canUse and canConfigure');
    }
  } else if (rule.canUse || rule.canConfigure) {
    refuse('permissions', 'canUse and canConfigure belong to type data_source alone');
  }
  return problems;
}
