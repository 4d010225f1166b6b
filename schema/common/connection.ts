import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../src/database/page.js';

@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'How many to give from the start, 100 at most; 50 unless told.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Only what comes after this cursor.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'How many to give from the end, 100 at most.' })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Only what comes before this cursor.' })
  before?: string | null;
}

@ObjectType({ description: 'Where a page stands in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'True when the list goes on after this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'True when the list has something before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The cursor of the first node; null for an empty page.',
  })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The cursor of the last node; null for an empty page.',
  })
  endCursor!: string | null;
}

export interface Edge<Node> {
  readonly cursor: string;
  readonly node: Node;
}

export interface Connection<Node> {
  readonly edges: readonly Edge<Node>[];
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
  readonly totalCount?: number;
}

/** Makes the `XEdge` and `XConnection` object types of a node type, as Relay names them. */
export function connectionType<Node extends object>(
  nodeType: () => ClassType<Node>,
  name: string,
): ClassType<Connection<Node>> {
  @ObjectType(`${name}Edge`, { description: `One ${name} of a list, with its cursor.` })
  class EdgeType implements Edge<Node> {
    @Field(() => String, { description: 'Where this node stands; give it as `after` or `before`.' })
    cursor!: string;

    @Field(nodeType, { description: 'The node itself.' })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { description: `One page of a list of ${name} nodes.` })
  class ConnectionType implements Connection<Node> {
    @Field(() => [EdgeType], { description: 'The nodes of the page, each with its cursor.' })
    edges!: EdgeType[];

    @Field(() => [nodeType()], { description: 'The nodes of the page alone.' })
    nodes!: Node[];

    @Field(() => PageInfo, { description: 'Where the page stands in the list.' })
    pageInfo!: PageInfo;

    @Field(() => Int, {
      description:
        'How many nodes the whole list has. Counting costs more than paging: ask for it when you show it.',
    })
    totalCount!: number;
  }
  return ConnectionType;
}

/** Renders a page of rows as a connection. */
export function toConnection<Node extends object>(page: Page<Node>): Connection<Node> {
  return {
    edges: page.rows.map((node, index) => ({ cursor: page.cursors[index] as string, node })),
    nodes: page.rows,
    pageInfo: {
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
      startCursor: page.cursors[0] ?? null,
      endCursor: page.cursors.at(-1) ?? null,
    },
    ...(page.totalCount === undefined ? {} : { totalCount: page.totalCount }),
  };
}
