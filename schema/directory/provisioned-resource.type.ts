import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
import { connectionType } from '../common/connection.js';
import { DateTimeISO } from '../common/date-time.js';

@ObjectType({
  description: 'A resource as provisioning clients see it: a user, a group, or of a configured type.',
})
export class ProvisionedResource {
  @Field(() => ID, { description: 'The id of the resource.' })
  id!: string;

  @Field(() => String, { description: 'The name of the resource type, for example User.' })
  type!: string;

  @Field(() => String, { description: 'Moves with every change; opaque.' })
  version!: string;

  @Field(() => DateTimeISO, { description: 'When the resource was created.' })
  createdAt!: string;

  @Field(() => DateTimeISO, { description: 'When the resource last changed.' })
  updatedAt!: string;

  @Field(() => [String], { description: 'The URNs of the schemas that the resource has returnable data of.' })
  schemas!: readonly string[];

  @Field(() => GraphQLJSONObject, {
    description:
      'The attributes that the projection asks for, named as in the schemas; extensions under their URN.',
  })
  attributes!: JsonObject;
}

export const ProvisionedResourceConnection = connectionType(() => ProvisionedResource, 'ProvisionedResource');

@ObjectType({ description: 'A resource that was written.' })
export class ProvisionedResourcePayload {
  @Field(() => ProvisionedResource, { description: 'The resource as it is now.' })
  resource!: ProvisionedResource;

  @Field(() => Boolean, { description: 'False when the resource already was as the input wants it.' })
  changed!: boolean;

  @Field(() => Boolean, {
    description: 'True when an archived user of that name was restored instead of created.',
  })
  reactivated!: boolean;
}

@ObjectType({ description: 'A resource that was deleted.' })
export class DeleteProvisionedResourcePayload {
  @Field(() => ID, { description: 'The id that the resource had.' })
  id!: string;
}
