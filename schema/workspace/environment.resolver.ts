import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { createEnvironment } from '../../src/workspace/create-environment.js';
import { deleteEnvironment } from '../../src/workspace/delete-environment.js';
import { updateEnvironment } from '../../src/workspace/update-environment.js';
import { withoutNulls } from '../common/without-nulls.js';
import {
  CreateEnvironmentInput,
  DeleteEnvironmentInput,
  EnvironmentPayload,
  UpdateEnvironmentInput,
} from './environment.type.js';

@Resolver()
export class EnvironmentResolver {
  @Authorized('admin')
  @Mutation(() => EnvironmentPayload, {
    description: 'Creates an environment at the end of the order of promotion.',
  })
  async createEnvironment(
    @Ctx() context: Context,
    @Arg('input', () => CreateEnvironmentInput, { description: 'The environment to create.' })
    input: CreateEnvironmentInput,
  ): Promise<EnvironmentPayload> {
    return { environment: await createEnvironment(context, input) };
  }

  @Authorized('admin')
  @Mutation(() => EnvironmentPayload, {
    description: 'Renames an environment or moves it in the order of promotion.',
  })
  async updateEnvironment(
    @Ctx() context: Context,
    @Arg('input', () => UpdateEnvironmentInput, { description: 'What to change.' })
    input: UpdateEnvironmentInput,
  ): Promise<EnvironmentPayload> {
    return { environment: await updateEnvironment(context, withoutNulls(input)) };
  }

  @Authorized('admin')
  @Mutation(() => EnvironmentPayload, { description: 'Deletes an environment.' })
  async deleteEnvironment(
    @Ctx() context: Context,
    @Arg('input', () => DeleteEnvironmentInput, { description: 'The environment to delete.' })
    input: DeleteEnvironmentInput,
  ): Promise<EnvironmentPayload> {
    return { environment: await deleteEnvironment(context, input) };
  }
}
