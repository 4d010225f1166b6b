import { ScimError } from './errors.js';

/** The media type of RFC 7644 §8.1, sent without a charset: JSON is UTF-8 by definition. */
export const SCIM_MEDIA_TYPE = 'application/scim+json';

const accepted: ReadonlySet<string> = new Set([SCIM_MEDIA_TYPE, 'application/json']);

/** Refuses a body of another type than JSON (415); parameters such as a charset are ignored, UTF-8 apart. */
export function checkContentType(header: string | undefined): void {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (!accepted.has(type)) {
    throw new ScimError(415, undefined, `The body must be sent as ${SCIM_MEDIA_TYPE} or application/json.`);
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new ScimError(415, undefined, 'The body must be encoded in UTF-8.');
  }
}

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
