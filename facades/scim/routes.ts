import type { ResourceModel } from '../../src/directory/attributes/resource-model.js';
import { AttributeNames } from './attribute-names.js';
import type { Call } from './call.js';
import { listResourceTypes, listSchemas, readResourceType, readSchema } from './discovery-endpoints.js';
import { ScimError } from './errors.js';
import {
  listEverything,
  listResources,
  readResource,
  searchEverything,
  searchResources,
} from './read-endpoints.js';
import type { ScimReply } from './reply.js';
import { createResource, deleteResource, patchResource, replaceResource } from './write-endpoints.js';

type Handler = (call: Call) => ScimReply | Promise<ScimReply>;

/** The handlers of one path by method. */
export type Route = ReadonlyMap<string, Handler>;

export interface RouteOptions {
  readonly model: ResourceModel;
  /** Whether `DELETE` is offered. */
  readonly deletion: boolean;
}

/** Finds what is served at a path below the base, already cut at its slashes and decoded. */
export function createRoutes({
  model,
  deletion,
}: RouteOptions): (segments: readonly string[]) => Route | undefined {
  const types = new Map(
    [...model.types.values()].map((type) => [type.type.name, new AttributeNames(type)] as const),
  );
  const byEndpoint = new Map([...types.values()].map((names) => [names.model.type.endpoint.slice(1), names]));

  const resource = (names: AttributeNames, id: (call: Call) => string): Route =>
    route({
      GET: (call) => readResource({ ...call, names }, id(call)),
      PUT: (call) => replaceResource({ ...call, names }, id(call)),
      PATCH: (call) => patchResource({ ...call, names }, id(call)),
      ...(deletion ? { DELETE: (call) => deleteResource({ ...call, names }, id(call)) } : {}),
    });

  const fixed: Readonly<Record<string, Route>> = {
    '': route({ GET: (call) => listEverything(call, types) }),
    '.search': route({ POST: (call) => searchEverything(call, types) }),
    ResourceTypes: route({ GET: (call) => listResourceTypes(call, model) }),
    Schemas: route({ GET: (call) => listSchemas(call, model) }),
    Bulk: route({ POST: bulkIsNotOffered }),
  };

  return ([first = '', second, ...rest]) => {
    if (rest.length > 0) return undefined;
    const names = byEndpoint.get(first);
    if (second === undefined) {
      if (names) {
        return route({
          GET: (call) => listResources({ ...call, names }),
          POST: (call) => createResource({ ...call, names }),
        });
      }
      const user = types.get('User');
      if (first === 'Me' && user) return resource(user, subject);
      return Object.hasOwn(fixed, first) ? fixed[first] : undefined;
    }
    if (names && second === '.search') return route({ POST: (call) => searchResources({ ...call, names }) });
    if (names) return resource(names, () => second);
    if (first === 'ResourceTypes') return route({ GET: (call) => readResourceType(call, model, second) });
    if (first === 'Schemas') return route({ GET: (call) => readSchema(call, model, second) });
    return undefined;
  };
}

const route = (handlers: Readonly<Record<string, Handler>>): Route => new Map(Object.entries(handlers));

/** The user that `/Me` stands for (RFC 7644 §3.11). */
function subject(call: Call): string {
  if (call.userId !== null) return call.userId;
  throw new ScimError(404, undefined, 'The token is bound to no user, so that /Me stands for nobody.');
}

function bulkIsNotOffered(): never {
  throw new ScimError(501, undefined, 'Bulk operations are not supported; see /ServiceProviderConfig.');
}
