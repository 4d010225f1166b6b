const MAX_CHARACTERS = 4_000;

/** A commit message as it is stored: trimmed, with LF line ends. */
export function normalizeCommitMessage(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

/** What is wrong with a commit message, once trimmed; undefined where nothing is. */
export function findCommitMessageProblem(text: string): string | undefined {
  const length = [...normalizeCommitMessage(text)].length;
  if (length < 1 || length > MAX_CHARACTERS) {
    return 'must have 1 to 4,000 characters';
  }
  if (text.includes('\0')) {
    return 'must not contain a NUL character';
  }
  return text.isWellFormed() ? undefined : 'must not contain half of a surrogate pair';
}
