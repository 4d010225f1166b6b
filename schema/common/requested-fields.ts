import type { FragmentDefinitionNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;
type Selections = readonly SelectionSetNode[];

/** What a query asks of the field that is being resolved: the names of the fields right below it. */
export function requestedFields(info: GraphQLResolveInfo): ReadonlySet<string> {
  return new Set(below(selectionsOf(info), info.fragments).keys());
}

/** What a query asks of a connection: the fields of its nodes, and whether it wants the whole list counted. */
export function requestedOfConnection(info: GraphQLResolveInfo): {
  readonly fields: ReadonlySet<string>;
  readonly count: boolean;
} {
  const connection = below(selectionsOf(info), info.fragments);
  const edges = below(connection.get('edges') ?? [], info.fragments);
  const nodes = [...(connection.get('nodes') ?? []), ...(edges.get('node') ?? [])];
  return {
    fields: new Set(below(nodes, info.fragments).keys()),
    count: connection.has('totalCount'),
  };
}

function selectionsOf(info: GraphQLResolveInfo): Selections {
  return info.fieldNodes.flatMap((node) => node.selectionSet ?? []);
}

/** The fields of selection sets, fragments spread, each with the selection sets below it. */
function below(selections: Selections, fragments: Fragments): Map<string, SelectionSetNode[]> {
  const found = new Map<string, SelectionSetNode[]>();
  const visit = (set: SelectionSetNode) => {
    for (const selection of set.selections) {
      if (selection.kind === 'Field') {
        const known = found.get(selection.name.value) ?? [];
        found.set(selection.name.value, known.concat(selection.selectionSet ?? []));
      } else if (selection.kind === 'InlineFragment') {
        visit(selection.selectionSet);
      } else {
        const fragment = fragments[selection.name.value];
        if (fragment) {
          visit(fragment.selectionSet);
        }
      }
    }
  };
  selections.forEach(visit);
  return found;
}
