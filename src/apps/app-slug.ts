import { isDeviceName } from './file-name.js';

const MAX_LENGTH = 60;

/**
 * The name of an app's directory in Git: lower-case ASCII letters, digits and hyphens. A name that
 * leaves nothing of itself is called after the app's kind, and one that Windows keeps for a device gets it added.
 */
export function appSlug(name: string, kind: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
  if (slug === '') return kind;
  return isDeviceName(slug) ? `${slug}-${kind}` : slug;
}
