import { Arg, Args, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { createProvisionedResource } from '../../src/directory/provisioning/create-provisioned-resource.js';
import { deleteProvisionedResource } from '../../src/directory/provisioning/delete-provisioned-resource.js';
import { editProvisionedResource } from '../../src/directory/provisioning/edit-provisioned-resource.js';
import { getProvisionedResource } from '../../src/directory/provisioning/get-provisioned-resource.js';
import { replaceProvisionedResource } from '../../src/directory/provisioning/replace-provisioned-resource.js';
import type { Connection } from '../common/connection.js';
import {
  CreateProvisionedResourceInput,
  DeleteProvisionedResourceInput,
  EditProvisionedResourceInput,
  ProvisionedResourceArgs,
  ProvisionedResourcesArgs,
  ReplaceProvisionedResourceInput,
} from './provisioned-resource.input.js';
import {
  DeleteProvisionedResourcePayload,
  ProvisionedResource,
  ProvisionedResourceConnection,
  ProvisionedResourcePayload,
} from './provisioned-resource.type.js';
import { provisionedResourcePage } from './provisioned-resource-page.js';

@Resolver(() => ProvisionedResource)
export class ProvisionedResourceResolver {
  @Authorized('scim', 'admin')
  @Query(() => ProvisionedResource, {
    nullable: true,
    description: 'The resource of a type and id, or null.',
  })
  provisionedResource(
    @Ctx() context: Context,
    @Args(() => ProvisionedResourceArgs) args: ProvisionedResourceArgs,
  ): Promise<ProvisionedResource | null> {
    return getProvisionedResource(context, args);
  }

  @Authorized('scim', 'admin')
  @Query(() => ProvisionedResourceConnection, {
    nullable: true,
    description:
      'The resources of a workspace that meet a filter, in a total order; null for an unknown workspace.',
  })
  provisionedResources(
    @Ctx() context: Context,
    @Args(() => ProvisionedResourcesArgs) args: ProvisionedResourcesArgs,
  ): Promise<Connection<ProvisionedResource> | null> {
    return provisionedResourcePage(context, args);
  }

  @Authorized('scim', 'admin')
  @Mutation(() => ProvisionedResourcePayload, { description: 'Creates a resource.' })
  createProvisionedResource(
    @Ctx() context: Context,
    @Arg('input', () => CreateProvisionedResourceInput, { description: 'The resource to create.' })
    input: CreateProvisionedResourceInput,
  ): Promise<ProvisionedResourcePayload> {
    return createProvisionedResource(context, input);
  }

  @Authorized('scim', 'admin')
  @Mutation(() => ProvisionedResourcePayload, { description: 'Replaces a resource as a whole.' })
  replaceProvisionedResource(
    @Ctx() context: Context,
    @Arg('input', () => ReplaceProvisionedResourceInput, { description: 'The resource to replace.' })
    input: ReplaceProvisionedResourceInput,
  ): Promise<ProvisionedResourcePayload> {
    return replaceProvisionedResource(context, input);
  }

  @Authorized('scim', 'admin')
  @Mutation(() => ProvisionedResourcePayload, { description: 'Edits a resource, all edits or none.' })
  editProvisionedResource(
    @Ctx() context: Context,
    @Arg('input', () => EditProvisionedResourceInput, { description: 'The edits.' })
    input: EditProvisionedResourceInput,
  ): Promise<ProvisionedResourcePayload> {
    return editProvisionedResource(context, input);
  }

  @Authorized('scim', 'admin')
  @Mutation(() => DeleteProvisionedResourcePayload, {
    description: 'Deletes a resource and every reference to it.',
  })
  deleteProvisionedResource(
    @Ctx() context: Context,
    @Arg('input', () => DeleteProvisionedResourceInput, { description: 'The resource to delete.' })
    input: DeleteProvisionedResourceInput,
  ): Promise<DeleteProvisionedResourcePayload> {
    return deleteProvisionedResource(context, input);
  }
}
