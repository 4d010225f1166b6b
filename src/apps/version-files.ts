import { canonicalJson } from './canonical-json.js';
import { uniqueFileNames } from './file-name.js';
import type { PageDefinition, QueryDefinition, VersionDefinition } from './version-definition.js';
import { isJsonObject } from './version-json.js';

/** The version of the layout of files; it changes when the same definition would give other files. */
export const FILE_FORMAT_VERSION = 1;

/** The file that says which app owns a directory. */
export const MANIFEST_PATH = 'app.json';

/** The id of the app that a manifest names; undefined for a text that is no manifest. */
export function manifestOwner(text: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(text);
    const id = isJsonObject(manifest) ? manifest.appId : undefined;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

const SOURCE_EXTENSIONS = { sql: 'sql', javascript: 'js' } as const;

/**
 * The files of a version, by path below the app's directory, sorted by path. Equal definitions give equal bytes:
 * there is no time, no id of a version or user and no list shared by all items in them, so that an edit changes
 * the file of the thing edited and nothing else. Data sources stand as references, credentials nowhere.
 */
export function versionFiles(
  app: { readonly id: string; readonly name: string },
  definition: VersionDefinition,
): ReadonlyMap<string, string> {
  const files: [path: string, text: string][] = [
    [MANIFEST_PATH, canonicalJson({ appId: app.id, formatVersion: FILE_FORMAT_VERSION, name: app.name })],
    ['settings.json', canonicalJson(definition.settings)],
  ];
  const pageNames = uniqueFileNames(
    definition.pages.map(({ id, handle }) => ({ id, name: handle })),
    'page',
  );
  for (const page of definition.pages) files.push(...pageFiles(page, `pages/${pageNames.get(page.id)}`));
  const queryNames = uniqueFileNames(definition.queries, 'query');
  for (const query of definition.queries)
    files.push(...queryFiles(query, `queries/${queryNames.get(query.id)}`));
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function* pageFiles({ components, ...page }: PageDefinition, folder: string): Iterable<[string, string]> {
  yield [`${folder}/page.json`, canonicalJson(page)];
  const names = uniqueFileNames(components, 'component');
  // The parent is a field and not a folder: moving a component changes a line instead of renaming files.
  for (const component of components) {
    yield [`${folder}/components/${names.get(component.id)}.json`, canonicalJson(component)];
  }
}

function* queryFiles(query: QueryDefinition, folder: string): Iterable<[string, string]> {
  const { source, ...rest } = query;
  if (query.kind === 'rest') {
    yield [`${folder}/query.json`, canonicalJson(query)];
    return;
  }
  yield [`${folder}/query.json`, canonicalJson(rest)];
  yield [`${folder}/query.${SOURCE_EXTENSIONS[query.kind]}`, textFile(source)];
}

/** Source text with LF line ends and a final newline, as every tool that shows differences expects it. */
function textFile(source: string): string {
  const text = source.replace(/\r\n?/g, '\n');
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
