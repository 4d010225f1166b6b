const FORBIDDEN = /\.\.|@\{|[\p{Cc}\p{Cs} ~^:?*[\\]|\/\/|^[-/]|[/.]$|^@$|^HEAD$|^refs\//u;
const MAX_BYTES = 200;

/** What is wrong with a branch name by the rules of git check-ref-format; undefined where nothing is. */
export function findBranchProblem(branch: string): string | undefined {
  if (branch === '') return 'must not be empty';
  if (Buffer.byteLength(branch) > MAX_BYTES) return `must have at most ${MAX_BYTES} bytes`;
  const isBad =
    FORBIDDEN.test(branch) ||
    branch.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock'));
  return isBad ? 'is not a name that Git allows for a branch' : undefined;
}
