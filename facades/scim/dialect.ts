import type { ProvisioningSettings } from '../../src/directory/provisioning-settings.js';
import type { AttributeNames } from './attribute-names.js';

/** What reading a request depends on: the names of its resource type and what the workspace tolerates. */
export interface Dialect {
  readonly names: AttributeNames;
  readonly settings: ProvisioningSettings;
}
