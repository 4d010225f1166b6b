import { ScimError } from './errors.js';

/** The media type of RFC 7644 §8.1, sent without a charset: JSON is UTF-8 by definition. */
export const SCIM_MEDIA_TYPE = 'application/scim+json';

/** What a body may be sent as, and what a client may want to have. */
export const MEDIA_TYPES = [SCIM_MEDIA_TYPE, 'application/json'] as const;

const accepted: ReadonlySet<string> = new Set(MEDIA_TYPES);

/** Refuses a client that takes no JSON at all (406). */
export function checkAccept(header: string | undefined): void {
  if (header === undefined || header.trim() === '') return;
  const takesJson = header.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const refused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    return !refused && (accepted.has(type) || type === '*/*' || type === 'application/*');
  });
  if (!takesJson) throw new ScimError(406, undefined, `Answers are sent as ${SCIM_MEDIA_TYPE} alone.`);
}
