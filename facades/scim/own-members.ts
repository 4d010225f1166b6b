/** Members that the service alone writes; what a client sends in them is ignored (RFC 7643 §3.1). */
const ownMembers: ReadonlySet<string> = new Set(['schemas', 'id', 'meta']);

/** Whether a member of a body, in any letter case, is one of them. */
export const isOwnMember = (name: string): boolean => ownMembers.has(name.toLowerCase());
