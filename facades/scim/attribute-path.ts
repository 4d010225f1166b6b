/**
 * The text of an attribute's name (`attrPath` of RFC 7644, figure 1, with §3.10): an optional schema URI and
 * a colon, a name, an optional sub-attribute. `$ref` is the one name that may begin with a dollar sign.
 */
const NAME = String.raw`\$?[A-Za-z][A-Za-z0-9_-]*`;
const URI = String.raw`[A-Za-z][A-Za-z0-9+.-]*:[^\s"()[\]]+`;
const ATTRIBUTE_PATH = new RegExp(`^(?<attribute>(?:${URI}:)?${NAME})(?:\\.(?<subAttribute>${NAME}))?$`);
/** A URI whose last part is no attribute name, so that it can only be a whole schema (`urn:…:User:2.0`). */
const BARE_URI = new RegExp(`^${URI}$`);
const ENDS_IN_NAME = new RegExp(`[:.]${NAME}$`);
const LONE_NAME = new RegExp(`^${NAME}$`);

export interface AttributePath {
  /** The name with its schema URI, or a bare schema URI. Which of the two is for the schemas to say. */
  readonly attribute: string;
  readonly subAttribute?: string;
}

/** Reads an attribute path; undefined when the text is none. */
export function parseAttributePath(text: string): AttributePath | undefined {
  const groups = ATTRIBUTE_PATH.exec(text)?.groups;
  if (groups?.attribute !== undefined) {
    return groups.subAttribute === undefined
      ? { attribute: groups.attribute }
      : { attribute: groups.attribute, subAttribute: groups.subAttribute };
  }
  return BARE_URI.test(text) && !ENDS_IN_NAME.test(text) && /[A-Za-z0-9]$/.test(text)
    ? { attribute: text }
    : undefined;
}

/** Whether the text is one name without URI and sub-attribute, as within the brackets of a value path. */
export const isAttributeName = (text: string): boolean => LONE_NAME.test(text);
